import { canonicalLang } from '../../interchange/lang-tag.js';
import { documentOf, type FileFormat } from '../document.js';
import { FileRefused } from '../file-problems.js';
import { translateInline } from '../inline.js';
import { Splices } from '../splices.js';
import { decodeXml } from '../xml/decode-xml.js';
import { inlineTokens, serializeInline } from '../xml/inline-xml.js';
import { childOf, elementsOf, walkXml, type XmlElement } from '../xml/walk.js';

/** Translation memories: units that lack the target language get it; everything they hold already stays. */
export const TMX: FileFormat = {
  id: 'tmx',
  extensions: ['tmx'],
  mediaType: 'application/x-tmx+xml; charset=utf-8',
  open(bytes, { from, to }) {
    const file = decodeXml(bytes, from);
    if (!/<tmx\b/.test(file.text)) throw new FileRefused('mismatch');
    const header = /<header\b[^>]{0,2000}\ssrclang=["']([^"']{1,40})["']/.exec(file.text)?.[1];
    const source = from ?? canonicalLang(header ?? '');
    return documentOf((take) => {
      const splices = new Splices(file.text);
      walkXml(file.text, {
        wants: (name) => name === 'tu',
        element(unit) {
          const variants = elementsOf(unit).filter((child) => child.name === 'tuv');
          const original = variants.find((variant) => langOf(variant) === source) ?? variants[0];
          const segment = original === undefined ? undefined : childOf(original, 'seg');
          const last = variants.at(-1);
          if (segment === undefined || last === undefined || variants.some((one) => langOf(one) === to))
            return;
          const tokens = translateInline(
            inlineTokens(segment, file.text, { isPair: ({ name }) => name === 'hi' }),
            take,
          );
          if (tokens === undefined) return;
          const indent = /\n[ \t]*$/.exec(file.text.slice(unit.contentStart, last.start))?.[0] ?? '';
          const text = `${indent}<tuv xml:lang="${to}"><seg>${serializeInline(tokens)}</seg></tuv>`;
          splices.add({ start: last.end, end: last.end, text });
        },
      });
      return () => file.encode(splices.toString());
    }, file.older);
  },
};

function langOf(variant: XmlElement): string | undefined {
  return canonicalLang(variant.attributes['xml:lang'] ?? variant.attributes.lang ?? '');
}
