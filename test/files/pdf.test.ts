import { deflateSync } from 'node:zlib';
import { degrees, PDFDocument, PDFName, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatOf } from '#src/documents/formats.js';
import { readTextLayer } from '#src/documents/pdf/reading/text-layer.js';
import { contentOf, translated, unitsOf } from './pdf-pages.js';
import { golden } from './samples.js';

/** Pieces of text with their places, by what they say. */
async function placesOf(bytes: Uint8Array) {
  const [page] = await readTextLayer(bytes);
  return new Map((page?.texts ?? []).map(({ text, x, y, size }) => [text, { x, y, size }]));
}

/** One page with text and whatever else is drawn on it. */
async function page(
  draw: (document: PDFDocument) => void | Promise<void>,
  content = '',
  rotated = 0,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const sheet = document.addPage([400, 300]);
  sheet.setRotation(degrees(rotated));
  const font = await document.embedFont(StandardFonts.Helvetica);
  sheet.node.setFontDictionary(PDFName.of('F1'), font.ref);
  await draw(document);
  if (content !== '') {
    const stream = document.context.register(document.context.flateStream(content));
    sheet.node.addContentStream(stream);
  }
  return document.save();
}

const nothing = () => undefined;

describe('PDF in, PDF out', () => {
  it('sets each paragraph into the place of its source, page by page', async () => {
    const source = golden('guide.pdf');
    const japanese = await translated(source, 'ja', (text) => `訳文${'です'.repeat(text.length / 4)}。`);
    const before = await readTextLayer(source);
    const after = await readTextLayer(japanese);
    expect(after).toHaveLength(before.length);
    expect((await unitsOf(japanese)).every((text) => /^訳文(?:です)+。$/.test(text))).toBe(true);
    expect(await unitsOf(japanese)).toHaveLength((await unitsOf(source)).length);
    const [heading, translation] = [before[0]?.texts[0], after[0]?.texts[0]];
    expect(translation).toMatchObject({ x: heading?.x, size: heading?.size });
    expect(translation?.y).toBeCloseTo(heading?.y ?? 0, 1);
    // Nothing of the source is left, not even behind the translation, and the fonts are in the file.
    expect(after.flatMap(({ texts }) => texts.map(({ text }) => text)).join('')).not.toMatch(/wood|drawer/i);
    expect(await fontFiles(japanese)).toBeGreaterThan(await fontFiles(source));
  });

  it('reads strings however they are written, and leaves everything else alone', async () => {
    const shapes = '1 0 0 RG 10 10 50 50 re S';
    const bytes = await page(
      nothing,
      `q 0 0.5 0 rg BT /F1 12 Tf 14 TL 40 250 Td (Fi\\162st \\(line\\)) Tj
      0 -60 Td [(Kerned) -250 (words)] TJ (\\040here) Tj
      1 0 0 1 40 120 Tm <5768656e> ' 3 1 (quoted twice) " ET Q ${shapes}
      BT /F1 12 Tf 1 0 0 1 300 250 Tm (12.50) Tj ET`,
    );
    expect(await unitsOf(bytes)).toEqual(['First (line)', 'Kerned words here', 'When quoted twice']);
    const out = await translated(bytes, 'en', (text) =>
      text.startsWith('When') ? 'Last one' : `Other ${text.length}`,
    );
    expect(await unitsOf(out)).toEqual(['Other 12', 'Other 17', 'Last one']);
    const [old, fresh] = [await placesOf(bytes), await placesOf(out)];
    expect(fresh.get('Other 17')).toEqual(old.get('Kerned words here'));
    expect(fresh.get('12.50')).toEqual(old.get('12.50'));
    const content = await contentOf(out);
    expect(content).toContain(shapes);
    expect(content).toContain('0 0.5 0 rg');
  });

  it('keeps bold words inside a paragraph, as PDF and as Word', async () => {
    const bytes = await page(
      async (document) => {
        const bold = await document.embedFont(StandardFonts.HelveticaBold);
        document.getPage(0).node.setFontDictionary(PDFName.of('F2'), bold.ref);
      },
      `BT /F1 12 Tf 40 250 Td (Never use) Tj /F2 12 Tf 58 0 Td (hot water) Tj
      /F1 12 Tf 60 0 Td (on it.) Tj /F2 12 Tf -118 -60 Td (A heading) Tj ET`,
    );
    const tagged = ['Never use <1>hot water</1> on it.', 'A heading'];
    expect(await unitsOf(bytes)).toEqual(tagged);
    const german = (text: string) =>
      text === tagged[0] ? '<1>Heißes Wasser</1> ist dafür nicht geeignet.' : 'Eine Überschrift';
    const out = await translated(bytes, 'de', german);
    expect(await unitsOf(out)).toEqual(tagged.map(german));
    const document = await formatOf('a.pdf', bytes, 'docx').open(bytes, { to: 'de' });
    const word = await document.write(document.units.map(({ text }) => german(text)));
    const xml = strFromU8(unzipSync(word)['word/document.xml'] ?? new Uint8Array());
    const boldRuns = [...xml.matchAll(/<w:b\/>.*?<w:t[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(boldRuns).toEqual(['Heißes Wasser', 'Eine Überschrift']);
  });

  it('keeps italic words, by their font or by how they are drawn, as PDF and as Word', async () => {
    const bytes = await page(
      async (document) => {
        const italic = await document.embedFont(StandardFonts.HelveticaOblique);
        document.getPage(0).node.setFontDictionary(PDFName.of('F2'), italic.ref);
      },
      `BT /F1 12 Tf 40 250 Td (Never use) Tj /F2 12 Tf 58 0 Td (hot water) Tj
      /F1 12 Tf 60 0 Td (on it.) Tj ET
      BT /F1 12 Tf 1 0 0 1 40 190 Tm (Read) Tj 1 0 0.2 1 72 190 Tm (The Manual) Tj 1 0 0 1 140 190 Tm (first.) Tj ET`,
    );
    const tagged = ['Never use <1>hot water</1> on it.', 'Read <1>The Manual</1> first.'];
    expect(await unitsOf(bytes)).toEqual(tagged);
    const japanese = (text: string) =>
      text === tagged[0] ? '<1>熱いお湯</1>は使わないでください。' : '先に<1>説明書</1>を読んでください。';
    const out = await translated(bytes, 'ja', japanese);
    expect(await unitsOf(out)).toEqual(tagged.map(japanese));
    const document = await formatOf('a.pdf', bytes, 'docx').open(bytes, { to: 'ja' });
    const word = await document.write(document.units.map(({ text }) => japanese(text)));
    const xml = strFromU8(unzipSync(word)['word/document.xml'] ?? new Uint8Array());
    const italicRuns = [...xml.matchAll(/<w:i\/>.*?<w:t[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(italicRuns).toEqual(['熱いお湯', '説明書']);
  });

  it('finds text on a page that stands on its side', async () => {
    const bytes = await page(nothing, 'BT /F1 10 Tf 0 1 -1 0 60 40 Tm (Turned with the page) Tj ET', 90);
    const out = await translated(bytes, 'ja', () => '回転');
    expect(await unitsOf(out)).toEqual(['回転']);
    expect((await placesOf(out)).get('回転')).toEqual((await placesOf(bytes)).get('Turned with the page'));
  });

  it('finds text in forms that a page draws', async () => {
    const bytes = await page((document) => {
      const form = document.context.flateStream('BT /F1 10 Tf 5 5 Td (Inside a form) Tj ET', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 200, 50],
        Matrix: [1, 0, 0, 1, 100, 100],
      });
      document.getPage(0).node.setXObject(PDFName.of('Fm'), document.context.register(form));
    }, '/Fm Do');
    const out = await translated(bytes, 'ja', () => '図の中');
    expect(await unitsOf(out)).toEqual(['図の中']);
    expect((await placesOf(out)).get('図の中')).toMatchObject({ x: 105, y: 105 });
  });

  it('keeps a longer translation on the page and clear of its neighbours', async () => {
    const bytes = await page(
      nothing,
      'BT /F1 12 Tf 40 250 Td (Name) Tj 120 0 Td (Price) Tj -120 -15 Td (Next row of it) Tj ET',
    );
    const long = 'A name that is far longer than the word it stands for';
    const out = await translated(bytes, 'en', (text) => (text === 'Name' ? long : `${text}!`));
    const [sheet] = await readTextLayer(out);
    const words = (sheet?.texts ?? []).filter(({ text }) => long.includes(text.trim()) && text.trim() !== '');
    expect(words.length).toBeGreaterThan(0);
    for (const { x, width, size } of words) {
      expect(size).toBeLessThan(12);
      expect(size).toBeGreaterThanOrEqual(6);
      expect(x + width).toBeLessThan(160);
    }
  });
});

describe('PDF in, Word out', () => {
  it('gives paragraphs in their sizes, pages, and marks before their items', async () => {
    const bytes = golden('guide.pdf');
    const document = await formatOf('guide.pdf', bytes, 'docx').open(bytes, { to: 'ja' });
    expect(document.units.map(({ text }) => text)).toEqual([
      'How to care for a wooden table',
      expect.stringMatching(
        /^Wood moves .* the air is dry and the boards become narrower, .* room to move\.$/,
      ),
      'Wipe the top with a dry cloth every week. Oil it twice a year.',
      'Never use hot water.',
      'Keep it away from the heater.',
      expect.stringMatching(/^If a drawer sticks, .* look at it\.$/),
    ]);
    const written = await document.write(document.units.map((_, index) => `第${index}段落`));
    const again = await formatOf('guide.docx', written).open(written, { to: 'en' });
    expect(again.units).toHaveLength(6);
    const xml = strFromU8(unzipSync(written)['word/document.xml'] ?? new Uint8Array());
    expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(1);
    expect(xml.match(/<w:tab\/>/g)).toHaveLength(2);
    expect(xml).toContain('w:eastAsia="Yu Gothic"');
  });
});

describe('PDF that cannot be translated', () => {
  const refusal = async (bytes: Uint8Array) => translated(bytes, 'ja', () => '訳');

  it('is a scan', async () => {
    const scan = await page((document) => {
      document.getPage(0).drawRectangle({ x: 0, y: 0, width: 400, height: 300, color: rgb(0.9, 0.9, 0.9) });
    });
    await expect(refusal(scan)).rejects.toThrow('text recognition');
  });

  it('is a scan with recognized text behind it, unless a Word document is asked for', async () => {
    const recognized = await page(nothing, 'BT 3 Tr /F1 12 Tf 40 200 Td (Recognized words) Tj ET');
    await expect(refusal(recognized)).rejects.toThrow('pdfOutput=docx');
    const word = await formatOf('a.pdf', recognized, 'docx').open(recognized, { to: 'ja' });
    expect(word.units).toEqual([{ text: 'Recognized words' }]);
  });

  it('is protected by a password', async () => {
    const document = await PDFDocument.create();
    document.addPage().drawText('Secret words', { size: 12 });
    document.encrypt({ userPassword: 'open', ownerPassword: 'own' });
    await expect(refusal(await document.save())).rejects.toThrow('password');
  });

  it('unpacks to more than any page holds, packed once or twice', async () => {
    const packed = deflateSync(Buffer.alloc(257 * 1024 ** 2), { level: 1 });
    for (const data of [packed, deflateSync(packed)]) {
      const bomb = Buffer.concat([
        Buffer.from('%PDF-1.7\n1 0 obj\n<</Length 9/Fil#74er/FlateDecode>>\nstream\n'),
        data,
        Buffer.from('\nendstream\nendobj\n'),
      ]);
      await expect(refusal(bomb)).rejects.toThrow('unpacks to far more');
    }
  });
});

async function fontFiles(bytes: Uint8Array): Promise<number> {
  const document = await PDFDocument.load(bytes);
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => String(object));
  return objects.filter((text) => /\/FontFile\d? /.test(text)).length;
}
