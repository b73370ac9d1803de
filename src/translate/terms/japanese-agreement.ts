import type { JapaneseInflection, VerbBases } from './japanese-verb.js';

/** What stands behind a verb, the form of the verb that it asks for, and what stands behind that. */
type Ending = readonly [written: RegExp, base: keyof VerbBases | 'lemma', rest: string];

/** The forms of する behind a verb that models take for a noun, and what of the verb stands for them: 取り外しない is 取り外さない. */
const SURU: readonly Ending[] = [
  [/^しな(?=[いかくけ])/u, 'negative', 'な'],
  [/^し?しま(?=[すしせ])/u, 'polite', 'ま'],
  [/^した(?=[いく])/u, 'polite', 'た'],
  [/^し(?=ながら|なさい|やす|にく|すぎ|そう|始|続|終|[、，])/u, 'polite', ''],
  [/^し?して/u, 'te', ''],
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
const BEHIND_LEMMA: readonly Ending[] = [
  [/^(?=ま(?:す|した|せん|しょう))/u, 'polite', ''],
  [/^(?=な(?:い|かった|ければ|くて))/u, 'negative', ''],
  [/^た(?=[。、後らり])/u, 'past', ''],
  [/^(?=後)/u, 'past', ''],
  [/^て/u, 'te', ''],
  [/^(?=(?:くだ|下)さい)/u, 'te', ''],
];
/** Endings that cannot stand right behind the noun of a verb in する: 開封ことができます. */
const BEHIND_NOUN: readonly Ending[] = [
  [/^(?=ことは?(?:一度も)?(?:な[いか]|あ[りる]))/u, 'past', ''],
  [/^(?=こと|ところ|ため|とき|必要[がは]|ように)/u, 'lemma', ''],
  [/^(?=ま(?:す|した|せん|しょう))/u, 'polite', ''],
  [/^(?=な(?:い|かった|ければ|くて))/u, 'negative', ''],
];
/** Endings that cannot stand behind the form before ます: 直し中です. */
const BEHIND_POLITE: readonly Ending[] = [
  [/^(?=こと|ため|とき|必要|ように)/u, 'lemma', ''],
  [/^中です/u, 'te', 'います'],
  [/^中でした/u, 'te', 'いました'],
  [/^中(?:だ|である)(?=[。、])/u, 'te', 'いる'],
];
/** Endings that cannot stand behind the form before ない: 取り外さませんでした. */
const BEHIND_NEGATIVE: readonly Ending[] = [[/^(?=ま(?:す|した|せん|しょう))/u, 'polite', '']];
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
  const written =
    bases === undefined
      ? [lemma, stem]
      : isShort
        ? [lemma]
        : [lemma, bases.polite, ...(kind === 'godan' ? [bases.negative] : []), stem];
  const forms = [...new Set(written)].sort((a, b) => b.length - a.length);
  let out = '';
  let at = 0;
  for (let hit = translation.indexOf(stem); hit !== -1; hit = translation.indexOf(stem, at)) {
    const set = firstDefined(forms, (form) => {
      const rest = translation.slice(hit + form.length, hit + form.length + LONGEST_ENDING);
      if (!translation.startsWith(form, hit)) return undefined;
      const found =
        bases === undefined ? adjective(rest, form, inflection) : verb(rest, form, inflection, bases);
      return found && { ...found, taken: found.taken + form.length };
    });
    out += translation.slice(at, hit) + (set?.text ?? stem);
    at = hit + (set?.taken ?? stem.length);
  }
  return out + translation.slice(at);
}

function firstDefined<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Set {
  readonly text: string;
  /** Characters that the text stands for. */
  readonly taken: number;
}

/** A verb in the form that what follows asks for; undefined where that is in order. */
function verb(
  rest: string,
  form: string,
  { lemma, stem, kind }: JapaneseInflection,
  bases: VerbBases,
): Set | undefined {
  const endings =
    form === bases.negative && kind === 'godan'
      ? BEHIND_NEGATIVE
      : [
          ...SURU,
          ...(form === lemma ? BEHIND_LEMMA : []),
          ...(form === stem && kind === 'suru' ? BEHIND_NOUN : []),
          ...(form === bases.polite ? BEHIND_POLITE : []),
        ];
  return firstDefined(endings, ([written, base, behind]) => {
    const [ending] = written.exec(rest) ?? [];
    return ending === undefined
      ? undefined
      : { text: (base === 'lemma' ? lemma : bases[base]) + behind, taken: ending.length };
  });
}

function adjective(rest: string, form: string, { lemma, stem }: JapaneseInflection): Set | undefined {
  return firstDefined(ADJECTIVE, ([written, behind]) => {
    const [ending] = written.exec(rest) ?? [];
    // 暑いです is in order.
    return ending === undefined || (form === lemma && ending === 'です')
      ? undefined
      : { text: stem + behind, taken: ending.length };
  });
}
