import { afterAll, beforeAll, expect, it } from 'vitest';
import { NearPairs } from '#src/adaptation/near-pairs.js';
import type { CallOptions, ModelPort } from '#src/model/model-port.js';
import { chrf } from '#src/quality/chrf.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { sharedModel } from '../setup/model.js';

/** Calls for forced decoding that wait, as long as they are held. */
const held: { readonly options: CallOptions; readonly go: () => void }[] = [];
let isHeld = false;

function holding(model: ModelPort): ModelPort {
  return {
    translate: (sentences, options) => model.translate(sentences, options),
    score: async (sentences, options) => {
      if (isHeld) await new Promise<void>((go) => held.push({ options, go }));
      return model.score(sentences, options);
    },
    directions: () => model.directions(),
    outputLayer: (from, to) => model.outputLayer(from, to),
    version: (from, to) => model.version(from, to),
    steering: (from, to) => model.steering(from, to),
    standing: () => model.standing(),
    close: async () => undefined,
  };
}

let app: TestApp;
let acme: Tenant;
let dictionary: number;

const STORED = {
  from: 'Please confirm the delivery schedule with the warehouse before Friday.',
  to: '金曜までに倉庫へ納入日程をご確認願います。',
};
const NEAR = 'Please confirm the delivery schedule with the warehouse before Monday.';
const OTHERS = ['car', 'boat', 'bicycle'].map((thing) => ({
  from: `The red ${thing} has to be brought back to the rental station by noon.`,
  near: `The red ${thing} has to be brought back to the rental station by evening.`,
  to: '正午までにレンタル店へご返却願います。',
}));

beforeAll(async () => {
  app = await testApp({}, undefined, holding(sharedModel()));
  acme = await app.tenant();
  const root = `/admin/v1/organizations/${acme.organization.id}/phrase-dictionaries`;
  const headers = { authorization: `Bearer ${app.service.adminToken}` };
  const made = await app.send(root, { body: { name: 'letters' }, headers });
  dictionary = (made.body as { data: { id: number } }).data.id;
  const table = [STORED, ...OTHERS].map(({ from, to }) => `${from}\t${to}\n`).join('');
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

it('is decoded together with those of the other sentences, in the name of whoever asks', async () => {
  isHeld = true;
  const answered = app.call(acme, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: OTHERS.map(({ near }) => near),
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts.t4oo.id,
      t4ooCategoryId: String(dictionary),
    },
  });
  try {
    // One after the other, the second would wait for the first, which is held.
    await expect.poll(() => held.length, { timeout: 60_000 }).toBe(OTHERS.length);
    for (const { options } of held)
      expect(options).toMatchObject({
        fairnessKey: acme.organization.id,
        priority: 'interactive',
        signal: expect.any(AbortSignal),
      });
  } finally {
    isHeld = false;
    for (const { go } of held) go();
  }
  expect((await answered).status).toBe(200);
}, 120_000);
