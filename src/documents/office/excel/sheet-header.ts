import type { TakeUnit } from '../../document.js';
import { translateInline } from '../../inline.js';
import type { InlineToken } from '../../inline-token.js';

/** Codes of a page header: `&L` and the like begin a part, all others are fields, fonts, sizes and colours. */
const CODE = /&(?:"[^"]*"|K[0-9A-F]{6}|K\d\d[+-]\d{3}|\d{1,3}|[A-Z&])/gi;

/** Header or footer of a printed sheet; undefined where nothing changes. */
export function translateHeader(text: string, take: TakeUnit): string | undefined {
  const tokens: InlineToken[] = [];
  let at = 0;
  const words = (end: number): void => {
    for (const [index, line] of text.slice(at, end).split('\n').entries()) {
      if (index > 0) tokens.push({ kind: 'break', source: '\n' });
      tokens.push({ kind: 'text', text: line, style: 0 });
    }
  };
  for (const match of text.matchAll(CODE)) {
    const [code] = match;
    if (code === '&&') continue;
    words(match.index);
    at = match.index + code.length;
    tokens.push({ kind: /^&[LCR]$/i.test(code) ? 'break' : 'object', source: code });
  }
  words(text.length);
  const translated = translateInline(tokens.map(plain), take);
  return translated
    ?.map((token, index) => {
      if (token.kind !== 'text') return token.source;
      const before = translated[index - 1];
      const isSize = before !== undefined && before.kind !== 'text' && /&\d{1,3}$/.test(before.source);
      // Figures right behind a size would be read as part of it.
      return (isSize && /^\d/.test(token.text) ? ' ' : '') + token.text.replaceAll('&', '&&');
    })
    .join('');
}

function plain(token: InlineToken): InlineToken {
  return token.kind === 'text' ? { ...token, text: token.text.replaceAll('&&', '&') } : token;
}
