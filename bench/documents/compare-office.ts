import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { decodeXml } from '#src/documents/xml/decode-xml.js';
import type { Problem } from './problems.js';

const PARAGRAPHS = new Set(['w:p', 'a:p', 'text:p', 'text:h', 'si', 'is']);
/** Elements that a translation leaves as many as there were. */
const KEPT =
  /^(?:w:(?:p|tbl|tr|tc|hyperlink|fldChar|fldSimple|instrText|drawing|pict|object|footnoteReference|endnoteReference|commentReference|ins|del|sdt|numPr|sectPr|gridSpan|vMerge|bookmarkStart|tab|br)|a:(?:p|tbl|tr|tc|hlinkClick|fld|br)|p:(?:sp|pic|graphicFrame)|c|row|mergeCell|hyperlink|cfRule|dataValidation|definedName|text:(?:p|h|a|list-item|note|page-number|bookmark)|table:(?:table|table-row|table-cell|covered-table-cell)|draw:(?:frame|image|page|custom-shape)|office:annotation)$/;
const FORMATS = /^(?:w:(?:b|i|u|strike)|a:hlinkClick)$/;
/** What a reader sees of the style of a span; OpenDocument also has one for each editing session and language. */
const SEEN = ['fo:font-weight', 'fo:font-style', 'style:text-underline-style', 'fo:color'];

interface PartShape {
  readonly counts: ReadonlyMap<string, number>;
  /** Paragraphs by what they say. */
  readonly texts: readonly string[];
  /** Paragraphs in which some words have a format of their own. */
  readonly formatted: number;
  /** Formulas without the texts in them, which follow the cells. */
  readonly formulas: readonly string[];
}

/** Compares two Office documents part by part: blocks, cells, runs, links, fields, formulas. */
export function compareOffice(before: Uint8Array, after: Uint8Array): readonly Problem[] {
  const [old, fresh] = [unzipSync(before), unzipSync(after)];
  const problems: Problem[] = [];
  const structure = (detail: string) => problems.push({ kind: 'structure', detail });
  for (const [name, content] of Object.entries(old)) {
    const other = fresh[name];
    if (other === undefined) structure(`${name} is gone`);
    else if (!/\.(?:xml|rels)$/.test(name) || content.length === 0) {
      if (!Buffer.from(content).equals(other)) structure(`${name} has changed`);
    } else problems.push(...compareParts(name, shapeOf(content), shapeOf(other)));
  }
  return problems;
}

function compareParts(name: string, old: PartShape, fresh: PartShape): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [element, count] of old.counts) {
    const now = fresh.counts.get(element) ?? 0;
    if (now !== count)
      problems.push({ kind: 'structure', detail: `${name}: ${count} ${element}, now ${now}` });
  }
  for (const [at, text] of old.texts.entries()) {
    if (/\p{L}/u.test(text) && (fresh.texts[at] ?? '').trim() === '') {
      problems.push({ kind: 'lostBlock', detail: `${name}: ${text.slice(0, 60)}` });
    }
  }
  if (fresh.formatted < old.formatted) {
    problems.push({
      kind: 'structure',
      detail: `${name}: ${old.formatted - fresh.formatted} paragraphs lost formats`,
    });
  }
  if (old.formulas.join('\n') !== fresh.formulas.join('\n')) {
    problems.push({ kind: 'structure', detail: `${name}: formulas` });
  }
  return problems;
}

function shapeOf(content: Uint8Array): PartShape {
  const counts = new Map<string, number>();
  const texts: string[] = [];
  const formulas: string[] = [];
  const open: { text: string; formatted: boolean }[] = [];
  const seenStyles = new Set<string>();
  let styleName = '';
  let formatted = 0;
  let formula: string | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (KEPT.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (PARAGRAPHS.has(name)) open.push({ text: '', formatted: false });
    const paragraph = open.at(-1);
    const style = attributes['style:name'];
    if (name === 'style:style') styleName = typeof style === 'string' ? style : '';
    if (name === 'style:text-properties' && SEEN.some((seen) => seen in attributes))
      seenStyles.add(styleName);
    const isSeen = name === 'text:span' && seenStyles.has(String(attributes['text:style-name']));
    if (paragraph !== undefined && (isSeen || FORMATS.test(name))) paragraph.formatted = true;
    if (name === 'f') formula = '';
    const own = attributes['table:formula'];
    if (typeof own === 'string') formulas.push(withoutTexts(own));
  });
  parser.on('text', (text) => {
    const paragraph = open.at(-1);
    if (paragraph !== undefined) paragraph.text += text;
    if (formula !== undefined) formula += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'f' && formula !== undefined) {
      formulas.push(withoutTexts(formula));
      formula = undefined;
    }
    if (!PARAGRAPHS.has(name)) return;
    const paragraph = open.pop();
    if (paragraph === undefined) return;
    texts.push(paragraph.text);
    if (paragraph.formatted) formatted += 1;
  });
  parser.write(decodeXml(content, undefined).text).close();
  return { counts, texts, formatted, formulas };
}

function withoutTexts(formula: string): string {
  return formula.replace(/"[^"]*"/g, '""');
}
