import type { Lang } from '../../base/lang.js';
import type { TermPair } from '../pipeline-types.js';
import type { SourceUse } from './english-agreement.js';
import type { FormKind, PartOfSpeech } from './english-forms.js';
import { japaneseInflection } from './japanese-verb.js';
import type { Lexicon } from './lexicon.js';
import { type Neighbours, usage } from './usage.js';

/** A longer Chinese word is what its last two characters are: 蓄电池 is a noun as 电池 is. */
const HEAD_CHARS = 2;

/** The part of speech that an entry means, as far as its two sides tell. */
export function speechOf(fromText: string, toText: string, to: Lang, lexicon: Lexicon): PartOfSpeech {
  const word = fromText.toLowerCase();
  if (!lexicon.both.has(word)) return lexicon.verbs.has(word) ? 'verb' : 'any';
  if (to === 'ja') {
    if (/[\p{Script=Han}ぁ-ん](?:する|[うくぐすつぬぶむる])$/u.test(toText)) return 'verb';
    return lexicon.nounTargets.has(toText) ? 'noun' : 'any';
  }
  // Chinese verbs stand for nouns of the same meaning too: an update is 更新 as well.
  if (lexicon.verbTargets.has(toText)) return lexicon.same.has(word) ? 'any' : 'verb';
  const head = toText.length > HEAD_CHARS ? toText.slice(-HEAD_CHARS) : toText;
  return lexicon.nounTargets.has(toText) || lexicon.nounTargets.has(head) ? 'noun' : 'any';
}

/** Whether an entry stands for a verb, so that its target has to be inflected like one. */
export function isVerbTerm(
  { fromText, toText }: TermPair,
  { kind, use }: { readonly kind: FormKind; readonly use: SourceUse },
  from: Lang,
  to: Lang,
  lexicon: Lexicon,
): boolean {
  const target = toText.replace(/^to /, '').split(' ', 1)[0] ?? '';
  if (from === 'ja') {
    const inflection = japaneseInflection(fromText.trim(), lexicon);
    return inflection !== undefined && inflection.kind !== 'adjective';
  }
  if (from === 'en')
    return (
      kind === 'past' ||
      kind === 'ing' ||
      kind === 'third-person' ||
      speechOf(fromText, toText, to, lexicon) === 'verb'
    );
  if (toText.startsWith('to ') || lexicon.verbs.has(target) || lexicon.verbTargets.has(fromText)) return true;
  // 移动 is noun and verb, and a verb behind 被 and before 了.
  return lexicon.both.has(target) && (use === 'passive' || use === 'past');
}

/**
 * Whether an English word that can be noun and verb is used as the entry means it, judged by its form and its
 * neighbours. What they leave open counts as a fit: a term that is not applied is worse than one too many.
 */
export function fitsSpeech(
  speech: PartOfSpeech,
  kind: FormKind,
  text: string,
  start: number,
  end: number,
  lexicon: Lexicon,
): boolean {
  if (speech === 'any') return true;
  const usedAs = usage(kind, neighboursOf(text, start, end), lexicon);
  return usedAs === 'any' || usedAs === speech;
}

/** How far before and behind a word its neighbours are looked for, in characters. */
const REACH = 48;

/** The words before, the nearest first, and behind, each side up to the next mark that ends a clause. */
function neighboursOf(text: string, start: number, end: number): Neighbours {
  const left = text.slice(Math.max(0, start - REACH), start);
  const right = text.slice(end, end + REACH);
  const clause = left.slice(left.search(/[^.,;:!?()[\]"“”«»–—\n]*$/u));
  const isCut = clause.length === REACH;
  const before = words(clause).reverse();
  if (isCut) before.pop();
  return { before, after: words(/^[^.,;:!?()[\]"“”«»–—\n]*/u.exec(right)?.[0] ?? '') };
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
}
