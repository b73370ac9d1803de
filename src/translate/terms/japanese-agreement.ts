import type { JapaneseInflection, VerbBases } from './japanese-verb.js';

/** The forms of する behind a verb that models take for a noun, and what of the verb stands for them: 取り外しない is 取り外さない. */
const SURU: readonly (readonly [form: RegExp, base: keyof VerbBases | 'lemma', rest: string])[] = [
  [/^しな(?=[いかくけ])/u, 'negative', 'な'],
  [/^しま(?=[すしせ])/u, 'polite', 'ま'],
  [/^した(?=[いく])/u, 'polite', 'た'],
  [/^し(?=ながら|なさい|やす|にく|すぎ|そう|始|続|終|[、，])/u, 'polite', ''],
  [/^して/u, 'te', ''],
  [/^した/u, 'past', ''],
  [/^しよう/u, 'volitional', ''],
  [/^すれば/u, 'conditional', ''],
  [/^すべ(?=[きし])/u, 'lemma', 'べ'],
  [/^する/u, 'lemma', ''],
  [/^され/u, 'passive', ''],
  [/^させ/u, 'causative', ''],
  [/^でき/u, 'potential', ''],
  [/^(?:しろ|せよ)/u, 'imperative', ''],
  [/^せず/u, 'without', ''],
];
const LONGEST_ENDING = 8;
/** Endings that cannot stand behind the dictionary form. */
const BEHIND_LEMMA: readonly (readonly [form: RegExp, base: keyof VerbBases])[] = [
  [/^(?=ま(?:す|した|せん|しょう))/u, 'polite'],
  [/^(?=な(?:い|かった|ければ|くて))/u, 'negative'],
  [/^た(?=[。、後らり])/u, 'past'],
  [/^(?=後)/u, 'past'],
  [/^て/u, 'te'],
  [/^(?=(?:くだ|下)さい)/u, 'te'],
];
/** What the dictionary form stands before, and not the form before ます. */
const BEFORE_LEMMA = /^(?:こと|ため|とき|必要|ように)/u;
/** Endings of nouns and な-adjectives behind an adjective in い. */
const ADJECTIVE: readonly (readonly [form: RegExp, ending: string])[] = [
  [/^(?:では|じゃ|で)(?=な[いかく]|あり)/u, 'く'],
  [/^(?:だった|であった)/u, 'かった'],
  [/^でした/u, 'かったです'],
  [/^(?:である|だ)(?=[。、とがけし]|$)/u, 'い'],
  [/^です/u, 'いです'],
  [/^な(?=\p{Script=Han}|もの|こと|の)/u, 'い'],
  [/^に(?=な[るりっ]|す|し|感)/u, 'く'],
];

/**
 * Sets a verb or adjective into the form that its sentence asks for. A model that is given a word it does not know takes it
 * for a noun and writes 取り外すしない or 蒸し暑いではない; the ending tells what is meant.
 */
export function inflectJapanese(translation: string, inflection: JapaneseInflection): string {
  const { lemma, stem, bases, kind } = inflection;
  // 出した is 出す, and no form of 出る.
  const isShort = kind === 'ichidan' && stem.length === 1;
  const written = bases === undefined ? [lemma, stem] : isShort ? [lemma] : [lemma, bases.polite, stem];
  const forms = [...new Set(written)].sort((a, b) => b.length - a.length);
  let out = '';
  let at = 0;
  for (let hit = translation.indexOf(stem); hit !== -1; hit = translation.indexOf(stem, at)) {
    const form = forms.find(
      (one) => translation.startsWith(one, hit) && follows(translation, hit, one, inflection),
    );
    out += translation.slice(at, hit);
    if (form === undefined) {
      out += stem;
      at = hit + stem.length;
      continue;
    }
    const rest = translation.slice(hit + form.length, hit + form.length + LONGEST_ENDING);
    const { text, taken } =
      bases === undefined ? adjective(rest, inflection) : verb(rest, form, lemma, bases);
    out += text;
    at = hit + form.length + taken;
  }
  return out + translation.slice(at);
}

interface Set {
  readonly text: string;
  /** Characters behind the word that the text stands for. */
  readonly taken: number;
}

/** Whether what stands behind a form of the word is not in order. */
function follows(
  translation: string,
  hit: number,
  form: string,
  { lemma, bases }: JapaneseInflection,
): boolean {
  const rest = translation.slice(hit + form.length, hit + form.length + LONGEST_ENDING);
  if (bases === undefined)
    return ADJECTIVE.some(([pattern]) => pattern.test(rest) && !(form === lemma && /^です/u.test(rest)));
  return (
    SURU.some(([pattern]) => pattern.test(rest)) ||
    (form === bases.polite && form !== lemma && BEFORE_LEMMA.test(rest)) ||
    (form === lemma && BEHIND_LEMMA.some(([pattern]) => pattern.test(rest)))
  );
}

function verb(rest: string, form: string, lemma: string, bases: VerbBases): Set {
  for (const [pattern, base, ending] of SURU) {
    const match = pattern.exec(rest);
    if (match !== null)
      return { text: (base === 'lemma' ? lemma : bases[base]) + ending, taken: match[0].length };
  }
  for (const [pattern, base] of BEHIND_LEMMA) {
    const match = pattern.exec(rest);
    if (match !== null) return { text: bases[base], taken: match[0].length };
  }
  return { text: BEFORE_LEMMA.test(rest) ? lemma : form, taken: 0 };
}

function adjective(rest: string, { lemma, stem }: JapaneseInflection): Set {
  for (const [pattern, ending] of ADJECTIVE) {
    const match = pattern.exec(rest);
    if (match !== null) return { text: stem + ending, taken: match[0].length };
  }
  return { text: lemma, taken: 0 };
}
