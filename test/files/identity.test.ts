import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatOf } from '#src/documents/formats.js';
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

/** Documents of one or more texts, written as programs write them. */
const MAKERS: Readonly<Record<string, (texts: readonly string[]) => Uint8Array>> = {
  'a.docx': (texts) =>
    wordDocument(texts.map((text) => `<w:p><w:r><w:t>${xml(text)}</w:t></w:r></w:p>`).join('')),
  'a.pptx': (texts) =>
    archive('ppt/presentation.xml', {
      'ppt/slides/slide1.xml': `<p:sld>${texts.map((text) => `<a:p><a:r><a:t>${xml(text)}</a:t></a:r></a:p>`).join('')}</p:sld>`,
    }),
  'a.xlsx': (texts) =>
    archive('xl/workbook.xml', {
      'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${xml(text)}</t></si>`).join('')}</sst>`,
    }),
  'a.odt': (texts) =>
    archive('content.xml', {}, texts.map((text) => `<text:p>${xml(text)}</text:p>`).join('')),
  'a.ods': (texts) =>
    archive(
      'content.xml',
      {},
      texts.map((text) => `<table:table-cell><text:p>${xml(text)}</text:p></table:table-cell>`).join(''),
    ),
  'a.odp': (texts) =>
    archive('content.xml', {}, texts.map((text) => `<text:p>${xml(text)}</text:p>`).join('')),
  'a.html': (texts) => strToU8(texts.map((text) => `<p title="${xml(text)}">${xml(text)}</p>`).join('\n')),
  'a.txt': (texts) => strToU8(texts.join('\n\n')),
  'a.csv': (texts) => strToU8(texts.map((text) => `"${text.replaceAll('"', '""')}",1`).join('\r\n')),
  'a.tsv': (texts) => strToU8(texts.map((text) => `"${text.replaceAll('"', '""')}"\t1`).join('\n')),
  'a.json': (texts) => strToU8(JSON.stringify(texts)),
  'a.arb': (texts) => strToU8(JSON.stringify(Object.fromEntries(texts.map((text, at) => [`k${at}`, text])))),
  'a.yaml': (texts) => strToU8(texts.map((text, at) => `k${at}: ${JSON.stringify(text)} # note\n`).join('')),
  'a.properties': (texts) =>
    strToU8(texts.map((text, at) => `k${at}=${text.trimStart().replaceAll('\\', '\\\\')}\n`).join('')),
  'a.strings': (texts) => strToU8(texts.map((text, at) => `"k${at}" = ${JSON.stringify(text)};\n`).join('')),
  'a.resx': (texts) =>
    strToU8(
      `<root>${texts.map((text, at) => `<data name="k${at}"><value>${xml(text)}</value></data>`).join('')}</root>`,
    ),
  'a.xlf': (texts) =>
    strToU8(
      `<xliff version="1.2"><file>${texts.map((text, at) => `<trans-unit id="${at}"><source>${xml(text)}</source></trans-unit>`).join('')}</file></xliff>`,
    ),
  'a.tmx': (texts) =>
    strToU8(
      `<tmx><header srclang="ja"/><body>${texts.map((text) => `<tu><tuv xml:lang="ja"><seg>${xml(text)}</seg></tuv></tu>`).join('')}</body></tmx>`,
    ),
  'a.po': (texts) =>
    strToU8([...new Set(texts)].map((text) => `msgid ${JSON.stringify(text)}\nmsgstr ""\n`).join('\n')),
};

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function archive(main: string, parts: Readonly<Record<string, string>>, body = ''): Uint8Array {
  const all = { [main]: `<x>${body}</x>`, ...parts };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, content]) => [name, strToU8(content)])));
}

describe('text that looks like the format around it', () => {
  const texts = fc.array(fc.stringMatching(/^[a-z日本語é&<>"'\\{}#%:;,|=!/[\]()0-9 ]{1,12}$/), {
    minLength: 1,
    maxLength: 5,
  });

  it.each(Object.entries(MAKERS))(
    '%s: stays when nothing changes, and comes back when it does',
    async (name, make) => {
      await fc.assert(
        fc.asyncProperty(texts, async (some) => {
          const bytes = make(some);
          const format = formatOf(name, bytes);
          const document = await format.open(bytes, { to: 'en' });
          const units = document.units.map(({ text }) => text);
          expect(contentOf(await document.write(units))).toEqual(contentOf(bytes));
          const changed = await format.open(await document.write(units.map((text) => `${text} zz`)), {
            to: 'en',
          });
          const expected = BILINGUAL.test(name) ? [] : units.map((text) => `${text} zz`);
          expect(changed.units.map(({ text }) => text)).toEqual(expected);
        }),
        { numRuns: 30, examples: [[["'=日", '\\']]] },
      );
    },
  );
});
