import { isLanguage, type TakeUnit } from '../../document.js';
import { translateInline } from '../../inline.js';
import type { InlineToken } from '../../inline-token.js';
import { escapeText } from '../../xml/escape.js';
import { childOf, elementsOf, textOf, type XmlElement } from '../../xml/walk.js';
import { RunStyles, styleKey } from '../run-style.js';

const UNSEEN = { elements: new Set<string>(), attributes: new Set<string>() };

/**
 * A string of a workbook (`si`, `is`, the text of a comment): plain, or runs of formatted text. Answers its new content,
 * or undefined. Readings of characters (`rPh`) belong to the source and are left out of a translation.
 */
export function translateSheetString(
  element: XmlElement,
  source: string,
  take: TakeUnit,
): string | undefined {
  const styles = new RunStyles();
  const tokens: InlineToken[] = [];
  const runs = elementsOf(element).filter((child) => child.name === 'r');
  for (const run of runs) {
    const properties = childOf(run, 'rPr');
    const text = childOf(run, 't');
    const slice = properties === undefined ? '' : source.slice(properties.start, properties.end);
    tokens.push({
      kind: 'text',
      text: text === undefined ? '' : textOf(text),
      style: styles.number(styleKey(properties, UNSEEN), slice),
    });
  }
  const plain = childOf(element, 't');
  if (runs.length === 0 && plain !== undefined) {
    tokens.push({ kind: 'text', text: textOf(plain), style: styles.number('', '') });
  }
  if (!isLanguage(tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('')))
    return undefined;
  const translated = translateInline(tokens, take);
  if (translated === undefined) return undefined;
  const written = translated.map((token) => {
    if (token.kind !== 'text') return token.source;
    const text = `<t xml:space="preserve">${escapeText(token.text)}</t>`;
    return runs.length === 0 ? text : `<r>${styles.source(token.style)}${text}</r>`;
  });
  return written.join('');
}
