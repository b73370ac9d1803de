import type { JapaneseInflection } from './japanese-verb.js';

/** Words that models know how to inflect, and that hardly ever stand in a translation by themselves. */
const VERBS = ['抹消', '点検', '登録', '封印'];
const ADJECTIVES = ['新しい', '珍しい', '激しい'];

/** A word that the model writes in place of a term, and for which the term is put in afterwards. */
export interface StandIn {
  readonly word: string;
  readonly inflection: JapaneseInflection;
}

/** A stand-in that is none of those taken; undefined where all are. */
export function standInFor(
  inflection: JapaneseInflection,
  isTaken: (word: string) => boolean,
): StandIn | undefined {
  const words = inflection.kind === 'adjective' ? ADJECTIVES : VERBS;
  const word = words.find((one) => !isTaken(one));
  return word === undefined ? undefined : { word, inflection };
}

/** The term in the place of its stand-in; the ending that the model wrote stays, and fits or is mended later. */
export function putIn(translation: string, { word, inflection }: StandIn): string {
  const { lemma, stem, kind, bases } = inflection;
  if (kind === 'adjective') return translation.replaceAll(word.slice(0, -1), stem);
  if (kind === 'suru') return translation.replaceAll(word, stem);
  // 抹消する is the verb, 抹消の方法 the noun that is made of it.
  return translation
    .replaceAll(new RegExp(`${word}(?=[さしすせで])`, 'gu'), lemma)
    .replaceAll(word, bases?.polite ?? lemma);
}
