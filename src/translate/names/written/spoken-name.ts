import { editDistance, editSimilarity } from '../../../base/edit-similarity.js';
import type { Lang } from '../../../base/lang.js';
import { isEastAsianWord } from '../people/latin-names.js';
import { NAME_SYLLABLES, readingOf, sounds } from '../readings/hanzi-sound.js';
import { soundsLike } from '../readings/katakana-sound.js';
import { latinReading } from '../readings/latin-reading.js';
import { plainSpelling } from '../readings/latin-spelling.js';

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
  /** Two words with a dot between them, and no third one. */
  readonly broken: RegExp;
  readonly dot: string;
  /** No word begins so. */
  readonly goesOn: RegExp;
  /** Of the letters of a name so many may be other ones, and it still is the name. */
  readonly mostOther: number;
  readingOf(written: string): string;
}

const KATAKANA: DottedScript = {
  unbroken: /(?<![\p{Script=Katakana}ー・＝])[\p{Script=Katakana}ー]{4,20}(?![\p{Script=Katakana}ー・＝])/gu,
  broken:
    /(?<![\p{Script=Katakana}ー・＝])([\p{Script=Katakana}ー]{2,12})・([\p{Script=Katakana}ー]{2,12})(?![\p{Script=Katakana}ー・＝])/gu,
  dot: '・',
  goesOn: /^[ァィゥェォャュョッンー]/u,
  mostOther: 0.5,
  readingOf: latinReading,
};
const HANZI: DottedScript = {
  unbroken: new RegExp(`(?<![${NAME_SYLLABLES}·])[${NAME_SYLLABLES}]{4,12}(?![${NAME_SYLLABLES}·])`, 'gu'),
  broken: new RegExp(
    `(?<![${NAME_SYLLABLES}·])([${NAME_SYLLABLES}]{1,8})·([${NAME_SYLLABLES}]{1,8})(?![${NAME_SYLLABLES}·])`,
    'gu',
  ),
  dot: '·',
  goesOn: /^[尔姆爾]/u,
  mostOther: 0.6,
  readingOf,
};

/** Longer than anything that a run of characters may be. */
const LONGEST_NAME = 60;

/**
 * トマスブラント and 托马斯布兰特 in a translation of "Thomas Brandt", with the dot between the words of a foreign name: where the two
 * halves, spelt out, need the fewest letters changed to be the two words. Where two places are as good, or too much is
 * other than the name, there is none. A family that a model set first, as those of Japan are (ワイスアンナ), comes last.
 */
export function withMiddleDot(translation: string, name: string, to: Lang): string {
  const [first = '', last = '', ...others] = name.split(' ').map(plainSpelling);
  if (last === '' || others.length > 0 || name.length > LONGEST_NAME) return translation;
  const { unbroken, broken, dot, goesOn, mostOther, readingOf } = to === 'ja' ? KATAKANA : HANZI;
  const changed = (half: string, word: string): number => editDistance(plainSpelling(readingOf(half)), word);
  // Families of Japan and China stand first.
  const isEastAsian = name.split(' ').every(isEastAsianWord);
  const dotted = translation.replaceAll(unbroken, (run) => {
    let best = { written: run, changes: mostOther * (first.length + last.length) };
    for (let cut = 2; cut <= run.length - 2; cut += 1) {
      const [ahead, behind] = [run.slice(0, cut), run.slice(cut)];
      if (goesOn.test(behind)) continue;
      const changes = changed(ahead, first) + changed(behind, last);
      if (changes < best.changes) best = { written: `${ahead}${dot}${behind}`, changes };
      else if (changes === best.changes) best = { written: run, changes };
      if (isEastAsian || /^[ァィゥェォャュョッンー]/u.test(behind)) continue;
      const turned = changed(behind, first) + changed(ahead, last);
      if (turned < best.changes) best = { written: `${behind}${dot}${ahead}`, changes: turned };
    }
    return best.written;
  });
  if (isEastAsian) return dotted;
  // ワイス・アンナ
  return dotted.replaceAll(broken, (run, ahead: string, behind: string) => {
    const turned = changed(behind, first) + changed(ahead, last);
    const isTurned =
      turned < mostOther * (first.length + last.length) &&
      turned < changed(ahead, first) + changed(behind, last);
    return isTurned ? `${behind}${dot}${ahead}` : run;
  });
}

function similarity(reading: string, word: string): number {
  return editSimilarity(sounds(reading), sounds(word)) ?? 0;
}
