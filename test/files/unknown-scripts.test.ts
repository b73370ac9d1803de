import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileDoor, openFileDoor } from './file-door.js';
import { wordDocument } from './samples.js';

let door: FileDoor;
beforeAll(async () => {
  door = await openFileDoor();
}, 120_000);
afterAll(() => door.app.close());

async function japanese(texts: readonly string[]) {
  const { app, tenant } = door;
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
    const files = await door.translated(
      [
        { name: 'a.docx', bytes: wordDocument(texts.map(paragraph).join('')) },
        { name: 'a.csv', bytes: strToU8(`name,greeting\nThe front desk,${KOREAN}\nThe kitchen,${HEBREW}\n`) },
      ],
      'ja',
    );
    const [word, table] = [files.get('a.docx'), files.get('a.csv')];
    const out = word?.part('word/document.xml');
    for (const kept of [ARABIC, KOREAN, HINDI]) expect(out).toContain(kept);
    expect(out).not.toContain('contract');
    expect(word?.item.untranslated).toBe(2);
    expect(table?.text).toContain(`,${HEBREW}\n`);
    expect(table?.item.untranslated).toBe(2);
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
    const file = (await door.translated([{ name: 'pages.docx', bytes }], 'ja')).get('pages.docx');
    const document = file?.part('word/document.xml');
    expect(document).toMatch(/>ページ <\/w:t>.*" PAGE ".*<w:t[^>]*>\/ ?<\/w:t>.*" NUMPAGES "/s);
  }, 120_000);
});
