import { request } from 'node:http';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileResult } from '#src/files/file-results.js';
import { FileClient } from '../../bench/files/file-client.js';
import { keyOf } from '../http/compat/vendor-keys.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { sample } from '../setup/sample.js';

let app: TestApp;
let tenant: Tenant;
let client: FileClient;
let contractId: string;
beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant();
  client = new FileClient(app.url, tenant.key);
  const { id } = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
  });
  contractId = id;
}, 120_000);
afterAll(() => app.close());

const TEXT = strToU8('こんにちは。');
const LONG = `${'あ'.repeat(20_000)}.txt`;
/** What somebody may send as a name, and what it is here. */
const NAMES: readonly (readonly [string, string])[] = [
  ['../../../../pwned.txt', 'pwned.txt'],
  ['C:\\Users\\me\\plan.txt', 'plan.txt'],
  ['line\r\nSet-Cookie: a=b.txt', 'lineSet-Cookie_ a=b.txt'],
  ['\u202Etxt.exe.txt', 'txt.exe.txt'],
  ['..\\..\\', 'file'],
  ['nul.txt', '_nul.txt'],
  [LONG, `${'あ'.repeat(83)}.txt`],
];

/** Sends a file to a door of another vendor. */
async function post(path: string, form: FormData, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${app.url}${path}`, { method: 'POST', body: form, headers });
}

/** The same with headers that `fetch` does not let through. */
async function posted(path: string, form: FormData, headers: Readonly<Record<string, string>>) {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  return new Promise<string>((resolve, reject) => {
    request(
      `${app.url}${path}`,
      { method: 'POST', headers: { ...headers, 'content-type': type } },
      (answer) => {
        const received: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => received.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(received).toString()));
      },
    )
      .on('error', reject)
      .end(body);
  });
}

function deeplForm(fileName: string, filename?: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([TEXT]), fileName);
  form.append('target_lang', 'EN-US');
  if (filename !== undefined) form.append('filename', filename);
  return form;
}

const deepl = { authorization: '' };
beforeAll(() => {
  deepl.authorization = `DeepL-Auth-Key ${keyOf(tenant)}`;
});

async function originalName(translateId: string): Promise<string> {
  return (await client.result(translateId)).items[0]?.originalName ?? '';
}

it('an archive of files is refused when one of its ids is unknown, and names it', async () => {
  const files = ['a.txt', 'b.txt'].map((name) => ({ name, bytes: TEXT }));
  const { items } = await client.ended(await client.submit(files, { contractId }));
  const [first, second] = items;
  // Ids and the numbers beside them may be mixed.
  const both = await client.call(
    `/api/v1/downloads?ids=${JSON.stringify([first?.translateItemId, second?.id])}`,
  );
  expect(both.status).toBe(200);
  const nobodys = '7d3a1f4e-0000-4000-8000-000000000000';
  for (const id of [nobodys, 2_000_000_000]) {
    const answer = await client.call(`/api/v1/downloads?ids=${JSON.stringify([first?.translateItemId, id])}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      data: { code: 40203, message: expect.stringContaining(`these ids: ${id}.`) },
    });
  }
}, 60_000);

describe('what a translated file holds', () => {
  const translated = async (name: string, content: string, fields = {}) => {
    const sent = [{ name, bytes: strToU8(content) }];
    const { items } = await client.ended(await client.submit(sent, { contractId, ...fields }));
    const [item] = items;
    expect(item?.error).toBe(false);
    const files = await client.download([item?.translateItemId ?? '']);
    return { item, text: Buffer.from(Object.values(files)[0] ?? []).toString() };
  };

  it('is no formula in a cell of CSV, while items of lists stay items', async () => {
    for (const [fromText, toText] of [
      ['合計欄', '=SUM(A1)'],
      ['連絡先', '@contact'],
    ] as const) {
      const entry = { fromLang: 'ja', fromText, toLang: 'en', toText };
      await app.call(tenant, '/api/v1/dictionary', { body: entry });
    }
    const { text } = await translated('table.csv', '番号,合計欄\n1,連絡先\n2,- りんごを買います。\n');
    expect(text).toContain(",'=SUM(A1)\n");
    expect(text).toContain("1,'@contact\n");
    expect(text).toMatch(/\n2,- [A-Z]/);
  }, 60_000);

  it('is translated in an XLIFF of thousands of tags, in a row or inside each other', async () => {
    const unit = (source: string) =>
      `<xliff version="1.2"><file source-language="ja" target-language="en" original="a" datatype="plaintext"><body><trans-unit id="1"><source>${source}</source></trans-unit></body></file></xliff>`;
    const inside = `${'<g id="1">'.repeat(300)}今日は雨が降っています。${'</g>'.repeat(300)}`;
    const row = Array.from({ length: 8000 }, (_, at) => `<g id="${at}">今日は雨です。</g>`).join('');
    const around = `<g id="1">${'今日は<g id="2">雨</g>です。'.repeat(8000)}</g>`;
    for (const source of sample([inside, row, around], 2)) {
      const { item, text } = await translated('tags.xlf', unit(source), { sourceLang: 'ja' });
      expect(item?.progress.total).toBeGreaterThan(0);
      const [, target = ''] = /<target[^>]*>(.*)<\/target>/s.exec(text) ?? [];
      expect(target.match(/<g /g)).toHaveLength(source.match(/<g /g)?.length ?? 0);
      expect(target.toLowerCase()).toContain('rain');
    }
  }, 120_000);
});

describe('the name of a file', () => {
  it('is made safe at every door', async () => {
    for (const [sent, clean] of NAMES) {
      // A name without an ending is of no known format.
      if (!clean.endsWith('.txt')) continue;
      const forms = [deeplForm('a.txt', sent)];
      // Clients escape line breaks in the names of a form.
      if (!sent.includes('\n')) {
        const own = await client.submit([{ name: sent, bytes: TEXT }], { contractId });
        expect(await originalName(own)).toBe(clean);
        forms.push(deeplForm(sent));
      }
      for (const form of forms) {
        const answer = await post('/v2/document', form, deepl);
        expect(answer.status, await answer.clone().text()).toBe(200);
        const { document_id } = (await answer.json()) as { document_id: string };
        expect(await originalName(document_id)).toBe(clean);
      }
    }
  }, 120_000);

  it('of DeepL holds no NUL in its field and has an ending', async () => {
    const nul = await post('/v2/document', deeplForm('a.txt', 'a\0b.txt'), deepl);
    expect(nul.status).toBe(400);
    expect(await nul.json()).toEqual({ message: expect.stringContaining('NUL') });
    const own = await client.submit([{ name: 'a\0b.txt', bytes: TEXT }], { contractId });
    expect(await originalName(own)).toBe('ab.txt');
    const none = await post('/v2/document', deeplForm('a.txt', '..\\..\\'), deepl);
    expect(none.status).toBe(415);
  });

  it('is one that archives and headers can hold, also with a language and a number in it', async () => {
    const ended: FileResult[] = [];
    for (const name of [LONG, LONG, '../a.txt', '..\\a.txt']) {
      ended.push(await client.ended(await client.submit([{ name, bytes: TEXT }], { contractId })));
    }
    const ids = ended.flatMap(({ items }) => items.map(({ translateItemId }) => translateItemId));
    const names = Object.keys(await client.download(ids));
    expect(names).toEqual([
      `${'あ'.repeat(82)}_en.txt`,
      `${'あ'.repeat(82)}_ (2).txt`,
      'a_en.txt',
      'a_en (2).txt',
    ]);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    const one = await client.call(`/api/v1/downloads/${ids[0]}`);
    const header = one.headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(header)).toBe(`attachment; filename*=UTF-8''${names[0]}`);
    const bilingual = await client.call(`/api/v1/downloads/${ids[0]}/bilingual?format=csv`);
    expect(decodeURIComponent(bilingual.headers.get('content-disposition') ?? '')).toMatch(/\.csv$/);
  }, 120_000);

  it('comes back clean from LibreTranslate, at the address of the service whatever Host says', async () => {
    for (const [sent, clean] of [
      ['../../pwned.txt', 'pwned_en.txt'],
      ['C:\\Users\\me\\a\0b.txt', 'ab_en.txt'],
      [LONG, `${'あ'.repeat(82)}_en.txt`],
    ] as const) {
      const form = new FormData();
      form.append('file', new Blob([TEXT]), sent);
      const texts = { source: 'ja', target: 'en', api_key: keyOf(tenant) };
      for (const [name, value] of Object.entries(texts)) form.append(name, value);
      const answer = await posted('/translate_file', form, { host: 'evil.example' });
      const { translatedFileUrl } = JSON.parse(answer);
      expect(translatedFileUrl).toMatch(`${app.url}/download_file/`);
      const header = (await fetch(translatedFileUrl)).headers.get('content-disposition') ?? '';
      expect(decodeURIComponent(header)).toBe(`attachment; filename*=UTF-8''${clean}`);
    }
  }, 60_000);
});
