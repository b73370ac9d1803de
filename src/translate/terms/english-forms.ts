import type { Lexicon } from './lexicon.js';

/** What a form says of its word; `plain` is the dictionary form. */
export type FormKind = 'plain' | 'plural' | 'third-person' | 'past' | 'ing';

export interface Form {
  readonly text: string;
  readonly kind: FormKind;
}

export type PartOfSpeech = 'noun' | 'verb' | 'any';

const PARTICLES = new Set('in on up out off down over back away through into'.split(' '));
/** Longer phrases are titles or sentences, which nobody inflects. */
const MOST_WORDS = 5;
const WORD = /^[A-Za-z]{2,}$/;

/**
 * Forms in which an English term may stand in a text: the plural of its last word; of a verb, its other forms. Irregular
 * ones come from WordNet, the rest from spelling rules.
 */
export function englishForms(term: string, speech: PartOfSpeech, lexicon: Lexicon): Form[] {
  const plain: Form = { text: term, kind: 'plain' };
  const words = term.split(' ');
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length > MOST_WORDS || !WORD.test(last) || !WORD.test(first)) return [plain];
  const rest = words.length === 1 ? '' : ` ${words.slice(1).join(' ')}`;
  const lead = words.length === 1 ? '' : `${words.slice(0, -1).join(' ')} `;
  const phrasal = words.length > 1 && PARTICLES.has(words[1] ?? '');
  const verbFirst = phrasal || (words.length > 1 && lexicon.verbs.has(first.toLowerCase()));
  const forms: Form[] = [plain];
  const one = verbFirst ? undefined : singular(last, lexicon);
  if (one !== undefined) return [plain, { text: lead + one, kind: 'plain' }];
  if (speech !== 'verb' && !verbFirst) {
    for (const text of plurals(last, lexicon)) forms.push({ text: lead + text, kind: 'plural' });
  }
  const mayBeVerb = words.length === 1 ? isVerb(last.toLowerCase(), lexicon) : verbFirst;
  if (speech !== 'noun' && mayBeVerb) {
    for (const form of verbForms(first, lexicon)) forms.push({ ...form, text: form.text + rest });
  }
  return forms;
}

/** What can be a verb; uninstall and redeploy are in no dictionary. */
function isVerb(word: string, lexicon: Lexicon): boolean {
  const isKnown = (it: string): boolean => lexicon.verbs.has(it) || lexicon.both.has(it);
  const base = /^(?:un|re|de|dis|mis|over|pre|auto)-?([a-z]{4,})$/.exec(word)?.[1];
  return isKnown(word) || (base !== undefined && isKnown(base));
}

function plurals(word: string, lexicon: Lexicon): string[] {
  const irregular = lexicon.nounForms.get(word.toLowerCase()) ?? [];
  if (/^[A-Z]+$/.test(word)) return [`${word}s`];
  const regular = /(?:s|x|z|ch|sh)$/i.test(word)
    ? `${word}es`
    : /[^aeiou]y$/i.test(word)
      ? `${word.slice(0, -1)}ies`
      : `${word}s`;
  return irregular.length > 0 ? [...irregular.map((form) => likeCase(form, word)), regular] : [regular];
}

/** The usual plural. */
export function plural(word: string, lexicon: Lexicon): string {
  return plurals(word, lexicon)[0] ?? word;
}

/** Words in s that are no plural, or whose singular is another thing (sales, customs). */
const ONLY_PLURAL = new Set(
  `news series species means goods glasses scissors trousers headquarters customs premises savings earnings proceeds clothes thanks
  arms sales works terms contents spectacles shorts pants jeans brakes lens gas bus status always perhaps towards afterwards
  overseas besides whereas express access process address business progress success darkness this his its yes data media dice
  sometimes minutes funds stocks securities odds outskirts surroundings remains belongings grounds looks spirits manners
  measures resources relations operations communications instructions directions conditions details letters times days
  hours rights services settings options materials facilities utilities`.split(/\s+/),
);

/** Of a common noun in the plural, its singular: "gauge" of "gauges". Only what is written small is surely a common noun. */
export function singular(word: string, lexicon: Lexicon): string | undefined {
  if (!/^[a-z]{4,}$/.test(word) || ONLY_PLURAL.has(word)) return undefined;
  const lemma = lexicon.nounLemmas.get(word);
  if (lemma !== undefined) return lemma;
  if (!/[^siu]s$|[aeiou]is$/.test(word) || /(?:ics|as)$/.test(word)) return undefined;
  if (/[^aeiou]ies$/.test(word)) return word.length > 5 ? `${word.slice(0, -3)}y` : undefined;
  return /(?:ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

export function verbForms(word: string, lexicon: Lexicon): Form[] {
  const lower = word.toLowerCase();
  const irregular = lexicon.verbForms.get(lower) ?? [];
  const ending = /(?:s|x|z|ch|sh|o)$/.test(lower) ? 'es' : 's';
  const third = /[^aeiou]y$/.test(lower) ? `${word.slice(0, -1)}ies` : word + ending;
  const bare = lower.endsWith('e') ? word.slice(0, -1) : word;
  const beforeIng = lower.endsWith('ie')
    ? `${word.slice(0, -2)}y`
    : /(?:ee|oe|ye)$/.test(lower)
      ? word
      : bare;
  const doubled = /[^aeiou][aeiou][bdgklmnprtv]$/.test(lower) ? word + word.slice(-1) : undefined;
  const texts: Form[] = [{ text: third, kind: 'third-person' }];
  const add = (text: string, kind: FormKind): void => {
    texts.push({ text, kind });
  };
  for (const form of irregular) add(likeCase(form, word), form.endsWith('ing') ? 'ing' : 'past');
  add(/[^aeiou]y$/.test(lower) ? `${word.slice(0, -1)}ied` : `${bare}ed`, 'past');
  add(`${beforeIng}ing`, 'ing');
  if (doubled !== undefined) {
    add(`${doubled}ed`, 'past');
    add(`${doubled}ing`, 'ing');
  }
  return texts;
}

function likeCase(form: string, model: string): string {
  return /^[A-Z]/.test(model) ? form.slice(0, 1).toUpperCase() + form.slice(1) : form;
}
