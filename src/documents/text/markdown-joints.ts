import type { InlineToken } from '../inline-token.js';

/** Marks of emphasis, and addresses that are links because they stand alone. */
const EMPHASIS = /^(?:\*{1,3}|_{1,3}|~~)$/;
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/;
const MARK = /[\p{P}\p{S}]/u;

/** Whether a link of this source is one only because of how it begins. */
export function isBareAddress(source: string): boolean {
  return ADDRESS.test(source);
}

/**
 * Joins the parts of a paragraph so that marks still count. Languages without blanks set words right beside them: there
 * `**注意：**です` is no emphasis, `語_x_語` neither (CommonMark 6.2), and an address goes on over the words behind it.
 */
export function joinMarkdown(tokens: readonly InlineToken[]): string {
  let text = '';
  for (const [at, token] of tokens.entries()) {
    const own = token.kind === 'text' ? token.text : token.source;
    const next = firstOf(tokens, at + 1);
    if (token.kind === 'object' && isBareAddress(own)) {
      const isFree = /^$|[\s(*_~]$/.test(text.slice(-1)) && /^$|^\s/.test(next);
      text += isFree ? own : own.startsWith('www.') ? ` ${own} ` : `<${own}>`;
    } else if (token.kind === 'open' && EMPHASIS.test(own)) {
      // Right behind another one it would be read with it: ~~a~~~~b~~.
      const isBehindOwn = text.endsWith(own.slice(0, 1));
      text += isBehindOwn || isBound(text.slice(-1), next, own) ? ` ${own}` : own;
    } else if (token.kind === 'close' && EMPHASIS.test(own)) {
      text += own + (isBound(next, text.slice(-1), own) ? ' ' : '');
    } else text += own;
  }
  return text;
}

/** Whether a mark does not count between these characters, the one outside and the one inside of what it marks. */
function isBound(outside: string, inside: string, mark: string): boolean {
  if (outside === '' || /\s/.test(outside) || MARK.test(outside)) return false;
  return MARK.test(inside) || mark.startsWith('_');
}

/** The first character of what follows. */
function firstOf(tokens: readonly InlineToken[], from: number): string {
  for (const token of tokens.slice(from, from + 8)) {
    const [first] = token.kind === 'text' ? token.text : token.source;
    if (first !== undefined) return first;
  }
  return '';
}
