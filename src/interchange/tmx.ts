import { Failure } from '../base/failure.js';
import type { Lang } from '../base/lang.js';
import { canonicalLang } from './lang-tag.js';
import type { BadRow, PairRow, WantedLangs } from './pair.js';
import { BadXml, XmlReader } from './xml-reader.js';

/**
 * TMX (Translation Memory eXchange 1.4). Memories are long and units are short, so the file is cut into `<tu>` elements
 * by their tags and read unit by unit; that also gives every unit its line, and a broken unit
 * costs that unit alone. Nothing is ever expanded except the five entities of XML and character references: a
 * DOCTYPE may name the TMX DTD (which is not fetched), but one with declarations of its own is refused.
 */
const UNIT_MARK = /<!--|<!\[CDATA\[|<tu(?=[\s>])|<\/tu\s*>/g;
const MAX_UNIT_CHARS = 1024 * 1024;
/** Inline elements whose content is code of the original document and not text (TMX 1.4b, section 3.2). */
const CODE_ELEMENTS = new Set(['bpt', 'ept', 'it', 'ph', 'ut']);

/** What stands before the units, as far as it matters. */
const PROLOG_MARK = /<!--|-->|<!ENTITY|<!DOCTYPE|[[>]/gi;
/** A header has a dozen attributes. */
const MAX_HEADER_CHARS = 64 * 1024;
/** Languages of one unit. */
const MAX_VARIANTS = 200;

export function* readTmx(text: string, wanted: WantedLangs): Generator<PairRow | BadRow> {
  const sourceLang = headerLang(text);
  for (const unit of cutUnits(text)) {
    if (unit.kind === 'bad') yield unit;
    else yield* readUnit(unit.line, unit.xml, sourceLang, wanted);
  }
}

/** Checks what stands before the units and returns the language the header calls the source. */
function headerLang(text: string): Lang | undefined {
  const root = text.search(/<tmx[\s>]/);
  if (root < 0) {
    throw new Failure('requestInvalid', { message: 'The file is not TMX: it has no <tmx> element.' });
  }
  if (declaresEntities(text.slice(0, root))) {
    throw new Failure('requestInvalid', {
      message: 'The TMX file declares entities in its DOCTYPE. Remove the declarations and send it again.',
    });
  }
  const start = text.search(/<header\b/);
  const end = start < 0 ? -1 : text.slice(start, start + MAX_HEADER_CHARS).indexOf('>');
  const header = end < 0 ? '' : text.slice(start, start + end);
  return canonicalLang(/\bsrclang\s*=\s*["']([^"']*)["']/.exec(header)?.[1] ?? '');
}

/** Whether a DOCTYPE has declarations of its own; comments do not count. */
function declaresEntities(prolog: string): boolean {
  let inComment = false;
  let inDoctype = false;
  for (const [found] of prolog.matchAll(PROLOG_MARK)) {
    const mark = found.toUpperCase();
    if (inComment) inComment = mark !== '-->';
    else if (mark === '<!--') inComment = true;
    else if (mark === '<!ENTITY' || (mark === '[' && inDoctype)) return true;
    else if (mark === '<!DOCTYPE') inDoctype = true;
    else if (mark === '>' || mark === '-->') inDoctype = false;
  }
  return false;
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
  xml: string,
  headerSource: Lang | undefined,
  wanted: WantedLangs,
): Generator<PairRow | BadRow> {
  const unit = parseUnit(xml);
  if (unit === undefined) {
    yield { kind: 'bad', line, reason: 'the <tu> element is not well-formed XML' };
    return;
  }
  const { texts } = unit;
  const from = wanted.from ?? unit.source ?? headerSource ?? texts.keys().next().value;
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

interface Unit {
  readonly source: Lang | undefined;
  /** The first variant of each language. */
  readonly texts: ReadonlyMap<Lang, string>;
}

/** Undefined where the XML is broken. */
function parseUnit(xml: string): Unit | undefined {
  const texts = new Map<Lang, string>();
  let source: Lang | undefined;
  let lang: Lang | undefined;
  let segment: string | undefined;
  let code = 0;
  const reader = new XmlReader({
    open: (name, attributes) => {
      if (name === 'tu') source = canonicalLang((attributes.srclang ?? '').trim());
      else if (name === 'tuv') lang = canonicalLang((attributes['xml:lang'] ?? attributes.lang ?? '').trim());
      else if (name === 'seg') segment = '';
      else if (CODE_ELEMENTS.has(name)) code += 1;
    },
    text: (text) => {
      if (segment !== undefined && code === 0) segment += text;
    },
    close: (name) => {
      if (CODE_ELEMENTS.has(name)) code -= 1;
      if (name !== 'seg') return;
      if (lang !== undefined && segment !== undefined && !texts.has(lang) && texts.size < MAX_VARIANTS) {
        texts.set(lang, segment);
      }
      segment = undefined;
    },
  });
  try {
    reader.write(xml);
    reader.end();
  } catch (error) {
    if (error instanceof BadXml) return undefined;
    throw error;
  }
  return { source, texts };
}
