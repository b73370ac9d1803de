import { editSimilarity } from '../../base/edit-similarity.js';
import type { Lang } from '../../base/lang.js';
import { NAME_SYLLABLES, readingOf, sounds } from './hanzi-sound.js';
import { soundsLike } from './katakana-sound.js';
import { latinReading } from './latin-reading.js';
import { plainSpelling } from './latin-spelling.js';

/** The name before the form of address. */
const FORM =
  /^([\p{Script=Katakana}ー]{2,}(?:[・＝][\p{Script=Katakana}ー]{2,}){1,3})(?:さん|様|氏|女史)?。?$/u;
/** From here on a word in katakana is the one that was asked for. */
const SOUND_SIMILARITY = 0.7;

/**
 * The name in a Japanese translation of "Ms. Sarah Wendell": サラ・ウェンデル. Undefined where its words do not sound like those
 * of the name: models invent one for a name that they have seldom seen.
 */
export function spokenName(translation: string, name: string): string | undefined {
  const [, form = ''] = FORM.exec(translation.trim()) ?? [];
  const words = name.split(' ');
  const parts = form.split(/[・＝]/u);
  if (form === '' || parts.length !== words.length) return undefined;
  const isNamed =
    soundsLike(parts.join(''), name) || parts.every((part, at) => isAlike(part, words[at] ?? ''));
  return isNamed ? parts.join('・') : undefined;
}

function isAlike(katakana: string, word: string): boolean {
  return similarity(latinReading(katakana), word) >= SOUND_SIMILARITY;
}

/** How a script writes a foreign name of two words. */
interface DottedScript {
  /** A name without a dot, and none beside it. */
  readonly unbroken: RegExp;
  readonly dot: string;
  /** No word begins so. */
  readonly goesOn: RegExp;
  readingOf(written: string): string;
}

const KATAKANA: DottedScript = {
  unbroken: /(?<![\p{Script=Katakana}ー・＝])[\p{Script=Katakana}ー]{4,20}(?![\p{Script=Katakana}ー・＝])/gu,
  dot: '・',
  goesOn: /^[ァィゥェォャュョッンー]/u,
  readingOf: latinReading,
};
const HANZI: DottedScript = {
  unbroken: new RegExp(`(?<![${NAME_SYLLABLES}·])[${NAME_SYLLABLES}]{4,12}(?![${NAME_SYLLABLES}·])`, 'gu'),
  dot: '·',
  goesOn: /^[尔姆]/u,
  readingOf,
};
/** Of both words together; one alone may sound less like the name (トマス, Thomas). */
const PAIR_SIMILARITY = 1.5;

/**
 * トマスブラント and 托马斯布兰特 in a translation of "Thomas Brandt", with the dot between the words of a foreign name. Sounds tell
 * that it is the name; where it is cut the vowels tell: ヘレーナ・フィッシャー, not ヘレーナフィッ・シャー.
 */
export function withMiddleDot(translation: string, name: string, to: Lang): string {
  const [first = '', last = '', ...others] = name.split(' ');
  if (last === '' || others.length > 0) return translation;
  const { unbroken, dot, goesOn, readingOf } = to === 'ja' ? KATAKANA : HANZI;
  return translation.replaceAll(unbroken, (run) => {
    let best = { written: run, likeness: 0 };
    for (let cut = 2; cut <= run.length - 2; cut += 1) {
      const [ahead, behind] = [readingOf(run.slice(0, cut)), readingOf(run.slice(cut))];
      if (
        goesOn.test(run.slice(cut)) ||
        similarity(ahead, first) + similarity(behind, last) < PAIR_SIMILARITY
      )
        continue;
      const likeness = spellingLikeness(ahead, first) + spellingLikeness(behind, last);
      if (likeness > best.likeness)
        best = { written: `${run.slice(0, cut)}${dot}${run.slice(cut)}`, likeness };
    }
    return best.written;
  });
}

function similarity(reading: string, word: string): number {
  return editSimilarity(sounds(reading), sounds(word)) ?? 0;
}

/** With the vowels, which tell where a name is cut. */
function spellingLikeness(reading: string, word: string): number {
  return editSimilarity(plainSpelling(reading), plainSpelling(word)) ?? 0;
}
