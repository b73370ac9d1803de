import { editSimilarity } from '../../base/edit-similarity.js';
import { sounds } from './hanzi-sound.js';
import { soundsLike } from './katakana-sound.js';
import { latinReading } from './latin-reading.js';

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
  return similarity(katakana, word) >= SOUND_SIMILARITY;
}

function similarity(katakana: string, word: string): number {
  return editSimilarity(sounds(latinReading(katakana)), sounds(word)) ?? 0;
}

const UNBROKEN =
  /(?<![\p{Script=Katakana}ー・＝])[\p{Script=Katakana}ー]{4,20}(?![\p{Script=Katakana}ー・＝])/gu;
/** No word begins so. */
const GOES_ON = /^[ァィゥェォャュョッンー]/u;
/** Of both words together; one alone may sound less like the name (トマス, Thomas). */
const PAIR_SIMILARITY = 1.5;

/** トマスブラント in a translation of "Thomas Brandt", with the dot between the words of a foreign name. */
export function withMiddleDot(translation: string, name: string): string {
  const [first = '', last = '', ...others] = name.split(' ');
  if (last === '' || others.length > 0) return translation;
  return translation.replaceAll(UNBROKEN, (run) => {
    let best = { written: run, similarity: PAIR_SIMILARITY };
    for (let cut = 2; cut <= run.length - 2; cut += 1) {
      const behind = run.slice(cut);
      if (GOES_ON.test(behind)) continue;
      const both = similarity(run.slice(0, cut), first) + similarity(behind, last);
      if (both >= best.similarity) best = { written: `${run.slice(0, cut)}・${behind}`, similarity: both };
    }
    return best.written;
  });
}
