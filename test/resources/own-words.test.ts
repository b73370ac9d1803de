import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { dataOf, expectFailure } from '../http/expectations.js';
import { type Answer, type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ dictionaryLimit: 20 });
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await app.tenant();
});

interface Entry {
  readonly id: number;
  readonly fromText: string;
  readonly toText: string;
}
interface Page {
  readonly total: number;
  readonly entries: readonly Entry[];
  readonly lastChange: { readonly action: string; readonly entries: number } | null;
}

const call = (path: string, options: CallOptions = {}, who: Tenant = acme) =>
  app.call(who, `/api/v1/${path}`, options);
const upload = (body: string | Uint8Array): CallOptions => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/octet-stream' },
});
const pair = (fromText: string, toText: string) => ({ fromLang: 'ja', fromText, toLang: 'en', toText });
const texts = ({ entries }: Page) => entries.map(({ fromText, toText }) => `${fromText}=${toText}`);

async function done<Data = unknown>(answer: Promise<Answer>): Promise<Data> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code) => code < 300) });
  return (body as { data: Data }).data;
}

const created = async (root: string, name = 'mine') =>
  `${root}/${(await done<{ id: number }>(call(root, { body: { name } }))).id}`;
const page = (place: string, query = '') => done<Page>(call(`${place}/entries${query}`));

/** The three places where a customer keeps words, each with the way of adding many. */
const PLACES = [
  ['the dictionary', async () => ({ place: 'dictionary', add: 'dictionary/bulk' })],
  ['a glossary', () => listAt('glossaries')],
  ['a phrase-pair dictionary', () => listAt('phrase-pairs')],
] as const;
async function listAt(root: string) {
  const place = await created(root);
  return { place, add: `${place}/entries` };
}

describe.each(PLACES)('the entries of %s', (_, open) => {
  let place: string;
  let add: string;
  beforeEach(async () => {
    ({ place, add } = await open());
  });
  const put = (...pairs: ReturnType<typeof pair>[]) => done(call(add, { body: pairs }));
  const entry = (id: number) => (place === 'dictionary' ? `dictionary/${id}` : `${place}/entries/${id}`);
  const everything = () => (place === 'dictionary' ? 'dictionary/dictionary-all' : `${place}/entries`);

  it('are found by any part of either text, whatever the case, newest first and page by page', async () => {
    await put(pair('制御盤', 'Control panel'), pair('盤', 'board'), pair('100%_の', 'all of it'));
    expect(texts(await page(place))).toEqual(['100%_の=all of it', '盤=board', '制御盤=Control panel']);
    expect(await page(place, '?search=CONTROL')).toMatchObject({ total: 1 });
    expect(texts(await page(place, `?search=${encodeURIComponent('盤')}`))).toEqual([
      '盤=board',
      '制御盤=Control panel',
    ]);
    // Signs of patterns are letters like any other.
    expect(await page(place, `?search=${encodeURIComponent('%_')}`)).toMatchObject({ total: 1 });
    expect(await page(place, '?search=nowhere')).toMatchObject({ total: 0, entries: [] });
    expect(await page(place, '?fromLang=en')).toMatchObject({ total: 0 });
    expect(texts(await page(place, '?offset=1&limit=1'))).toEqual(['盤=board']);
    expect(await page(place, '?offset=1&limit=1')).toMatchObject({ total: 3 });
  });

  it('are changed and deleted one by one, and each of it is taken back', async () => {
    await put(pair('犬', 'dog'), pair('猫', 'cat'));
    const [cat] = (await page(place)).entries;
    const path = entry(cat?.id ?? 0);
    await done(call(path, { method: 'PUT', body: pair('猫', 'pussycat') }));
    expect(await page(place)).toMatchObject({
      entries: [{ id: cat?.id, toText: 'pussycat' }, { toText: 'dog' }],
      lastChange: { action: 'change', entries: 1 },
    });
    await done(call(`${place}/undo`, { method: 'POST' }));
    expect(await page(place)).toMatchObject({ entries: [cat, { toText: 'dog' }], lastChange: null });
    expectFailure(await call(`${place}/undo`, { method: 'POST' }), 40205);

    await done(call(path, { method: 'DELETE' }));
    expect(await page(place)).toMatchObject({ total: 1, lastChange: { action: 'delete', entries: 1 } });
    await done(call(`${place}/undo`, { method: 'POST' }));
    expect((await page(place)).entries[0]).toEqual(cat);
    expectFailure(await call(path, { method: 'PUT', body: pair('犬', 'hound') }), 40205);
    expectFailure(await call(entry(999_999_999), { method: 'DELETE' }), 40203);
  });

  it('are added many at once, all or none; an undo brings replaced ones back and removes new ones', async () => {
    await put(pair('犬', 'dog'));
    await put(pair('犬', 'hound'), pair('鳥', 'bird'));
    expect(texts(await page(place))).toEqual(['鳥=bird', '犬=hound']);
    await done(call(`${place}/undo`, { method: 'POST' }));
    expect(texts(await page(place))).toEqual(['犬=dog']);
    expectFailure(await call(add, { body: [pair('魚', 'fish'), pair('', 'nothing')] }), 40202);
    expect(await page(place)).toMatchObject({ total: 1 });
  });

  it('are all deleted, and come back', async () => {
    await put(pair('犬', 'dog'), pair('猫', 'cat'));
    const before = (await page(place)).entries;
    await done(call(everything(), { method: 'DELETE' }));
    expect(await page(place)).toMatchObject({ total: 0, lastChange: { action: 'clear', entries: 2 } });
    await done(call(`${place}/undo`, { method: 'POST' }));
    expect((await page(place)).entries).toEqual(before);
  });

  it('are previewed before an import, which then does just that and can be taken back', async () => {
    await put(pair('犬', 'dog'), pair('猫', 'cat'));
    const table = '犬\tdog\n猫\tpussycat\n鳥\tbird\n魚\n鳥\tbirds\n';
    const query = '?format=tsv&fromLang=ja&toLang=en';
    const preview = await done(call(`${place}/import/preview${query}`, upload(table)));
    expect(preview).toMatchObject({
      total: 5,
      complete: true,
      added: 1,
      changed: 1,
      unchanged: 1,
      repeated: 1,
      rejectedCount: 1,
      rejected: [{ line: 4, reason: expect.stringMatching(/second column/) }],
      rows: [
        { line: 2, ...pair('猫', 'pussycat'), before: 'cat' },
        { line: 5, ...pair('鳥', 'birds'), before: null },
      ],
    });
    expect(texts(await page(place))).toEqual(['猫=cat', '犬=dog']);
    expect(await done(call(`${place}/import${query}`, upload(table)))).toMatchObject({
      total: 5,
      rejectedCount: 1,
      rejected: [{ line: 4 }],
    });
    expect(texts(await page(place))).toEqual(['鳥=birds', '猫=pussycat', '犬=dog']);
    await done(call(`${place}/undo`, { method: 'POST' }));
    expect(texts(await page(place))).toEqual(['猫=cat', '犬=dog']);
  });

  it.each(['csv', 'xlsx'])('go out as %s and come in again as they were', async (format) => {
    await put(pair('犬', '"dog" & <hound>, または'), pair('猫', 'cat'));
    const before = texts(await page(place));
    const { accessKey, secretKey } = acme.key;
    const token = await done<{ encodedJWT: string }>(
      app.send('/api/v1/token', { body: { accessKey, secretKey, duration: 60 } }),
    );
    const response = await fetch(`${app.url}/api/v1/${place}/export?format=${format}`, {
      headers: { authorization: `Bearer ${token.encodedJWT}` },
    });
    expect(response.headers.get('content-disposition')).toContain(`.${format}"`);
    const file = new Uint8Array(await response.arrayBuffer());
    await done(call(everything(), { method: 'DELETE' }));
    await done(call(`${place}/import?format=${format}`, upload(file)));
    expect(texts(await page(place)).toSorted()).toEqual(before.toSorted());
  });

  it('stay out of reach for another organization', async () => {
    await put(pair('犬', 'dog'));
    const rival = await app.tenant();
    const [own] = (await page(place)).entries;
    if (place === 'dictionary') {
      expect(dataOf(await call('dictionary/entries', {}, rival))).toMatchObject({ total: 0 });
      expectFailure(await call(entry(own?.id ?? 0), { method: 'DELETE' }, rival), 40203);
      return;
    }
    const attempts: [string, CallOptions][] = [
      [`${place}/entries`, {}],
      [`${place}/entries`, { body: [pair('猫', 'cat')] }],
      [`${place}/entries`, { method: 'DELETE' }],
      [entry(own?.id ?? 0), { method: 'PUT', body: pair('犬', 'mine') }],
      [entry(own?.id ?? 0), { method: 'DELETE' }],
      [place, { method: 'PUT', body: { name: 'mine' } }],
      [place, { method: 'DELETE' }],
      [`${place}/undo`, { method: 'POST' }],
      [`${place}/export?format=tsv`, {}],
      [`${place}/import?format=tsv&fromLang=ja&toLang=en`, upload('猫\tcat\n')],
      [`${place}/import/preview?format=tsv&fromLang=ja&toLang=en`, upload('猫\tcat\n')],
    ];
    for (const [path, options] of attempts) expectFailure(await call(path, options, rival), 40203);
    expect(texts(await page(place))).toEqual(['犬=dog']);
  });

  it('refuse to be previewed from what is no table', async () => {
    expectFailure(await call(`${place}/import/preview?format=xlsx`, upload('no workbook')), 40202);
    expectFailure(await call(`${place}/import/preview?format=pdf`, upload('x')), 40201);
    expectFailure(await call(`${place}/import/preview?format=tsv`, { method: 'POST' }), 40200);
  });
});

describe('a list that a customer makes', () => {
  const translated = async (text: string, who: Tenant = acme) => {
    const body = {
      fieldId: '1',
      text: [text],
      sourceLang: 'ja',
      targetLang: 'en',
      contractId: who.contracts.t4oo.id,
    };
    const answer = await done<{ translationResult: { translatedText: string }[] }>(
      call('translate', { body }, who),
    );
    return answer.translationResult[0]?.translatedText;
  };

  it('applies to the requests of its maker at once, and no longer when it is gone', async () => {
    const place = await created('phrase-pairs', 'corrections');
    await done(call(`${place}/entries`, { body: [pair('本日は晴天なり。', '## Fine today ##')] }));
    expect(await translated('本日は晴天なり。')).toBe('## Fine today ##');
    await done(call(place, { method: 'PUT', body: { name: 'mine' } }));
    expect(dataOf(await call('phrase-pairs'))).toEqual({
      phrasePairs: [{ id: Number(place.split('/')[1]), name: 'mine', entries: 1 }],
    });
    await done(call(`${place}/undo`, { method: 'POST' }));
    expect(await translated('本日は晴天なり。')).not.toContain('##');
    await done(call(place, { method: 'DELETE' }));
    expect(dataOf(await call('phrase-pairs'))).toEqual({ phrasePairs: [] });
  });

  it('takes a large table in the background and gives it back whole', async () => {
    const place = await created('glossaries');
    await done(call(`${place}/entries`, { body: [pair('用語その5番目', 'mine')] }));
    const rows = Array.from({ length: 8_000 }, (_, index) => `用語その${index}番目\tterm number ${index}`);
    const answer = await call(
      `${place}/import?format=tsv&fromLang=ja&toLang=en`,
      upload(`${rows.join('\n')}\n欠けた行\n`),
    );
    expect(answer).toMatchObject({ status: 202, body: { data: { state: 'queued' } } });
    const { importId } = dataOf(answer) as { importId: string };
    const report = () => done<{ state: string; rejectedCount: number }>(call(`imports/${importId}`));
    await vi.waitUntil(async () => (await report()).state === 'finished', { timeout: 40_000, interval: 100 });
    expect(await report()).toMatchObject({ rejectedCount: 1 });
    expectFailure(await call(`imports/${importId}`, {}, await app.tenant()), 40203);
    expect(await page(place, '?search=number+7999')).toMatchObject({
      total: 1,
      lastChange: { action: 'import', entries: 8_000 },
    });
    await done(call(`${place}/undo`, { method: 'POST' }));
    expect(texts(await page(place))).toEqual(['用語その5番目=mine']);
    expect(dataOf(await call('glossaries'))).toMatchObject({ glossaries: [{ entries: 1 }] });
  });
});

describe('an undo', () => {
  it('is refused when an operator changed the list after the customer', async () => {
    const place = await created('glossaries');
    await done(call(`${place}/entries`, { body: [pair('犬', 'dog')] }));
    const { orgId, id } = { orgId: acme.organization.id, id: Number(place.split('/')[1]) };
    await app.service.imports.submit(orgId, 'glossary', id, {
      format: 'tsv',
      from: 'ja',
      to: 'en',
      bytes: new TextEncoder().encode('猫\tcat\n'),
    });
    expect(await page(place)).toMatchObject({ total: 2, lastChange: null });
    expectFailure(await call(`${place}/undo`, { method: 'POST' }), 40205);
  });
});

describe('a dictionary that would become too large', () => {
  it('refuses the whole table', async () => {
    const rows = Array.from({ length: 21 }, (_, index) => `語${index}\tword ${index}\n`).join('');
    expectFailure(await call('dictionary/import?format=tsv&fromLang=ja&toLang=en', upload(rows)), 40202);
    const workbook = await writeWorkbook([
      ['ja', 'en'],
      ['犬', 'dog'],
    ]).toBuffer();
    await done(call('dictionary/import?format=xlsx', upload(workbook)));
    expect(texts(await page('dictionary'))).toEqual(['犬=dog']);
  });
});
