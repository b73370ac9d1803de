import type { Lang } from '../lang.js';
import type { TargetPart } from './port.js';

/**
 * Marks that a Chinese or Japanese sentence writes in full width. Tokenizers that normalise by NFKC make them half-width
 * before a model ever sees them, so that it cannot write them itself.
 */
const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆。、」』”’》】）％%';
/** Placeholders (noncharacters while text is put together) take the marks of the text around them. */
const PLACEHOLDER = '\\uFDD0-\\uFDD9';
const AFTER = new RegExp(
  `(?<=[${EAST_ASIAN}]["')]?) ?([,!?;:]+)(?![\\d]) ?|(?<=[${PLACEHOLDER}]) ?([,!?]+)(?!\\d) ?`,
  'gu',
);
const BRACKETS = new RegExp(
  `(?<=[${EAST_ASIAN}]) ?\\(([^()]{1,200})\\) ?|\\(([^()]*[${EAST_ASIAN}][^()]*)\\) ?`,
  'gu',
);
const FINAL_DOT = new RegExp(`(?<=[${EAST_ASIAN}])\\.$`, 'u');
const BROKEN_CONTRACTION = /([A-Za-z]) '(t|s|re|ve|ll|d|m)\b/g;
const WIDE: Readonly<Record<string, string>> = { '!': '！', '?': '？', ';': '；', ':': '：' };
const NARROW: Readonly<Record<string, string>> = {
  '。': '. ',
  '、': ', ',
  '，': ', ',
  '！': '! ',
  '？': '? ',
  '；': '; ',
  '：': ': ',
  '（': ' (',
  '）': ') ',
};

/** Stands for placeholder n while marks are looked at: noncharacters, never part of a text. */
const STAND_IN = 0xfdd0;

/** A translation with its punctuation as the target language writes it, also next to placeholders. */
export function withLocalPunctuation(target: readonly TargetPart[], to: Lang): readonly TargetPart[] {
  const joined = target
    .map((part) => (part.kind === 'text' ? part.text : String.fromCharCode(STAND_IN + part.index)))
    .join('');
  const parts: TargetPart[] = [];
  for (const piece of localPunctuation(joined, to).split(/([\uFDD0-\uFDD9])/u)) {
    const index = piece.charCodeAt(0) - STAND_IN;
    if (piece.length === 1 && index >= 0 && index < 10) parts.push({ kind: 'placeholder', index });
    else if (piece !== '') parts.push({ kind: 'text', text: piece });
  }
  return parts;
}

/** Punctuation as the target language writes it. */
export function localPunctuation(text: string, to: Lang): string {
  if (to === 'ja') return eastAsian(text, '、');
  if (to.startsWith('zh')) return eastAsian(text, '，');
  const whole = to === 'en' ? text.replace(BROKEN_CONTRACTION, "$1'$2") : text;
  if (!/[。、，！？；：（）]/u.test(whole)) return whole;
  return whole
    .replace(/ ?[。、，！？；：（）] ?/gu, (mark) => NARROW[mark.trim()] ?? mark)
    .replace(/ +([,.;:!?)])/g, '$1')
    .replace(/\( /g, '(')
    .trim();
}

function eastAsian(text: string, comma: string): string {
  return text
    .replace(AFTER, (_, first: string | undefined, second: string | undefined) =>
      [...(first ?? second ?? '')].map((mark) => (mark === ',' ? comma : (WIDE[mark] ?? mark))).join(''),
    )
    .replace(
      BRACKETS,
      (_, first: string | undefined, second: string | undefined) => `（${first ?? second ?? ''}）`,
    )
    .replace(FINAL_DOT, '。');
}
