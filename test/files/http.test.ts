import { PDFDocument } from '@cantoo/pdf-lib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ContractId } from '#src/base/ids.js';
import { formatOf } from '#src/documents/formats.js';
import type { FileResult } from '#src/files/file-results.js';
import { FileClient, type SentFile } from '../../bench/files/file-client.js';
import { openReceiver, type Receiver } from '../jobs/receiver.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { golden, wordDocument } from './samples.js';

let app: TestApp;
let tenant: Tenant;
let contractId: ContractId;
let receiver: Receiver;
let client: FileClient;
const WAIT = { timeout: 120_000, interval: 200 };

beforeAll(async () => {
  app = await testApp({ callbackAllowPrivate: true });
  receiver = await openReceiver();
  tenant = await app.tenant();
  contractId = await fileContract(tenant);
  client = new FileClient(app.url, tenant.key);
  await app.call(tenant, '/api/v1/callback', { method: 'PUT', body: { callbackUrl: receiver.url } });
}, 120_000);
afterAll(async () => {
  await app.close();
  await receiver.close();
});

async function fileContract({ organization }: Tenant, charQuota: number | null = null): Promise<ContractId> {
  const contract = await app.service.contracts.create(organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
    charQuota,
  });
  return contract.id;
}

const submit = (files: readonly SentFile[], fields: Readonly<Record<string, string>> = {}) =>
  client.submit(files, { contractId, ...fields });
/** A slide with a text in a box of one line. */
const slide = (text: string) =>
  zipSync({
    'ppt/presentation.xml': strToU8('<p:presentation/>'),
    'ppt/slides/slide1.xml': strToU8(
      `<p:sld><p:sp><p:spPr><a:xfrm><a:ext cx="2540000" cy="508000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`,
    ),
  });
/** The same in a frame of OpenDocument, and in a box of Word. */
const frame = (text: string) =>
  zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.presentation'),
    'content.xml': strToU8(
      `<office:document-content><office:automatic-styles></office:automatic-styles><draw:page><draw:frame draw:style-name="gr1" svg:width="7cm" svg:height="1.4cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page></office:document-content>`,
    ),
  });
const box = (text: string) =>
  wordDocument(
    `<w:p><w:r><w:pict><v:shape style="width:200pt;height:40pt"><v:textbox><w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`,
  );
const sentence = (text: string) => wordDocument(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);

/** The sentence of a refusal. A service may also hang up on a body that it does not want, which clients see as an error. */
async function refusedUpload(send: () => ReturnType<FileClient['post']>): Promise<string> {
  const { status, body } = await send();
  expect(status).toBe(413);
  return JSON.stringify(body);
}

async function protectedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText('Secret words', { size: 12 });
  document.encrypt({ userPassword: 'open', ownerPassword: 'own' });
  return document.save();
}

describe('file translation', () => {
  it('translates several files into several languages and hands them out', async () => {
    const translateId = await submit(
      [
        { name: 'report.docx', bytes: golden('report.docx') },
        { name: 'notes.txt', bytes: strToU8('今日は会議があります。\n\n明日は休みです。\n') },
      ],
      { targetLangs: '["en", "zh-CN"]' },
    );
    const found = await client.ended(translateId);
    expect(found).toMatchObject({ translateId, done: true, langs: ['en', 'zh-CN'], fieldId: 1 });
    expect(Number.isNaN(Date.parse(found.createdAt))).toBe(false);
    expect(found.items.map(({ originalName, lang, error }) => ({ originalName, lang, error }))).toEqual([
      { originalName: 'report.docx', lang: 'en', error: false },
      { originalName: 'report.docx', lang: 'zh-CN', error: false },
      { originalName: 'notes.txt', lang: 'en', error: false },
      { originalName: 'notes.txt', lang: 'zh-CN', error: false },
    ]);
    for (const item of found.items) {
      expect(item.detectedLang).toBe('ja');
      expect(item.wordCount).toBeGreaterThan(5);
      expect(item.progress.done).toBe(item.progress.total);
    }
    const files = await client.download(found.items.map((item) => item.translateItemId));
    expect(Object.keys(files).sort()).toEqual([
      'notes_en.txt',
      'notes_zh-CN.txt',
      'report_en.docx',
      'report_zh-CN.docx',
    ]);
    const english = strFromU8(files['notes_en.txt'] ?? new Uint8Array());
    expect(english).toMatch(/^[A-Z][^\n]+\n\n[A-Z][^\n]+\n$/);
    expect(english.toLowerCase()).toContain('meeting');
    const report = files['report_en.docx'] ?? new Uint8Array();
    const units = (await formatOf('report.docx', report).open(report, { to: 'ja' })).units.map(
      ({ text }) => text,
    );
    // Two formatted words, the link and the footnote mark of the paragraph have come back.
    const marks = units.find((text) => text.includes('<4>') || text.includes('<4/>')) ?? '';
    expect(marks.match(/<\d>[^<]+<\/\d>/g)).toHaveLength(3);
    expect(marks.match(/<\d\/>/g)).toHaveLength(1);
    expect(units.some((text) => /[\u3041-\u30FF]/.test(text))).toBe(false);
    expect((await client.result(translateId)).items.every((item) => item.downloaded)).toBe(true);
    await vi.waitFor(() => {
      const events = receiver.received.filter(({ headers }) => headers['x-event'] === 'file.finished');
      expect(events.map(({ body }) => JSON.parse(body).data.translateId)).toContain(translateId);
    }, WAIT);
  }, 180_000);

  it('uses the phrase pairs of the account, sentence by sentence, and books usage', async () => {
    const { service } = app;
    const { id } = await service.lists.create(tenant.organization.id, 'phrase-dictionary', 'files');
    await service.bindings.bind(tenant.organization.id, 'phrase-dictionary', id, { userId: tenant.user.id });
    await service.lists.merge(service.store.db, tenant.organization.id, 'phrase-dictionary', id, [
      {
        fromLang: 'ja',
        toLang: 'en',
        fromText: '定例会議を開きます。',
        toText: 'The usual gathering takes place.',
      },
      {
        fromLang: 'ja',
        toLang: 'en',
        fromText: '会場です。',
        toText: 'This is the place. '.repeat(20).trim(),
      },
    ]);
    await service.lists.announce(tenant.organization.id);
    const translateId = await submit([
      { name: 'a.docx', bytes: sentence('お知らせです。定例会議を開きます。') },
      { name: 'b.pptx', bytes: slide('会場です。') },
      { name: 'c.odp', bytes: frame('会場です。') },
      { name: 'd.docx', bytes: box('会場です。') },
    ]);
    const found = await client.ended(translateId);
    const [file] = Object.values(await client.download(found.items.map((item) => item.translateItemId)));
    expect(strFromU8(unzipSync(file ?? new Uint8Array())['word/document.xml'] ?? new Uint8Array())).toContain(
      'The usual gathering takes place.',
    );
    // On slides and in a box it needs more room than there is, and the items say so.
    expect(found.items.map(({ overflowPages }) => overflowPages)).toEqual([undefined, [1], [1], [1]]);
    const usage = await service.usage.report(tenant.organization.id, { contractId });
    expect(usage.reduce((sum, day) => sum + day.characters, 0)).toBeGreaterThan(0);
  }, 120_000);

  it('gives sentence beside sentence to a translator, and learns from what comes back', async () => {
    const text = '机は来週の火曜日に届く予定です。受付で受け取ってください。';
    const found = await client.ended(await submit([{ name: 'a.docx', bytes: sentence(text) }]));
    const id = found.items[0]?.translateItemId ?? '';
    for (const format of ['tmx', 'xlsx', 'csv', 'tsv']) {
      const path = `/api/v1/downloads/${id}/bilingual?format=${format}`;
      expect((await app.call(tenant, path)).status).toBe(200);
    }
    const xliff = await app.call(tenant, `/api/v1/downloads/${id}/bilingual?format=xliff`);
    expect(xliff.body).toContain('<source>受付で受け取ってください。</source>');
    const revised = String(xliff.body).replace(
      /(受付で受け取ってください。<\/source><target[^>]*>)[^<]*/,
      '$1Pick it up at the front desk.',
    );
    const answer = await client.post(
      [{ name: 'a.xlf', bytes: strToU8(revised) }],
      {},
      { path: `/api/v1/downloads/${id}/revised` },
    );
    // One of the two sentences was changed: one is learnt, and the file itself says it at once.
    expect(answer).toMatchObject({ status: 200, body: { data: { pairs: 1 } } });
    const word = async () =>
      strFromU8(
        unzipSync((await client.download([id]))['a_en.docx'] ?? new Uint8Array())['word/document.xml'] ??
          new Uint8Array(),
      );
    expect(await word()).toContain('Pick it up at the front desk.');
    // The export from before the correction takes nothing back.
    const bring = (content: unknown) =>
      client.post(
        [{ name: 'a.xlf', bytes: strToU8(String(content)) }],
        {},
        { path: `/api/v1/downloads/${id}/revised` },
      );
    expect(await bring(xliff.body)).toMatchObject({ status: 200, body: { data: { pairs: 0 } } });
    expect(await word()).toContain('Pick it up at the front desk.');
    const newest = await app.call(tenant, `/api/v1/downloads/${id}/bilingual?format=xliff`);
    expect(newest.body).toContain('Pick it up at the front desk.');
    // Another account's first two revisions come at once.
    const colleague = await app.service.organizationAdmin.createUser(tenant.organization.id, 'colleague');
    const key = await app.service.keyAdmin.create(tenant.organization.id, colleague.id, {});
    const other = new FileClient(app.url, key);
    const own = await other.ended(
      await other.submit([{ name: 'a.docx', bytes: sentence(text) }], { contractId }),
    );
    const path = `/api/v1/downloads/${own.items[0]?.translateItemId}/revised`;
    const revise = () => other.post([{ name: 'a.xlf', bytes: strToU8(revised) }], {}, { path });
    const [one, two] = await Promise.all([revise(), revise()]);
    expect([one, two]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(one.body).toEqual(two.body);
    const again = await client.ended(await submit([{ name: 'b.docx', bytes: sentence(text) }]));
    const [file] = Object.values(await client.download(again.items.map((item) => item.translateItemId)));
    expect(strFromU8(unzipSync(file ?? new Uint8Array())['word/document.xml'] ?? new Uint8Array())).toContain(
      'Pick it up at the front desk.',
    );
  }, 120_000);

  it('refuses a revised row that has lost a tag, by its number, and takes nothing of the file', async () => {
    const runs =
      '<w:p><w:r><w:t>会議は</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>火曜日</w:t></w:r><w:r><w:t>に開かれます。</w:t></w:r></w:p>';
    const other = '<w:p><w:r><w:t>資料を持ってきてください。</w:t></w:r></w:p>';
    const found = await client.ended(
      await submit([{ name: 'tags.docx', bytes: wordDocument(other + runs) }]),
    );
    const id = found.items[0]?.translateItemId ?? '';
    const csv = String((await app.call(tenant, `/api/v1/downloads/${id}/bilingual?format=csv`)).body);
    expect(csv).toContain('<1>火曜日</1>');
    const bring = (content: string) =>
      client.post(
        [{ name: 'tags.csv', bytes: strToU8(content) }],
        {},
        { path: `/api/v1/downloads/${id}/revised` },
      );
    const lines = csv.trimEnd().split(/\r?\n/);
    const at = lines.findIndex((line) => line.includes('<1>火曜日'));
    const change = (row: string, place: number) => {
      const cells = row.split(',');
      const last = cells.findIndex((cell) => cell.startsWith('会議') || cell.startsWith('資料'));
      return place === at
        ? [...cells.slice(0, last + 1), 'en', 'The meeting takes place on Tuesday.'].join(',')
        : [...cells.slice(0, last + 1), 'en', 'Bring the papers.'].join(',');
    };
    const [header = '', ...body] = lines;
    const revised = [header, ...body.map((row, index) => change(row, index + 1))].join('\n');
    expect(await bring(revised)).toMatchObject({
      status: 400,
      body: {
        data: { message: expect.stringMatching(new RegExp(`^Row ${at + 1}: the translation lacks <1>`)) },
      },
    });
    const mended = revised.replace('on Tuesday', 'on <1>Tuesday</1>');
    expect(await bring(mended)).toMatchObject({ status: 200, body: { data: { pairs: 2 } } });
    const out = unzipSync((await client.download([id]))['tags_en.docx'] ?? new Uint8Array());
    const document = strFromU8(out['word/document.xml'] ?? new Uint8Array());
    expect(document).toContain('Bring the papers.');
    expect(document).toMatch(/<w:b\/>(?:<w:lang [^>]*>)?<\/w:rPr><w:t[^>]*>Tuesday<\/w:t>/);
  }, 120_000);

  it('lists the requests of the account and shows them to nobody else', async () => {
    const translateId = await submit([{ name: 'a.txt', bytes: strToU8('こんにちは。') }]);
    const all = await app.call(tenant, '/api/v1/translate-result/all');
    expect((all.body as { data: FileResult[] }).data[0]).toMatchObject({ translateId });
    const found = await client.ended(translateId);
    const stranger = await app.tenant();
    expect(await app.call(stranger, `/api/v1/translate-result/${translateId}`)).toMatchObject({
      status: 404,
      body: { data: { code: 40203 } },
    });
    const ids = JSON.stringify(found.items.map((item) => item.translateItemId));
    expect(await app.call(stranger, `/api/v1/downloads?ids=${ids}`)).toMatchObject({ status: 404 });
    expect((await app.call(stranger, '/api/v1/translate-result/all')).body).toMatchObject({ data: [] });
  }, 120_000);

  it('refuses what cannot work before anything is stored', async () => {
    const file = { name: 'a.txt', bytes: strToU8('こんにちは。') };
    const fields = { targetLangs: '["en"]', fieldId: '1', contractId };
    expect(
      (await client.post([file], { ...fields, contractId: tenant.contracts.t4oo.id })).body,
    ).toMatchObject({
      data: { code: 40204 },
    });
    expect((await client.post([file], { ...fields, targetLangs: '["xx"]' })).body).toMatchObject({
      data: { code: 40201 },
    });
    expect((await client.post([], fields)).body).toMatchObject({ data: { code: 40200 } });
    expect((await client.post([file], { fieldId: '1', contractId })).body).toMatchObject({
      data: { code: 40200 },
    });
    const name = (bad: SentFile) => client.post([bad], fields);
    expect(await name({ name: 'a.exe', bytes: strToU8('x') })).toMatchObject({ status: 415 });
    expect(await name({ name: 'a.docx', bytes: strToU8('no zip') })).toMatchObject({
      body: { data: { code: 40202 } },
    });
    expect(await name({ name: 'a.txt', bytes: new Uint8Array() })).toMatchObject({
      body: { data: { code: 40202 } },
    });
  });

  it('refuses a file of 100 MB while it comes in, and a form of too many files', async () => {
    const fields = { targetLangs: '["en"]', fieldId: '1', contractId };
    const large = { name: 'large.txt', bytes: new Uint8Array(100 * 1024 ** 2).fill(0x61) };
    expect(await refusedUpload(() => client.post([large], fields))).toContain('Split it');
    const many = Array.from({ length: 51 }, (_, at) => ({ name: `${at}.txt`, bytes: strToU8('文') }));
    expect(await refusedUpload(() => client.post(many, fields))).toContain('Split it');
  }, 60_000);

  it('looks into a file and refuses what nobody can read, before anything is stored', async () => {
    const whole = golden('report.docx');
    const cut = (name: string) => golden(name).subarray(0, golden(name).length >> 1);
    const bomb = zipSync({ 'word/document.xml': [new Uint8Array(8 * 1024 ** 2), { level: 6 }] });
    const entity = wordDocument('', {
      'word/header1.xml':
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><w:hdr><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:hdr>',
    });
    const locked = zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.text'),
      'content.xml': strToU8('x'),
      'META-INF/manifest.xml': strToU8('<m:manifest><m:encryption-data/></m:manifest>'),
    });
    const bad: readonly (readonly [string, Uint8Array, string])[] = [
      ...['report.docx', 'report.odt', 'prices.xlsx', 'prices.ods', 'talk.pptx', 'talk.odp', 'guide.pdf'].map(
        (name) => [name, cut(name), 'damaged'] as const,
      ),
      ['bomb.docx', bomb, 'unpacks'],
      ['sheet.xlsx', whole, 'does not fit its name'],
      ['entity.docx', entity, 'DOCTYPE'],
      ['locked.odt', locked, 'password'],
      ['locked.docx', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'password'],
      ['locked.pdf', await protectedPdf(), 'password'],
      ['broken.xlf', strToU8('<xliff version="1.2"><file>'), 'damaged'],
      ['broken.json', strToU8('{"a": "text'), 'damaged at line 1, column 7'],
      ['quote.yaml', strToU8('title: "今日\nnext: 明日\n'), 'damaged at line 3, column 1'],
      ['indent.yml', strToU8('ja:\n  a: 今日\n b: 明日\n'), 'damaged at line 3, column 1'],
      ['escape.yaml', strToU8('ja:\n  a: "今\\q日"\n'), 'damaged at line 2, column 8'],
      ['reserved.yaml', strToU8('ja:\n  a: @名前さん\n'), 'damaged at line 2, column 6'],
      ['quote.po', strToU8('msgid "Save\nmsgstr ""\n'), 'damaged at line 1, column 7'],
      [
        'lonely.po',
        strToU8('msgid "Save"\n\nmsgid "Open"\nmsgstr ""\n'),
        'line 3, column 1: a msgid has no msgstr',
      ],
      ['inner.po', strToU8('msgid "Say "no""\nmsgstr ""\n'), 'line 1, column 13: something stands behind'],
      ['words.pot', strToU8('msgid "Save"\nmsgstr ""\nSave it now\n'), 'line 3, column 1: a keyword'],
    ];
    const fields = { targetLangs: '["en"]', fieldId: '1', contractId };
    const answers: object[] = [];
    for (const [name, bytes] of bad) {
      const { status, body } = await client.post([{ name, bytes }], fields);
      answers.push({ name, status, ...(body.data as object) });
    }
    expect(answers).toMatchObject(
      bad.map(([name, , sentence]) => ({
        name,
        status: 400,
        code: 40202,
        message: expect.stringContaining(sentence),
      })),
    );
    const good = { name: 'a.txt', bytes: strToU8('こんにちは。') };
    const { body } = await client.post([good, { name: 'cut.docx', bytes: cut('report.docx') }], fields);
    expect(body).toMatchObject({
      data: { message: expect.stringMatching(/^cut\.docx: The file is damaged/) },
    });
  }, 60_000);

  it('says what is wrong with a file that turns out to hold nothing to translate', async () => {
    const found = await client.ended(await submit([{ name: 'numbers.txt', bytes: strToU8('1 2 3') }]));
    expect(found.items[0]).toMatchObject({
      error: true,
      errorCode: 40202,
      errorMessage: expect.stringContaining('no text'),
    });
    await vi.waitFor(() => {
      const events = receiver.received.filter(({ headers }) => headers['x-event'] === 'file.failed');
      expect(events.map(({ body }) => JSON.parse(body).data.translateId)).toContain(found.translateId);
    }, WAIT);
  }, 120_000);

  it('gives a PDF back as a Word document where one is asked for', async () => {
    const guide = { name: 'guide.pdf', bytes: golden('guide.pdf') };
    const fields = { contractId, targetLangs: '["ja"]', fieldId: '1' };
    expect((await client.post([guide], { ...fields, pdfOutput: 'odt' })).body).toMatchObject({
      data: { code: 40201, message: 'pdfOutput is one of pdf, docx.' },
    });
    const found = await client.ended(await submit([guide], { ...fields, pdfOutput: 'docx' }));
    const id = found.items[0]?.translateItemId ?? '';
    const one = await client.call(`/api/v1/downloads/${id}`);
    expect(one.headers.get('content-type')).toContain('wordprocessingml');
    expect(one.headers.get('content-disposition')).toContain('guide_ja.docx');
    const word = new Uint8Array(await one.arrayBuffer());
    const { units } = await formatOf('guide.docx', word).open(word, { to: 'en' });
    expect(units[0]?.text).toMatch(/[\u3041-\u30FF]/);
  }, 120_000);

  it('takes the same form under the same Idempotency-Key once', async () => {
    const send = (text: string) =>
      client.post(
        [{ name: 'a.txt', bytes: strToU8(text) }],
        { contractId, targetLangs: '["en"]', fieldId: '1' },
        { headers: { 'idempotency-key': 'upload-1' } },
      );
    const answers = await Promise.all([send('駅です。'), send('駅です。'), send('駅です。')]);
    answers.push(await send('駅です。'));
    const ids = answers.map(({ body }) => (body.data as { translateId: string }).translateId);
    expect(ids[0]).toMatch(/^[\w-]{10,}$/);
    expect(new Set(ids).size).toBe(1);
    expect(await send('川です。')).toMatchObject({ status: 409, body: { data: { code: 40205 } } });
  }, 60_000);

  it('keeps to the quota of the contract, and gives it back when a file fails', async () => {
    const limited = await fileContract(tenant, 20);
    const found = await client.ended(
      await submit(
        [{ name: 'long.txt', bytes: strToU8('これは二十文字よりもずっと長い文章なので訳されません。') }],
        {
          contractId: limited,
        },
      ),
    );
    expect(found.items[0]).toMatchObject({ error: true, errorCode: 40001 });
    const short = await client.ended(
      await submit([{ name: 'short.txt', bytes: strToU8('短い文です。') }], { contractId: limited }),
    );
    expect(short.items[0]?.error).toBe(false);
    expect(short.items[0]).not.toHaveProperty('errorCode');
  }, 120_000);

  it('stops when it is cancelled', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `第${index}回の会議の議事録を作成しました。`);
    const translateId = await submit([{ name: 'long.txt', bytes: strToU8(lines.join('\n\n')) }]);
    expect(
      await app.call(tenant, `/api/v1/translate-result/${translateId}`, { method: 'DELETE' }),
    ).toMatchObject({
      status: 200,
    });
    const found = await client.result(translateId);
    expect(found.done).toBe(true);
    expect(found.items[0]?.errorMessage).toContain('cancelled');
  }, 120_000);
});
