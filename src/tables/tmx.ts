import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Failure } from '../failure.js';
import type { Lang } from '../lang.js';
import { canonicalLang } from './lang-tag.js';
import type { BadRow, PairRow, WantedLangs } from './pair.js';

/**
 * TMX (Translation Memory eXchange 1.4). Memories are long and units are short, so the file is cut into `<tu>` elements
 * by their tags and only one unit at a time becomes a tree; that also gives every unit its line, and a broken unit
 * costs that unit alone. Nothing is ever expanded except the five entities of XML and character references: a
 * DOCTYPE may name the TMX DTD (which is not fetched), but one with declarations of its own is refused.
 */
const UNIT_MARK = /<!--|<!\[CDATA\[|<tu(?=[\s>])|<\/tu\s*>/g;
const MAX_UNIT_CHARS = 1024 * 1024;
/** Inline elements whose content is code of the original document and not text (TMX 1.4b, section 3.2). */
const CODE_ELEMENTS = new Set(['bpt', 'ept', 'it', 'ph', 'ut']);

export function* readTmx(text: string, wanted: WantedLangs): Generator<PairRow | BadRow> {
  const sourceLang = headerLang(text);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    preserveOrder: true,
    trimValues: false,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    cdataPropName: '#cdata',
  });
  for (const unit of cutUnits(text)) {
    if (unit.kind === 'bad') yield unit;
    else yield* readUnit(unit.line, parser, unit.xml, sourceLang, wanted);
  }
}

/** Checks what stands before the units and returns the language the header calls the source. */
function headerLang(text: string): Lang | undefined {
  const root = text.search(/<tmx[\s>]/);
  if (root < 0) {
    throw new Failure(40202, { message: 'The file is not TMX: it has no <tmx> element.' });
  }
  const prolog = text.slice(0, root).replace(/<!--[\s\S]*?-->/g, '');
  if (/<!ENTITY/i.test(prolog) || /<!DOCTYPE[^>]*\[/i.test(prolog)) {
    throw new Failure(40202, {
      message: 'The TMX file declares entities in its DOCTYPE. Remove the declarations and send it again.',
    });
  }
  const header = /<header\b[^>]*>/.exec(text)?.[0] ?? '';
  return canonicalLang(/\bsrclang\s*=\s*["']([^"']*)["']/.exec(header)?.[1] ?? '');
}

type CutUnit = { readonly kind: 'unit'; readonly line: number; readonly xml: string } | BadRow;

function* cutUnits(text: string): Generator<CutUnit> {
  const mark = new RegExp(UNIT_MARK);
  let open: { readonly at: number; readonly line: number } | undefined;
  let counted = 0;
  let line = 1;
  const lineOf = (at: number) => {
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', counted)) {
      line += 1;
      counted = next + 1;
    }
    return line;
  };
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '<!--' || found[0] === '<![CDATA[') {
      const end = text.indexOf(found[0] === '<!--' ? '-->' : ']]>', mark.lastIndex);
      if (end < 0) break;
      mark.lastIndex = end + 3;
    } else if (found[0] === '<tu') {
      if (open !== undefined) yield notClosed(open.line);
      open = { at: found.index, line: lineOf(found.index) };
    } else if (open !== undefined) {
      const xml = text.slice(open.at, mark.lastIndex);
      if (xml.length > MAX_UNIT_CHARS)
        yield { kind: 'bad', line: open.line, reason: 'the unit is too large' };
      else yield { kind: 'unit', line: open.line, xml };
      open = undefined;
    }
  }
  if (open !== undefined) yield notClosed(open.line);
}

function notClosed(line: number): BadRow {
  return { kind: 'bad', line, reason: 'the <tu> element is not closed' };
}

function* readUnit(
  line: number,
  parser: XMLParser,
  xml: string,
  headerSource: Lang | undefined,
  wanted: WantedLangs,
): Generator<PairRow | BadRow> {
  if (XMLValidator.validate(xml) !== true) {
    yield { kind: 'bad', line, reason: 'the <tu> element is not well-formed XML' };
    return;
  }
  const tree: unknown = parser.parse(xml);
  const unit = elements(tree).find((element) => element.name === 'tu');
  const texts = new Map<Lang, string>();
  for (const variant of elements(unit?.children).filter((element) => element.name === 'tuv')) {
    const lang = canonicalLang(variant.attributes['xml:lang'] ?? variant.attributes.lang ?? '');
    const segment = elements(variant.children).find((element) => element.name === 'seg');
    if (lang !== undefined && segment !== undefined && !texts.has(lang)) {
      texts.set(lang, segmentText(segment.children));
    }
  }
  const unitSource = canonicalLang(unit?.attributes.srclang ?? '');
  const from = wanted.from ?? unitSource ?? headerSource ?? texts.keys().next().value;
  const fromText = from === undefined ? undefined : texts.get(from);
  if (from === undefined || fromText === undefined) {
    yield { kind: 'bad', line, reason: `the unit has no text in ${from ?? 'a known language'}` };
    return;
  }
  const targets = wanted.to === undefined ? [...texts.keys()].filter((lang) => lang !== from) : [wanted.to];
  if (targets.length === 0) yield { kind: 'bad', line, reason: 'the unit has only one language' };
  for (const to of targets) {
    const toText = texts.get(to);
    if (toText === undefined) yield { kind: 'bad', line, reason: `the unit has no text in ${to}` };
    else yield { kind: 'pair', line, fromLang: from, fromText, toLang: to, toText };
  }
}

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** A list of nodes, or the text of a text node. */
  readonly children: unknown;
}

/** The parser's ordered form: every node is an object with the element's name as key, and attributes under `:@`. */
function elements(nodes: unknown): readonly XmlElement[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: unknown) => {
    if (typeof node !== 'object' || node === null) return [];
    const entries: [string, unknown][] = Object.entries(node);
    const attributes = Object.fromEntries(
      Object.entries(entries.find(([key]) => key === ':@')?.[1] ?? {}).map(([key, value]) => [
        key,
        String(value),
      ]),
    );
    const element = entries.find(([key]) => key !== ':@');
    return element === undefined ? [] : [{ name: element[0], attributes, children: element[1] }];
  });
}

function segmentText(nodes: unknown): string {
  return elements(nodes)
    .map((node) => {
      if (node.name === '#text') return decodeReferences(String(node.children));
      if (node.name === '#cdata') {
        return elements(node.children)
          .map((inner) => String(inner.children))
          .join('');
      }
      return CODE_ELEMENTS.has(node.name) ? '' : segmentText(node.children);
    })
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, dec, hex, name) => {
      if (typeof name === 'string') return ENTITIES[name] ?? whole;
      const code = typeof dec === 'string' ? Number.parseInt(dec, 10) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
