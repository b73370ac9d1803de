import type { InlineToken } from '../inline.js';
import { escapeText } from './escape.js';
import type { XmlElement } from './walk.js';

export interface InlineRules {
  /** Elements around words; all others are objects with all they hold. */
  isPair(element: XmlElement): boolean;
}

/** The content of an element that holds text with inline elements, as in XLIFF and TMX. */
export function inlineTokens(element: XmlElement, source: string, rules: InlineRules): InlineToken[] {
  const tokens: InlineToken[] = [];
  let pairs = 0;
  const read = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.kind === 'text') tokens.push({ kind: 'text', text: child.text, style: 0 });
      else if (rules.isPair(child) && child.contentEnd > child.contentStart) {
        const pair = pairs++;
        tokens.push({ kind: 'open', source: source.slice(child.start, child.contentStart), pair });
        read(child);
        tokens.push({ kind: 'close', source: source.slice(child.contentEnd, child.end), pair });
      } else tokens.push({ kind: 'object', source: source.slice(child.start, child.end) });
    }
  };
  read(element);
  return tokens;
}

export function serializeInline(tokens: readonly InlineToken[]): string {
  return tokens.map((token) => (token.kind === 'text' ? escapeText(token.text) : token.source)).join('');
}
