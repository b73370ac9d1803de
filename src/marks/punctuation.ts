import type { Lang } from '../base/lang.js';
import { joinParts, partsOf } from './stand-ins.js';
import type { TargetPart } from './target-part.js';

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
  `(?<=[${EAST_ASIAN}]) ?\\(([^()]{1,200})\\) ?| ?\\(([^()]*[${EAST_ASIAN}][^()]*)\\) ?`,
  'gu',
);

/**
 * How a kind of mark is written: `(`, `:`, `!`, `?`, `;` right behind a word, and brackets and colons with a blank beside
 * them, ` (` and `: `. Kinds that are not named are full-width.
 */
export type MarkStyle = Readonly<Partial<Record<string, 'half' | 'full'>>>;

/**
 * Japanese software manuals mean half-width marks, and set a blank beside them, which the model has learnt: of such
 * brackets and colons in the corpora 98 in 100 are half-width.
 */
const JAPANESE: MarkStyle = Object.freeze({ ' (': 'half', ': ': 'half' });

const WRITTEN = new RegExp(`(?<=[${EAST_ASIAN}])(?: ?[(（]|[:：] ?|[!！?？;；])`, 'gu');
const KINDS = ['(', ' (', ':', ': ', '!', '?', ';'];
/** A style is learnt from so many marks of a kind, of which so many are alike. */
const FEWEST_MARKS = 10;
const CLEAR_SHARE = 2 / 3;

interface MarkCount {
  all: number;
  full: number;
}

/**
 * How somebody's texts write their marks. A kind that is rare there is written like the mark without regard to blanks, but
 * for colons with a blank: who writes them full-width may or may not keep the blank.
 */
export function markStyle(texts: readonly string[]): MarkStyle {
  const counts = new Map<string, MarkCount>();
  const count = (kind: string, full: boolean) => {
    const { all, full: before } = counts.get(kind) ?? { all: 0, full: 0 };
    counts.set(kind, { all: all + 1, full: before + (full ? 1 : 0) });
  };
  for (const text of texts) {
    for (const [mark] of text.matchAll(WRITTEN)) {
      const kind = mark.normalize('NFKC');
      count(kind, mark !== kind);
      count(`any ${kind.trim()}`, mark !== kind);
    }
  }
  const style: Record<string, 'half' | 'full'> = {};
  for (const kind of KINDS) {
    const alike = kind === ': ' ? undefined : widthOf(counts.get(`any ${kind.trim()}`));
    const width = widthOf(counts.get(kind)) ?? alike;
    if (width !== undefined) style[kind] = width;
  }
  return style;
}

function widthOf({ all, full }: MarkCount = { all: 0, full: 0 }): 'half' | 'full' | undefined {
  if (all < FEWEST_MARKS) return undefined;
  if (full >= CLEAR_SHARE * all) return 'full';
  return all - full >= CLEAR_SHARE * all ? 'half' : undefined;
}

const FINAL_DOT = new RegExp(`(?<=[${EAST_ASIAN}])\\.$`, 'u');
const BROKEN_CONTRACTION = /([A-Za-z]) '(t|s|re|ve|ll|d|m|clock)\b/g;
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

/**
 * A translation with its punctuation as the target language writes it, also next to placeholders.
 *
 * @param style what is known of the customer's own way, where there is a choice
 */
export function withLocalPunctuation(
  target: readonly TargetPart[],
  to: Lang,
  style?: MarkStyle,
): readonly TargetPart[] {
  return partsOf(localPunctuation(joinParts(target), to, style));
}

/** Punctuation as the target language writes it. */
export function localPunctuation(text: string, to: Lang, style?: MarkStyle): string {
  if (to === 'ja') return eastAsian(text, '、', { ...JAPANESE, ...style });
  if (to.startsWith('zh')) return eastAsian(text, '，', style ?? {});
  const whole = to === 'en' ? text.replace(BROKEN_CONTRACTION, "$1'$2") : text;
  if (!/[。、，！？；：（）]/u.test(whole)) return whole;
  return whole
    .replace(/ ?[。、，！？；：（）] ?/gu, (mark) => NARROW[mark.trim()] ?? mark)
    .replace(/ +([,.;:!?)])/g, '$1')
    .replace(/\( /g, '(')
    .trim();
}

function eastAsian(text: string, comma: string, style: MarkStyle): string {
  const wide = (mark: string) => (mark === ',' ? comma : (WIDE[mark] ?? mark));
  return text
    .replace(AFTER, (found: string, first: string | undefined, second: string | undefined) => {
      const known = style[found];
      if (known === 'half') return found;
      // Who is known to write a blank behind a full-width colon keeps it.
      return [...(known === 'full' ? found : (first ?? second ?? ''))].map(wide).join('');
    })
    .replace(
      BRACKETS,
      (found: string, first: string | undefined, second: string | undefined, at: number, all: string) => {
        // Half-width brackets stand apart on both sides; with a blank on one side only they are a slip.
        const apart = found.startsWith(' ') && !/^[\p{L}\p{N}]/u.test(all.slice(at + found.trimEnd().length));
        return style[apart ? ' (' : '('] === 'half' ? found : `（${first ?? second ?? ''}）`;
      },
    )
    .replace(FINAL_DOT, '。');
}
