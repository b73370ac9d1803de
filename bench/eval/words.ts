import { readFile } from 'node:fs/promises';
import type { Lang } from '#src/base/lang.js';
import type { SentenceRequest } from '#src/model/model-port.js';
import type { WordScore } from './eval-report.js';
import { type DecodeChoice, directionName } from './evaluation.js';
import { textOf } from './kept-marks.js';
import type { Translator } from './translator.js';

/** A word and every translation that the dictionaries know. */
export interface Word {
  readonly from: Lang;
  readonly to: Lang;
  readonly word: string;
  readonly accepted: readonly string[];
}

/** The tables write Chinese `zh`; here it is simplified. */
const LANGUAGES: Readonly<Record<string, Lang>> = { en: 'en', ja: 'ja', zh: 'zh-CN' };

/** Reads `words.tsv`: a header line, then a word a line, its translations separated by slashes. */
export async function readWords(file: string): Promise<readonly Word[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line, index) => {
    const [first = '', second = '', word = '', accepted = ''] = line.split('\t');
    const from = LANGUAGES[first];
    const to = LANGUAGES[second];
    if (from === undefined || to === undefined || word === '' || accepted === '') {
      throw new Error(`Line ${index + 2} of ${file} is no word with its translations.`);
    }
    return { from, to, word, accepted: accepted.split('/') };
  });
}

/** Per direction, how many words came back as one of their translations. */
export async function scoreWords(
  words: readonly Word[],
  translator: Translator,
  decode: DecodeChoice,
): Promise<WordScore[]> {
  const scores = new Map<string, { words: number; right: number }>();
  const requests = words.map(
    ({ from, to, word }): SentenceRequest => ({ from, to, decode, source: [{ kind: 'text', text: word }] }),
  );
  const results = await translator.translate(requests);
  for (const [index, { from, to, accepted }] of words.entries()) {
    const score = scores.get(directionName(from, to)) ?? { words: 0, right: 0 };
    score.words += 1;
    if (isAccepted(textOf(results[index]?.target ?? []), accepted)) score.right += 1;
    scores.set(directionName(from, to), score);
  }
  return [...scores].map(([direction, score]) => ({ direction, ...score }));
}

/**
 * A translation is right when it is one of the dictionary's but for case, width, a final mark, and what a language adds
 * to a word that stands alone: an article, "to", the plural, する and です.
 */
export function isAccepted(translation: string, accepted: readonly string[]): boolean {
  const wanted = new Set(accepted.flatMap(forms));
  return forms(translation).some((form) => wanted.has(form));
}

/** As it stands, and without the ending of a plural. */
function forms(text: string): readonly string[] {
  const word = bare(text);
  return [word, word.replace(/(?<=..)s$/u, ''), word.replace(/es$/u, '')];
}

function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.。!！?？]+$/u, '')
    .replace(/^(?:to be|to|the|an|a) /u, '')
    .replace(/(?:です|する|な|的|了)$/u, '')
    .trim();
}
