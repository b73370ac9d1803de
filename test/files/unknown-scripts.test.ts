import { strFromU8, strToU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContractId } from '#src/base/ids.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { wordDocument } from './samples.js';

let app: TestApp;
let tenant: Tenant;
let contractId: ContractId;
let client: FileClient;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant();
  const contract = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
    charQuota: null,
  });
  contractId = contract.id;
  client = new FileClient(app.url, tenant.key);
}, 120_000);
afterAll(async () => {
  await app.close();
});

async function japanese(texts: readonly string[]) {
  const { body } = await app.call(tenant, '/api/v1/translate', {
    method: 'POST',
    body: {
      text: texts,
      sourceLang: 'en',
      targetLang: 'ja',
      fieldId: '1',
      contractId: tenant.contracts.t4oo.id,
    },
    headers: { 'x-explain': '1' },
  });
  const { data } = body as {
    data: { translationResult: { translatedText: string; explain?: { untranslated?: boolean } }[] };
  };
  return data.translationResult;
}

const ARABIC = 'السلام عليكم';
const KOREAN = '안녕하세요. 감사합니다.';
const HEBREW = 'שלום עולם';
const THAI = 'ภาษาไทย';
const HINDI = 'नमस्ते दुनिया।';

describe('scripts that the model does not know', () => {
  it('come through a text untouched, with the sentence around them translated', async () => {
    const [quoted, alone, behind] = await japanese([
      `The greeting ${ARABIC} is common.`,
      HEBREW,
      `The report is ready. ${THAI}`,
    ]);
    expect(quoted?.translatedText).toContain(ARABIC);
    expect(quoted?.translatedText).toMatch(/[\u3041-\u309F]/);
    expect(alone).toMatchObject({ translatedText: HEBREW });
    expect(behind?.translatedText).toMatch(/[\u3041-\u309F].*ภาษาไทย$/);
  }, 60_000);

  it('stay in a document, and are counted as left on purpose', async () => {
    const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const texts = [
      'The contract was signed yesterday.',
      ARABIC,
      KOREAN,
      `We say ${HINDI}`,
      'Please send the invoice to our office.',
    ];
    const found = await client.ended(
      await client.submit(
        [
          { name: 'a.docx', bytes: wordDocument(texts.map(paragraph).join('')) },
          {
            name: 'a.csv',
            bytes: strToU8(`name,greeting\nThe front desk,${KOREAN}\nThe kitchen,${HEBREW}\n`),
          },
        ],
        { contractId, targetLangs: '["ja"]' },
      ),
    );
    const [word, table] = found.items;
    const files = await client.download(found.items.map((item) => item.translateItemId));
    const out = strFromU8(
      unzipSync(files['a_ja.docx'] ?? new Uint8Array())['word/document.xml'] ?? new Uint8Array(),
    );
    for (const kept of [ARABIC, KOREAN, HINDI]) expect(out).toContain(kept);
    expect(out).not.toContain('contract');
    expect(word?.untranslated).toBe(2);
    expect(strFromU8(files['a_ja.csv'] ?? new Uint8Array())).toContain(`,${HEBREW}\n`);
    expect(table?.untranslated).toBe(2);
  }, 120_000);
});

describe('texts in capitals', () => {
  it('are read as normal text', async () => {
    const shouted = await japanese(['LOGIN', 'EMPLOYMENT CREATION', 'PDF EXPORT']);
    const said = await japanese(['Login', 'Employment creation', 'PDF export']);
    expect(shouted.map(({ translatedText }) => translatedText)).toEqual(
      said.map(({ translatedText }) => translatedText),
    );
    expect(shouted[0]?.translatedText).toBe('ログイン');
    expect(shouted[2]?.translatedText).toContain('PDF');
    const [warning] = await japanese(['DO NOT OPEN THE COVER.']);
    expect(warning?.translatedText).toMatch(/カバー.*な/);
  }, 60_000);

  it('leave acronyms and codes as they are', async () => {
    const [api] = await japanese(['API']);
    expect(api?.translatedText).toBe('API');
  }, 60_000);
});

describe('numbers of pages', () => {
  it('keep their order in the form of the target language', async () => {
    const field = (name: string) => `<w:fldSimple w:instr=" ${name} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
    const words = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const footer = `<w:p>${words('Page ')}${field('PAGE')}${words(' of ')}${field('NUMPAGES')}</w:p>`;
    const bytes = wordDocument(`<w:p>${words('The meeting begins at nine.')}</w:p>${footer}`);
    const found = await client.ended(
      await client.submit([{ name: 'pages.docx', bytes }], { contractId, targetLangs: '["ja"]' }),
    );
    const files = await client.download(found.items.map((item) => item.translateItemId));
    const document = strFromU8(
      unzipSync(files['pages_ja.docx'] ?? new Uint8Array())['word/document.xml'] ?? new Uint8Array(),
    );
    expect(document).toMatch(/>ページ <\/w:t>.*" PAGE ".*<w:t[^>]*>\/ ?<\/w:t>.*" NUMPAGES "/s);
  }, 120_000);
});
