import { editSimilarity } from '../../../base/edit-similarity.js';
import type { Lang } from '../../../base/lang.js';
import { chineseNames } from '../people/chinese-names.js';
import { latinReading } from '../readings/latin-reading.js';
import { letters, plainSpelling } from '../readings/latin-spelling.js';
import type { NameTable } from '../readings/name-table.js';

const KATAKANA_NAME = /[\p{Script=Katakana}ー]{2,}(?:[・＝=][\p{Script=Katakana}ー]{2,}){0,3}/gu;

/**
 * Whether a translation holds a Latin name in a form that the dictionaries have for it: バラク・オバマ, 奥巴马. Models invent
 * katakana for names that they have seldom seen.
 */
export function hasCustomaryForm(name: string, translation: string, to: Lang, table: NameTable): boolean {
  const words = name.split(' ');
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (to !== 'ja')
    return chineseNames(translation, table).some(({ spellings }) =>
      spellings.some((spelling) => spelling.split(' ').at(-1) === last),
    );
  return [...translation.matchAll(KATAKANA_NAME)].some(([run]) => {
    const parts = run.split(/[・＝=]/u);
    const isOf = (part: string, word: string): boolean =>
      table.spellings(part, ['k'])?.includes(word) === true;
    return isOf(parts.at(-1) ?? '', last) && (parts.length === 1 || isOf(parts[0] ?? '', first));
  });
}

const CAPITALIZED = /\p{Lu}[\p{L}'’-]+/gu;
/** From here on two spellings are of one name: Inoue and Inoe, Sicily and シチリア. */
const LEAST_ALIKE = 0.6;
const SAME_BEGINNING = 3;
const LEAST_CUT = 2;

/**
 * Whether an English translation holds a name in another spelling than the table's: Venice for ベネチア, where it has Venezia,
 * the Islamic world for イスラム, Mr. Inoue for 井上. Only what has nothing like the name is mended by the table.
 */
export function isSpeltAlike(
  spellings: readonly string[],
  katakana: string | undefined,
  translation: string,
  isWord: (word: string) => boolean,
): boolean {
  const all: readonly string[] = translation.match(CAPITALIZED) ?? [];
  // Models invent spellings of foreign names; how families are read they know.
  const words = katakana === undefined ? all : all.filter(isWord);
  if (
    all
      .slice(1)
      .some((word, at) => spellings.some((one) => letters(one) === letters(`${all[at] ?? ''}${word}`)))
  )
    return true;
  const known = spellings
    .flatMap((spelling) => spelling.split(' '))
    .filter((word) => word.length >= SAME_BEGINNING);
  const whole = words.filter(
    (word) => katakana !== undefined || !known.some((other) => isCutOff(word, other)),
  );
  const written = [...whole, ...whole.slice(1).map((word, at) => `${whole[at] ?? ''}${word}`)];
  const forms = [...known, ...(katakana === undefined ? [] : [latinReading(katakana)])].map(plainSpelling);
  return written.some(
    (word) =>
      known.some((other) => beginning(other) === beginning(word)) ||
      forms.some((form) => (editSimilarity(form, plainSpelling(word)) ?? 0) >= LEAST_ALIKE),
  );
}

/** Hase is another family than Hasebe. */
function isCutOff(word: string, name: string): boolean {
  return letters(name).startsWith(letters(word)) && letters(name).length - letters(word).length >= LEAST_CUT;
}

function beginning(word: string): string {
  return word.slice(0, SAME_BEGINNING).toLowerCase();
}
