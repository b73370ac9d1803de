import { documentOf, type FileFormat, type TakeUnit } from '../document.js';
import { FileRefused } from '../file-problems.js';
import { translateInline } from '../inline.js';
import type { InlineToken } from '../inline-token.js';
import { Splices } from '../splices.js';
import { decodeXml } from '../xml/decode-xml.js';
import { inlineTokens, serializeInline } from '../xml/inline-xml.js';
import { childOf, textOf, walkXml, type XmlElement } from '../xml/walk.js';

/** Inline elements around words, of XLIFF 1.2 (`g`, `mrk`) and 2.x (`pc`, `mrk`). */
const PAIRS = new Set(['g', 'mrk', 'pc']);
/** States of 1.2 in which nobody has translated the unit yet; a target in any other state stays. */
const UNTRANSLATED = new Set(['new', 'needs-translation', 'initial']);

/** XLIFF 1.2 and 2.x. Units without a translation get one; those that have one, or must not have one, stay. */
export const XLIFF: FileFormat = {
  id: 'xliff',
  extensions: ['xlf', 'xliff', 'sdlxliff', 'mxliff'],
  mediaType: 'application/xliff+xml; charset=utf-8',
  open(bytes, { from, to }) {
    const file = decodeXml(bytes, from);
    const root = /<xliff\b[^>]{0,2000}>/.exec(file.text)?.[0];
    if (root === undefined) throw new FileRefused('mismatch');
    const second = /\sversion=["']2\./.test(root);
    return documentOf((take) => {
      const splices = new Splices(file.text);
      const unit = second ? 'segment' : 'trans-unit';
      const frozen = frozenPlaces(file.text);
      walkXml(file.text, {
        wants: (name) => name === unit,
        element(element) {
          if (!frozen(element.start)) translateUnit(element, file.text, take, splices, second);
        },
      });
      return () => file.encode(splices.changed ? inLanguage(splices.toString(), to, second) : file.text);
    }, file.older);
  },
};

function translateUnit(
  unit: XmlElement,
  source: string,
  take: TakeUnit,
  splices: Splices,
  second: boolean,
): void {
  const original = childOf(unit, 'source');
  const target = childOf(unit, 'target');
  if (original === undefined || unit.attributes.translate === 'no' || unit.attributes.approved === 'yes')
    return;
  const state = second ? unit.attributes.state : target?.attributes.state;
  if (target !== undefined && textOf(target).trim() !== '' && !UNTRANSLATED.has(state ?? 'final')) return;
  const tokens = translateInline(
    inlineTokens(original, source, {
      isPair: ({ name, attributes }) => PAIRS.has(name) && attributes.translate !== 'no',
    }),
    take,
  );
  if (tokens === undefined) return;
  const text = serializeInline(tokens);
  const qualifier = second || fits(unit, tokens) ? '' : ' state-qualifier="rejected-length"';
  if (second) {
    const opener = source.slice(unit.start, unit.contentStart);
    const translated = opener.replace(/\sstate=(["'])initial\1/, ' state="translated"');
    splices.add({ start: unit.start, end: unit.contentStart, text: translated });
  }
  if (target !== undefined) {
    const opener = source
      .slice(target.start, target.contentStart)
      .replace(/\sstate="(?:new|needs-translation)"/, ' state="needs-review-translation"')
      .replace(/\s*\/>$/, '>')
      .replace(/>$/, `${qualifier}>`);
    splices.add({ start: target.start, end: target.end, text: `${opener}${text}</target>` });
    return;
  }
  const after = [childOf(unit, 'seg-source'), original].find((one) => one !== undefined)?.end ?? original.end;
  const indent = /\n[ \t]*$/.exec(source.slice(unit.contentStart, original.start))?.[0] ?? '';
  const opener = second ? '<target>' : `<target state="needs-review-translation"${qualifier}>`;
  splices.add({ start: after, end: after, text: `${indent}${opener}${text}</target>` });
}

/** Whether a translation is as short as its unit asks for; only characters can be counted here. */
function fits({ attributes }: XmlElement, tokens: readonly InlineToken[]): boolean {
  const widest = Number(attributes.maxwidth);
  if (!(widest > 0) || attributes['size-unit'] !== 'char') return true;
  const text = tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
  return [...text].length <= widest;
}

/** Places inside of groups, files and units that ask not to be translated. */
function frozenPlaces(source: string): (at: number) => boolean {
  const places: { readonly start: number; readonly end: number }[] = [];
  if (/\btranslate=["']no["']/.test(source)) {
    walkXml(source, {
      wants: (name) => name === 'group' || name === 'unit' || name === 'trans-unit',
      element({ attributes, start, end }) {
        if (attributes.translate === 'no') places.push({ start, end });
      },
    });
  }
  return (at) => places.some(({ start, end }) => at >= start && at < end);
}

/** Names the target language where the file does not. */
function inLanguage(text: string, to: string, second: boolean): string {
  const element = second ? /<xliff\b[^>]{0,2000}>/ : /<file\b[^>]{0,2000}>/g;
  const attribute = second ? 'trgLang' : 'target-language';
  return text.replace(element, (opener) =>
    opener.includes(`${attribute}=`) ? opener : opener.replace(/(\/?)>$/, ` ${attribute}="${to}"$1>`),
  );
}
