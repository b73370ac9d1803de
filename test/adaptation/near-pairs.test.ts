import { afterAll, beforeAll, expect, it } from 'vitest';
import { NearPairs } from '#src/adaptation/near-pairs.js';
import { chrf } from '#src/quality/chrf.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
let acme: Tenant;
let dictionary: number;

const STORED = {
  from: 'Please confirm the delivery schedule with the warehouse before Friday.',
  to: '金曜までに倉庫へ納入日程をご確認願います。',
};
const NEAR = 'Please confirm the delivery schedule with the warehouse before Monday.';

beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  const root = `/admin/v1/organizations/${acme.organization.id}/phrase-dictionaries`;
  const headers = { authorization: `Bearer ${app.service.adminToken}` };
  const made = await app.send(root, { body: { name: 'letters' }, headers });
  dictionary = (made.body as { data: { id: number } }).data.id;
  const table = `${STORED.from}\t${STORED.to}\n`;
  const imported = await app.send(`${root}/${dictionary}/import?format=tsv&fromLang=en&toLang=ja`, {
    method: 'POST',
    body: table,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  expect(imported.status).toBe(200);
});
afterAll(async () => {
  await app.close();
});

async function translate(text: string, t4ooCategoryId: string, isT4ooSplit?: boolean): Promise<string> {
  const { body } = await app.call(acme, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: [text],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts.t4oo.id,
      t4ooCategoryId,
      isT4ooSplit,
    },
  });
  const { data } = body as { data: { translationResult: { translatedText: string }[] } };
  return data.translationResult[0]?.translatedText ?? '';
}

it('brings the wording of a stored pair into a sentence that is nearly the same', async () => {
  const alone = await translate(NEAR, '-1');
  const helped = await translate(NEAR, String(dictionary));
  expect(chrf([helped], [STORED.to])).toBeGreaterThan(chrf([alone], [STORED.to]));
});

it('never answers a near pair as if it were exact', async () => {
  expect(await translate(STORED.from, String(dictionary))).toBe(STORED.to);
  expect(await translate(NEAR, String(dictionary))).not.toBe(STORED.to);
});

it.each([STORED.from, NEAR])('has no say in a sentence inside a longer element: %s', async (sentence) => {
  const element = `Thank you for your letter. ${sentence}`;
  const without = await translate(element, '-1');
  expect(await translate(element, String(dictionary))).toBe(without);
  expect(await translate(element, String(dictionary), false)).toBe(without);
});

it('answers a sentence inside a longer element when sentences are to match', async () => {
  const element = `Thank you for your letter. ${STORED.from}`;
  expect(await translate(element, String(dictionary), true)).toContain(STORED.to);
});

it('is not decoded for a caller who has left', async () => {
  const pairs = new NearPairs(app.service.model, 2 ** 20);
  const near = [{ source: STORED.from, target: STORED.to, similarity: 0.9 }];
  const setting = { from: 'en', to: 'ja', near, domainScore: 1 } as const;
  const call = { fairnessKey: acme.organization.id, priority: 'background' } as const;
  const left = pairs.adapt(NEAR, {
    ...setting,
    call: { ...call, signal: AbortSignal.abort(new Error('Left.')) },
  });
  await expect(left).rejects.toThrow('Left.');
  expect(await pairs.adapt(NEAR, { ...setting, call })).toMatchObject({ weight: 0.63 });
});
