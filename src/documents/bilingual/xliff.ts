import type { Lang } from '../../base/lang.js';
import { canonicalLang } from '../../interchange/lang-tag.js';
import type { Pair } from '../../interchange/pair.js';
import { decodeXml } from '../xml/decode-xml.js';
import { escapeText } from '../xml/escape.js';
import { childOf, walkXml, type XmlElement } from '../xml/walk.js';

const TAG = /<(\/?)(\d{1,3})(\/?)>/g;

export interface BilingualSentence {
  readonly from: string;
  readonly source: string;
  /** Null where it is not translated. */
  readonly target: string | null;
}

/** XLIFF 1.2, which every tool of translators opens. Our numbered tags are its inline elements. */
export function writeXliff(sentences: readonly BilingualSentence[], to: Lang): string {
  const from = sentences[0]?.from ?? 'en';
  const units = sentences.map(({ source, target }, index) => {
    const translated =
      target === null
        ? '<target state="needs-translation"></target>'
        : `<target state="needs-review-translation">${inline(target)}</target>`;
    return `<trans-unit id="${index + 1}"><source>${inline(source)}</source>${translated}</trans-unit>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="document" datatype="plaintext" source-language="${from}" target-language="${to}"><body>
${units.join('\n')}
</body></file>
</xliff>
`;
}

/** `<1>` becomes `<bpt>`, `</1>` its end and `<2/>` an `<x>`: sentences may hold one half of a pair alone. */
function inline(text: string): string {
  let out = '';
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    const [tag, closing, id] = match;
    out += escapeText(text.slice(at, match.index));
    const name = closing === '/' ? 'ept' : tag.endsWith('/>') ? 'x' : 'bpt';
    out += name === 'x' ? `<x id="${id}"/>` : `<${name} id="${id}">${escapeText(tag)}</${name}>`;
    at = match.index + tag.length;
  }
  return out + escapeText(text.slice(at));
}

/** How far into a file its languages are looked for: they stand in its first elements. */
const HEAD_CHARS = 64 * 1024;

/** The languages that a file names. */
export function xliffLangs(content: Uint8Array): {
  readonly from: Lang | undefined;
  readonly to: Lang | undefined;
} {
  const head = decodeXml(content, undefined).text.slice(0, HEAD_CHARS);
  const named = (attribute: RegExp) => canonicalLang(attribute.exec(head)?.[1] ?? '');
  return {
    from: named(/\b(?:source-language|srcLang)\s*=\s*["']([^"']*)["']/),
    to: named(/\b(?:target-language|trgLang)\s*=\s*["']([^"']*)["']/),
  };
}

/** A pair and its number among the units of its file. */
export interface NumberedPair extends Pair {
  readonly row: number;
}

export function readRevisedXliff(
  content: Uint8Array,
  langs: { readonly from: Lang; readonly to: Lang },
): readonly NumberedPair[] {
  const pairs: NumberedPair[] = [];
  let row = 0;
  walkXml(decodeXml(content, undefined).text, {
    // 1.2 and 2.
    wants: (name) => name === 'trans-unit' || name === 'segment',
    element(unit) {
      row += 1;
      const source = childOf(unit, 'source');
      const target = childOf(unit, 'target');
      if (source === undefined || target === undefined) return;
      const [fromText, toText] = [plain(source), plain(target)];
      if (fromText.trim() === '' || toText.trim() === '') return;
      pairs.push({ row, fromLang: langs.from, fromText, toLang: langs.to, toText });
    },
  });
  return pairs;
}

/** Inline elements as the numbered tags that they stand for. */
function plain(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (child.kind === 'text') return child.text;
      const { id = '' } = child.attributes;
      if (child.name === 'x') return `<${id}/>`;
      if (child.name === 'bpt') return `<${id}>`;
      return child.name === 'ept' ? `</${id}>` : plain(child);
    })
    .join('');
}
