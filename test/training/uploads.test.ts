import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { SentencePair } from '#src/adaptation/sentence-pair.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { ended, fewPairs, jidOf, job, texts, translate, upload } from './customer.js';
import { asTsv } from './manual.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ workers: true, models: inject('noiseModels') });
  acme = await app.tenant();
}, 60_000);
afterAll(() => app.close());

async function more(mid: string, pairs: readonly SentencePair[]): Promise<string> {
  return jidOf(await upload(app, acme, asTsv(pairs), {}, 'more.tsv', `/api/v1/training/model/${mid}/train`));
}

/** The model of a first upload whose training may still wait or run. */
async function newModel(
  pairs: readonly SentencePair[],
): Promise<{ readonly mid: string; readonly jid: string }> {
  const jid = jidOf(await upload(app, acme, asTsv(pairs)));
  return { jid, mid: String((await job(app, acme, jid)).mid) };
}

const third = (pairs: readonly SentencePair[]) => pairs.slice(2, 3);

async function answers(mid: string, pairs: readonly SentencePair[]): Promise<readonly string[]> {
  const sources = pairs.map(({ fromText }) => fromText);
  return texts(await translate(app, acme, mid, sources));
}

describe('uploads for a model that is being trained', () => {
  it('are all in it, and one training takes those that wait', async () => {
    const uploads = ['rope', 'sail', 'oar', 'mast'].map(fewPairs);
    const [first = [], ...others] = uploads;
    const { mid, jid } = await newModel(first);
    const jids = await Promise.all(others.map((pairs) => more(mid, pairs)));
    // The first training may have begun meanwhile; then those that came later share the next one, or two.
    expect(new Set([jid, ...jids]).size).toBeLessThanOrEqual(3);
    for (const one of jids) expect(await ended(app, acme, one)).toMatchObject({ jobStatus: 'finished' });
    const pairs = uploads.flatMap(third);
    expect(await answers(mid, pairs)).toEqual(pairs.map(({ toText }) => toText));
    const { body } = await app.call(acme, `/api/v1/training/model/${mid}/versions`);
    expect((body as readonly { readonly pairs: number }[])[0]?.pairs).toBe(40);
  }, 240_000);

  it('replace the targets of earlier ones in the order in which they came', async () => {
    const old = fewPairs('keel');
    const { mid } = await newModel(old);
    await more(
      mid,
      old.map(({ fromText }) => ({ fromText, toText: '二番目の訳です。' })),
    );
    const last = await more(
      mid,
      old.map(({ fromText }) => ({ fromText, toText: '三番目の訳です。' })),
    );
    await ended(app, acme, last);
    expect(await answers(mid, third(old))).toEqual(['三番目の訳です。']);
  }, 240_000);

  it('are not in it when their training was cancelled', async () => {
    const [good, bad, better] = [fewPairs('helm'), fewPairs('bilge'), fewPairs('deck')];
    const { mid, jid } = await newModel(good);
    await ended(app, acme, jid);
    const cancelled = await more(mid, bad);
    const { status } = await app.call(acme, `/api/v1/training/job/${cancelled}`, { method: 'DELETE' });
    expect(status).toBe(200);
    await ended(app, acme, await more(mid, better));
    const pairs = [good, bad, better].flatMap(third);
    const found = await answers(mid, pairs);
    expect(found.map((text, at) => text === pairs[at]?.toText)).toEqual([true, false, true]);
  }, 240_000);
});
