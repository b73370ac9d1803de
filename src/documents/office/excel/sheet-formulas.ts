import type { Archive } from '../../archive/archive.js';
import { Splices } from '../../splices.js';
import { changeTags } from '../../xml/attributes.js';
import { escapeText } from '../../xml/escape.js';
import { childOf, textOf, walkXml, type XmlElement } from '../../xml/walk.js';
import type { FollowedTexts } from '../followed-texts.js';
import { changeParts } from '../package.js';

/** Elements whose content is a formula: of cells, rules for input and look, names, computed columns. */
const FORMULAS = new Set([
  'formula',
  'formula1',
  'formula2',
  'definedName',
  'calculatedColumnFormula',
  'totalsRowFormula',
  'xm:f',
]);
/** Attributes that hold a text of a cell, by element. */
const TEXT_ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  cfRule: new Set(['text']),
  'x14:cfRule': new Set(['text']),
  filter: new Set(['val']),
  customFilter: new Set(['val']),
  // Of pivot tables and their caches.
  cacheField: new Set(['name', 'caption']),
  s: new Set(['v', 'c']),
  pivotField: new Set(['name', 'subtotalCaption']),
  dataField: new Set(['name']),
  item: new Set(['n']),
  pivotTableDefinition: new Set([
    'dataCaption',
    'grandTotalCaption',
    'rowHeaderCaption',
    'colHeaderCaption',
    'errorCaption',
    'missingCaption',
  ]),
  sortCondition: new Set(['customList']),
};
const TAGS: ReadonlySet<string> = new Set(Object.keys(TEXT_ATTRIBUTES));

const PARTS =
  /^xl\/(?:worksheets\/sheet\d+|workbook|tables\/table\d+|pivotTables\/pivotTable\d+|pivotCache\/pivotCache(?:Definition|Records)\d+|slicerCaches\/slicerCache\d+)\.xml$/;

/** Lets everything in a workbook that names the text of a cell follow it: formulas, rules, filters, names, pivot tables. */
export function followCells(changed: Map<string, string>, archive: Archive, texts: FollowedTexts): void {
  if (texts.size === 0) return;
  changeParts(changed, archive, PARTS, (source) =>
    changeTags(inFormulas(source, texts), TAGS, (element, name, value) =>
      TEXT_ATTRIBUTES[element]?.has(name) === true ? texts.findCriterion(value) : undefined,
    ),
  );
}

function inFormulas(source: string, texts: FollowedTexts): string {
  const splices = new Splices(source);
  const inFormula = (element: XmlElement): void => {
    const formula = textOf(element);
    const fresh = texts.inFormula(formula);
    if (fresh === formula) return;
    splices.add({ start: element.contentStart, end: element.contentEnd, text: escapeText(fresh) });
  };
  const hasCells = /<f[\s>]/.test(source);
  walkXml(source, {
    wants: (name) => (hasCells && name === 'c') || FORMULAS.has(name),
    element(element) {
      if (element.name === 'c') inCell(element, inFormula, splices, texts);
      else inFormula(element);
    },
  });
  return splices.toString();
}

/** The formula of a cell, and the text that it came to when the workbook was saved. */
function inCell(
  cell: XmlElement,
  inFormula: (element: XmlElement) => void,
  splices: Splices,
  texts: FollowedTexts,
): void {
  const formula = childOf(cell, 'f');
  if (formula === undefined) return;
  inFormula(formula);
  const value = childOf(cell, 'v');
  const fresh = cell.attributes.t === 'str' && value !== undefined ? texts.find(textOf(value)) : undefined;
  if (fresh === undefined || value === undefined) return;
  splices.add({ start: value.contentStart, end: value.contentEnd, text: escapeText(fresh) });
}
