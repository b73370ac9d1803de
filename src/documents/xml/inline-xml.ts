import type { InlineToken } from '../inline-token.js';
import { escapeText } from './escape.js';
import type { XmlElement } from './walk.js';

export interface InlineRules {
  /** Elements around words; all others are objects with all they hold. */
  isPair(element: XmlElement): boolean;
}

/** Elements that are one half of a pair: what opens, what closes it, and the attributes that join the two. */
const HALVES: Readonly<Record<string, { readonly half: 'open' | 'close'; readonly by: readonly string[] }>> =
  {
    // XLIFF 2
    sc: { half: 'open', by: ['id'] },
    ec: { half: 'close', by: ['startRef'] },
    // XLIFF 1.2 and TMX
    bpt: { half: 'open', by: ['rid', 'i', 'id'] },
    ept: { half: 'close', by: ['rid', 'i', 'id'] },
    bx: { half: 'open', by: ['rid', 'id'] },
    ex: { half: 'close', by: ['rid', 'id'] },
  };

/** The content of an element that holds text with inline elements, as in XLIFF and TMX. */
export function inlineTokens(element: XmlElement, source: string, rules: InlineRules): InlineToken[] {
  const tokens: InlineToken[] = [];
  /** Opening halves that wait for the other one, innermost last. */
  const open: { readonly key: string; readonly at: number }[] = [];
  let pairs = 0;
  const half = (child: XmlElement): void => {
    const slice = source.slice(child.start, child.end);
    const rule = HALVES[child.name];
    const name = rule?.by.find((attribute) => child.attributes[attribute] !== undefined) ?? '';
    const key = child.attributes[name] ?? '';
    const opener = open.at(-1);
    if (rule?.half === 'open') open.push({ key, at: tokens.length });
    if (rule?.half === 'close' && opener?.key === key) {
      const before = tokens[opener.at];
      const pair = pairs++;
      if (before?.kind === 'object') tokens[opener.at] = { kind: 'open', source: before.source, pair };
      tokens.push({ kind: 'close', source: slice, pair });
      open.pop();
    } else tokens.push({ kind: 'object', source: slice });
  };
  const read = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.kind === 'text') tokens.push({ kind: 'text', text: child.text, style: 0 });
      else if (rules.isPair(child) && child.contentEnd > child.contentStart) {
        const pair = pairs++;
        tokens.push({ kind: 'open', source: source.slice(child.start, child.contentStart), pair });
        read(child);
        tokens.push({ kind: 'close', source: source.slice(child.contentEnd, child.end), pair });
      } else half(child);
    }
  };
  read(element);
  return tokens;
}

export function serializeInline(tokens: readonly InlineToken[]): string {
  return tokens.map((token) => (token.kind === 'text' ? escapeText(token.text) : token.source)).join('');
}
