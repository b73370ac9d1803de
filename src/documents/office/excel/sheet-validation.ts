import { hasText, isLanguage, type TakeUnit } from '../../document.js';
import { escapeTags, unescapeTags } from '../../inline.js';
import { changeAttributes } from '../../xml/attributes.js';
import { escapeText } from '../../xml/escape.js';
import { childOf, textOf, type XmlElement } from '../../xml/walk.js';

/** Letters that Excel takes, beyond which it calls the file damaged. */
const LONGEST: Readonly<Record<string, number>> = {
  promptTitle: 32,
  prompt: 255,
  errorTitle: 32,
  error: 255,
};
const LONGEST_LIST = 255;
const LIST = /^"((?:[^"]|"")*)"$/;

/** A rule for input: its messages and, where they stand in the rule itself, the entries of its drop-down list. */
export function translateValidation(element: XmlElement, source: string, take: TakeUnit): string | undefined {
  const opener = source.slice(element.start, element.contentStart);
  const texts = changeAttributes(opener, (name, value) => {
    const longest = LONGEST[name];
    const translation = longest === undefined || !hasText(value) ? undefined : take(escapeTags(value));
    return translation === undefined ? undefined : unescapeTags(translation).slice(0, longest);
  });
  const formula = childOf(element, 'formula1');
  const list = formula === undefined ? undefined : translateList(textOf(formula), take);
  if (formula === undefined || list === undefined) {
    return texts === opener ? undefined : texts + source.slice(element.contentStart, element.end);
  }
  return (
    texts +
    source.slice(element.contentStart, formula.contentStart) +
    escapeText(list) +
    source.slice(formula.contentEnd, element.end)
  );
}

/** The entries of a list that stands in its formula; undefined where they stay. */
function translateList(formula: string, take: TakeUnit): string | undefined {
  const raw = LIST.exec(formula)?.[1];
  if (raw === undefined) return undefined;
  const items = raw.replaceAll('""', '"').split(',');
  // Entries in capitals are codes of some program.
  if (items.every((item) => /^[A-Z0-9_./+ -]*$/.test(item))) return undefined;
  const translated = items.map((item) => {
    const translation = isLanguage(item) ? take(escapeTags(item.trim())) : undefined;
    // A comma would make two entries of one.
    return translation === undefined ? item : unescapeTags(translation).replaceAll(',', '，');
  });
  const text = translated.join(',').replaceAll('"', '""');
  return text === raw || text.length > LONGEST_LIST ? undefined : `"${text}"`;
}
