import type { Archive } from '../../archive/archive.js';
import { isLanguage, type TakeUnit } from '../../document.js';
import { escapeTags, unescapeTags } from '../../inline.js';
import { changeTags, decodeAttribute } from '../../xml/attributes.js';
import { escapeText } from '../../xml/escape.js';
import type { FollowedTexts } from '../followed-texts.js';
import { changeParts } from '../package.js';

/** Attributes that hold a formula, and those that hold the text of a cell. */
const FORMULAS = new Set([
  'table:formula',
  'table:condition',
  'table:expression',
  'calcext:value',
  'style:condition',
]);
const TEXTS: Readonly<Record<string, ReadonlySet<string>>> = {
  'table:table-cell': new Set(['office:string-value']),
  'table:filter-condition': new Set(['table:value']),
  'table:filter-set-item': new Set(['table:value']),
  'table:data-pilot-field': new Set([
    'table:source-field-name',
    'table:selected-page',
    'tableooo:display-name',
  ]),
  'table:data-pilot-field-reference': new Set(['table:field-name', 'table:member-name']),
  'table:data-pilot-grand-total': new Set(['table:display-name', 'tableooo:display-name']),
  'table:data-pilot-member': new Set(['table:name', 'tableooo:display-name']),
};
const ELEMENTS: ReadonlySet<string> = new Set([
  ...Object.keys(TEXTS),
  'table:content-validation',
  'table:named-expression',
  'calcext:condition',
  'style:map',
]);
/** The text that a formula came to when the document was saved. */
const RESULT = /(<table:table-cell\b[^>]*\btable:formula=[^>]*[^/]><text:p>)([^<]*)(?=<\/text:p>)/g;

/** Lets formulas, rules, filters and names of a spreadsheet follow the cells whose texts they name. */
export function followOdsCells(changed: Map<string, string>, archive: Archive, texts: FollowedTexts): void {
  if (texts.size === 0) return;
  changeParts(changed, archive, /^(?:content|styles)\.xml$/, (source) =>
    changeTags(source, ELEMENTS, (element, name, value) => {
      if (FORMULAS.has(name)) return texts.inFormula(value);
      return TEXTS[element]?.has(name) === true ? texts.findCriterion(value) : undefined;
    }).replace(RESULT, (whole, before: string, raw: string) => {
      const fresh = texts.find(decodeAttribute(raw));
      return fresh === undefined ? whole : before + escapeText(fresh);
    }),
  );
}

const VALIDATION = new Set(['table:content-validation', 'table:help-message', 'table:error-message']);
const LIST = /^(?:of:|oooc:)?cell-content-is-in-list\(/;

/** Messages of the rules for input, and the entries of drop-down lists that stand in a rule itself. */
export function translateOdsRules(source: string, take: TakeUnit): string {
  if (!source.includes('<table:content-validation')) return source;
  const translated = (text: string): string | undefined => {
    const translation = isLanguage(text) ? take(escapeTags(text)) : undefined;
    return translation === undefined ? undefined : unescapeTags(translation);
  };
  return changeTags(source, VALIDATION, (_, name, value) => {
    if (name === 'table:title') return translated(value);
    if (name !== 'table:condition' || !LIST.test(value)) return undefined;
    return value.replace(/"((?:[^"]|"")*)"/g, (whole, raw: string) => {
      const item = raw.replaceAll('""', '"');
      const fresh = /^[A-Z0-9_./+ -]*$/.test(item) ? undefined : translated(item);
      return fresh === undefined ? whole : `"${fresh.replaceAll('"', '""')}"`;
    });
  });
}
