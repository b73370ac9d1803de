import type { Lang } from '../../base/lang.js';
import { denies } from '../negation/compare.js';
import { turnedLimits, withLimits } from '../quantities/checks/limits.js';
import { hasMadeUpAmount } from '../quantities/checks/made-up.js';

/**
 * What is odd about a translation: an amount from nowhere, the least of something as the most, a character three times over, a name half in another script, the
 * same on both sides of a "not".
 */
export type Oddity = 'quantity' | 'looped' | 'name' | 'contrast';

/** Of 3 million lines of parallel text 67 have such a thing, half of them sounds and exclamations. */
const THREE_TIMES = /(?![哈嘿呵嘻啊呜嗯嗡滋哦啪好行等])(\p{Script=Han})\1{2}/u;
/** Wait, wait; はいはい. */
const REPEATED = /(\p{L}{2,12})\P{L}{0,3}\1/iu;
/** ノースwind. */
const HALF_WRITTEN = /(?<=[\p{Script=Katakana}ー])[a-z]{2,}|[a-z]{2,}(?=[\p{Script=Katakana}ー])/gu;

const TORN_WORD =
  /(?<![\p{Script=Katakana}ー])[\p{Script=Katakana}ー]+([a-z]{2,})|(?<![A-Za-z])([a-z]{2,})[\p{Script=Katakana}ー]+/gu;
/** 受注日からではなく、受注日から; 不是收货后30天，而是收货后30天; "30 days after receipt, not 30 days after receipt". */
const SAME_TWICE =
  /(?<![\d.])([^、。，\s]{3,24}?)(?:で|じゃ)は?なく[、，]?\1(?![ー\p{Script=Katakana}\p{Script=Han}])|不是([^，。；]{3,24})，?而是\2(?!\p{Script=Han})|(?<![\d.不没无非未])([^，。；]{3,24})，?而(?:不是|非)\3(?!\p{Script=Han})|\bnot ([\p{L}\d]+(?: [\p{L}\d]+){1,7}),? but \4\b(?! \p{L})|(?<!\.)\b([\p{L}\d]+(?: [\p{L}\d]+){1,7}),? (?:not|rather than|instead of) \5\b(?! \p{L})/iu;

/**
 * Something that hardly anybody would write. The rules may err: another search is made, and a translation without it is taken
 * if there is one. What stays odd is told, and refused by strict contracts alone.
 */
export function oddityIn(source: string, translation: string, from: Lang, to: Lang): Oddity | undefined {
  if (hasMadeUpAmount(source, translation, from, to) || turnsLimit(source, translation, from, to))
    return 'quantity';
  if (THREE_TIMES.test(translation) && !REPEATED.test(source)) return 'looped';
  if (to === 'ja' && (translation.match(HALF_WRITTEN) ?? []).some((part) => isTorn(part, source)))
    return 'name';
  return SAME_TWICE.test(translation) && !SAME_TWICE.test(source) ? 'contrast' : undefined;
}

/** Where something is denied besides, or holds but for one case, the opposite may be right: under 18 no entry, 18歳以上のみ. */
const MAY_TURN =
  /\b(?:unless|hardly|seldom|rarely|forbid\p{L}*|forbade|prohibit\p{L}*|except)\b|なければ(?!な[らり]|いけ)|[しけりおねて]ず[、。に]|[はと]なく|なし。|遠慮|控え|限り|禁|除非|否则/iu;

function turnsLimit(source: string, translation: string, from: Lang, to: Lang): boolean {
  if (turnedLimits(source, translation, from, to).length === 0) return false;
  if (denies(source, from) || denies(translation, to)) return false;
  return !MAY_TURN.test(source) && !MAY_TURN.test(translation);
}

/** What every search gives as the other limit, with that of the source; undefined where no word beside the value says it. */
export function withRightLimits(
  translation: string,
  source: string,
  from: Lang,
  to: Lang,
): string | undefined {
  if (!turnsLimit(source, translation, from, to)) return undefined;
  const text = withLimits(translation, source, from, to);
  return oddityIn(source, text, from, to) === undefined ? text : undefined;
}

/** The words that no search writes in one script, as the source has them: Northwind株式会社. */
export function withWholeNames(translation: string, source: string): string {
  return translation.replace(TORN_WORD, (written, ahead: string | undefined, behind: string | undefined) => {
    const part = ahead ?? behind ?? '';
    return isTorn(part, source) ? (wordWith(part, source) ?? written) : written;
  });
}

/** Whether letters that the translation kept are only a part of a word of the source. */
function isTorn(part: string, source: string): boolean {
  return wordWith(part, source) !== undefined && !wordsOf(source).includes(part);
}

function wordWith(part: string, source: string): string | undefined {
  return wordsOf(source).find((word) => word !== part && word.toLowerCase().includes(part));
}

function wordsOf(source: string): readonly string[] {
  return source.match(/[A-Za-z]+/g) ?? [];
}
