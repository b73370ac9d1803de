import { editSimilarity } from '../../base/edit-similarity.js';
import { baseOf, type Lang } from '../../base/lang.js';
import { hanziSoundsLike, readingOf, sounds } from './hanzi-sound.js';
import { soundsLike } from './katakana-sound.js';
import { latinReading } from './latin-reading.js';

/** How a target language writes foreign names. */
interface Script {
  /** The name before the form of address. */
  readonly form: RegExp;
  readonly joint: string;
  reading(written: string): string;
  isNamed(written: string, name: string): boolean;
}

const SCRIPTS: Readonly<Record<string, Script>> = {
  ja: {
    form: /^([\p{Script=Katakana}ー・＝]{3,40}?)(?:さん|様|氏|女史)?。?$/u,
    joint: '・',
    reading: latinReading,
    isNamed: soundsLike,
  },
  zh: {
    form: /^([\p{Script=Han}·・]{2,20}?)(?:女士|小姐|太太|先生)。?$/u,
    joint: '·',
    reading: readingOf,
    isNamed: (written, name) => hanziSoundsLike(written, name, true),
  },
};
/** From here on a word in the other script is the one that was asked for. */
const SOUND_SIMILARITY = 0.7;

/**
 * The name in a translation of "Ms. Sarah Wendell": サラ・ウェンデル. Undefined where its words do not sound like those of the
 * name: models invent one for a name that they have seldom seen.
 */
export function spokenName(translation: string, name: string, to: Lang): string | undefined {
  const script = SCRIPTS[baseOf(to)];
  const [, form = ''] = script?.form.exec(translation.trim()) ?? [];
  if (script === undefined || form === '') return undefined;
  const words = name.split(' ');
  const parts = form.split(/[・＝·]/u);
  const isNamed = (split: readonly string[]): boolean =>
    split.length === words.length &&
    ((parts.length > 1 && script.isNamed(split.join(''), name)) ||
      split.every((part, at) => isAlike(part, words[at] ?? '', script)));
  // 莎拉文德尔 without its dot.
  const splits = parts.length > 1 ? [parts] : [...form].map((_, at) => [form.slice(0, at), form.slice(at)]);
  return splits.find(isNamed)?.join(script.joint);
}

function isAlike(written: string, word: string, { reading }: Script): boolean {
  const [heard, spelled] = [sounds(reading(written)), sounds(word)];
  return heard === spelled || (editSimilarity(heard, spelled) ?? 0) >= SOUND_SIMILARITY;
}
