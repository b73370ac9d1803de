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
  return (editSimilarity(sounds(latinReading(katakana)), sounds(word)) ?? 0) >= SOUND_SIMILARITY;
}
