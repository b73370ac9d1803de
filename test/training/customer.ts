import type { SentencePair } from '#src/adaptation/sentence-pair.js';
import type { Answer, Tenant, TestApp } from '../setup/app.js';

/** Sends a table for training, as a client's form does. */
export async function upload(
  app: TestApp,
  tenant: Tenant,
  table: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
  fileName = 'manual.tsv',
  path = '/api/v1/training/train',
): Promise<Answer> {
  const form = new FormData();
  const all = {
    firstLang: 'en',
    secondLang: 'ja',
    field: 'L000001',
    contractId: tenant.contracts.custom.id,
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) if (value !== '') form.set(name, value);
  form.set('file', new Blob([table]), fileName);
  const encoded = new Response(form);
  return await app.call(tenant, path, {
    method: 'POST',
    body: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
}

/** The id of the job that an accepted upload started. */
export function jidOf(answer: Answer): string {
  const { jid } = answer.body as { jid?: string };
  if (jid === undefined) throw new Error(`The upload was refused: ${JSON.stringify(answer.body)}`);
  return jid;
}

export async function job(app: TestApp, tenant: Tenant, jid: string): Promise<Record<string, unknown>> {
  const { body } = await app.call(tenant, `/api/v1/training/job/${jid}`, { headers: { 'x-explain': '1' } });
  return body as Record<string, unknown>;
}

export async function ended(app: TestApp, tenant: Tenant, jid: string): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await job(app, tenant, jid);
    if (found.jobStatus === 'finished' || found.jobStatus === 'failed') return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function translate(
  app: TestApp,
  tenant: Tenant,
  fieldId: string,
  texts: readonly string[],
): Promise<Answer> {
  return await app.call(tenant, '/api/v1/translate', {
    body: {
      fieldId,
      text: texts,
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: tenant.contracts.custom.id,
    },
  });
}

export function texts(answer: Answer): string[] {
  const { data } = answer.body as { data: { translationResult: { translatedText: string }[] } };
  return data.translationResult.map(({ translatedText }) => translatedText);
}

/** Ten pairs nobody else has. */
export function fewPairs(about: string): readonly SentencePair[] {
  return Array.from({ length: 10 }, (_, at) => ({
    fromText: `Store ${about} number ${at} in a dry place.`,
    toText: `${about}${at}号は乾燥庫に保管すること。`,
  }));
}
