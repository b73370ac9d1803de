import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatOf } from '#src/files/formats.js';
import { golden, SAMPLES, wordDocument } from './samples.js';

const DOCUMENTS = [
  ...SAMPLES.map(({ name, bytes }) => ({ name, bytes })),
  ...['report.docx', 'report.odt', 'prices.xlsx', 'prices.ods', 'talk.pptx', 'talk.odp', 'guide.pdf'].map(
    (name) => ({
      name,
      bytes: golden(name),
    }),
  ),
];
/** Formats in which the source stays and the translation stands beside it. */
const BILINGUAL = /\.(?:xlf|tmx|po)$/;

/** Parts of an archive, or the file itself: what has to be the same. */
function contentOf(bytes: Uint8Array): Record<string, Uint8Array> {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? unzipSync(bytes) : { file: Uint8Array.from(bytes) };
}

/** Changes every word and no tag, so that it can be told where each one went. */
const marked = (text: string) =>
  text.replace(/(<\/?\d+\/?>|%\S|\{[^{}]*\})|\p{L}+/gu, (all, kept) => kept ?? `x${all}`);
const unmarked = (text: string) => text.replace(/x(?=\p{L})/gu, '');

describe('a document of each format', () => {
  it.each(SAMPLES)('$name: the reader finds the texts and nothing else', async ({ name, bytes, units }) => {
    const document = await formatOf(name, bytes).open(bytes, { to: 'en' });
    expect(document.units.map((unit) => unit.text)).toEqual(units);
  });

  it.each(DOCUMENTS)('$name: without translations it comes back byte for byte', async ({ name, bytes }) => {
    const document = await formatOf(name, bytes).open(bytes, { to: 'en' });
    const same = await document.write(document.units.map((unit) => unit.text));
    expect(contentOf(same)).toEqual(contentOf(bytes));
  });

  it.each(DOCUMENTS)('$name: translations stand where their sources stood', async ({ name, bytes }) => {
    const format = formatOf(name, bytes);
    const document = await format.open(bytes, { to: 'en' });
    const sources = document.units.map((unit) => unit.text);
    expect(sources.length).toBeGreaterThan(0);
    const translated = await document.write(sources.map(marked));
    const again = await format.open(translated, { to: 'en' });
    if (BILINGUAL.test(name)) {
      // Every unit has its translation now.
      expect(again.units).toEqual([]);
      return;
    }
    expect(again.units.map((unit) => unit.text.replace(/\s+/g, ' ').trim())).toEqual(
      sources.map((text) => marked(text).replace(/\s+/g, ' ').trim()),
    );
    const back = await again.write(again.units.map((unit) => unmarked(unit.text)));
    const restored = await format.open(back, { to: 'en' });
    expect(restored.units.map((unit) => unit.text.replace(/\s+/g, ' ').trim())).toEqual(
      sources.map((text) => text.replace(/\s+/g, ' ').trim()),
    );
  });
});

describe('formatting inside a sentence', () => {
  const run = fc.record({
    text: fc.stringMatching(/^[a-z日本語&<>"' ]{0,8}$/),
    bold: fc.boolean(),
    noise: fc.boolean(),
  });
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  it('is the same after an identity translation, however the runs are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 8 }), async (runs) => {
        const body = runs
          .map(({ text, bold, noise }) => {
            const properties = `${bold ? '<w:b/>' : ''}${noise ? '<w:lang w:val="x"/>' : ''}`;
            return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
          })
          .join('');
        const bytes = wordDocument(`<w:p>${body}</w:p><w:p><w:r><w:t>end</w:t></w:r></w:p>`);
        const format = formatOf('a.docx', bytes);
        const document = await format.open(bytes, { to: 'en' });
        // A change at the end makes the writer rewrite the paragraph instead of leaving it alone.
        const changed = await document.write(document.units.map(({ text }) => `${text}!`));
        const again = await format.open(changed, { to: 'en' });
        expect(again.units.map(({ text }) => text)).toEqual(document.units.map(({ text }) => `${text}!`));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps objects and links when a translation has lost their tags', async () => {
    const bytes = wordDocument(
      '<w:p><w:r><w:t>See </w:t></w:r><w:hyperlink w:anchor="a"><w:r><w:t>here</w:t></w:r></w:hyperlink><w:r><w:t> now</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>, please.</w:t></w:r></w:p>',
    );
    const document = await formatOf('a.docx', bytes).open(bytes, { to: 'ja' });
    expect(document.units).toEqual([{ text: 'See <1>here</1> now<2/>, please.' }]);
    const written = await document.write(['こちら</1>を<1>見てください']);
    const xml = new TextDecoder().decode(unzipSync(written)['word/document.xml']);
    expect(xml.match(/<w:footnoteReference/g)).toHaveLength(1);
    expect(xml.match(/<w:hyperlink w:anchor="a">/g)).toHaveLength(1);
    expect(xml.match(/<\/w:hyperlink>/g)).toHaveLength(1);
  });
});
