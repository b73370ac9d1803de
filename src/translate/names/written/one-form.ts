import { editSimilarity } from '../../../base/edit-similarity.js';
import { baseOf, type Lang } from '../../../base/lang.js';
import { foreignRuns, hanziSoundsLike, sounds } from '../readings/hanzi-sound.js';
import { soundsLike } from '../readings/katakana-sound.js';
import { withOneLatinForm } from './one-latin-form.js';
import { withOneHanForm } from './pinyin-people.js';

/** A sentence and its translation. */
export interface NamedPair {
  readonly from: Lang;
  readonly source: string;
  readonly target: string;
}

/** Words with a capital inside a sentence, or behind another: names, most of them. */
const NAME = /(?<=\p{L}[,;]? )\p{Lu}\p{Ll}{3,}(?![\p{L}\p{N}'’_-])|^\p{Lu}\p{Ll}{3,}(?= \p{Lu})/gu;
const KATAKANA = /[\p{Script=Katakana}ー]{2,}/gu;
/** Names that were left in Latin letters, with the blanks around them. */
const LATIN_NAME = / ?(?<![A-Za-z] ?)(\p{Lu}\p{Ll}{3,}(?: \p{Lu}\p{Ll}{3,}){0,3})(?! ?[A-Za-z]) ?/gu;

const FORM_SIMILARITY = 0.4;

/** How a target language writes foreign names. */
interface NameScript {
  /** What may be a name in a translation. */
  runs(text: string): readonly string[];
  /** @param isJoined a dot stands beside the run */
  isNamed(run: string, name: string, isJoined: boolean): boolean;
  /** Between the words of a name. */
  readonly joint: string;
}

const SCRIPTS: Readonly<Record<string, NameScript>> = {
  ja: { runs: (text) => text.match(KATAKANA) ?? [], isNamed: soundsLike, joint: '・' },
  zh: { runs: foreignRuns, isNamed: hanziSoundsLike, joint: '·' },
};

/**
 * Each name of a text in one form: models write ホイットフィールド here and ウィットフィールド there, Vendrelli and Wendreelli, or leave
 * a name as it is in one sentence of many. From English the first form that sounds like the name holds for all; into
 * English the one that is written most.
 */
export function withOneForm(pairs: readonly NamedPair[], to: Lang): readonly string[] {
  const script = SCRIPTS[baseOf(to)];
  if (script === undefined)
    return to === 'en' && pairs.length > 1 ? withOneLatinForm(pairs) : pairs.map(({ target }) => target);
  const texts = withOneHanForm(pairs, to);
  return pairs.length < 2
    ? texts
    : withFirstForm(
        pairs.map((pair, at) => ({ ...pair, target: texts[at] ?? '' })),
        script,
      );
}

function withFirstForm(pairs: readonly NamedPair[], script: NameScript): readonly string[] {
  const sources = pairs.map(({ from, source }) =>
    from === 'en' ? [...new Set(source.match(NAME) ?? [])] : [],
  );
  const ambiguous = withSameSounds(sources.flat());
  const forms = new Map<string, string>();
  const found = pairs.map(({ target }, index) => {
    const names = (sources[index] ?? []).filter((name) => !ambiguous.has(name));
    const runs = names.length === 0 ? [] : script.runs(target);
    return names.map((name) => {
      const form = runs.find((run) => script.isNamed(run, name, isJoined(target, run, script)));
      if (form !== undefined && !forms.has(name)) forms.set(name, form);
      return { name, form };
    });
  });
  return pairs.map(({ target }, index) => {
    const names = new Map<string, string>();
    let text = target;
    for (const { name, form } of found[index] ?? []) {
      const first = forms.get(name);
      if (first === undefined) continue;
      names.set(name, first);
      if (form !== undefined && areForms(form, first) && !text.includes(first))
        text = text.replaceAll(form, first);
    }
    return names.size === 0 ? text : inScript(text, names, script);
  });
}

/** Names that sound like others of the text (Licensor, Licensee): nobody can tell their forms apart. */
function withSameSounds(names: readonly string[]): ReadonlySet<string> {
  const bySound = new Map<string, Set<string>>();
  for (const name of new Set(names)) {
    const key = sounds(name).replaceAll('r', '');
    bySound.set(key, (bySound.get(key) ?? new Set()).add(name));
  }
  return new Set([...bySound.values()].flatMap((same) => (same.size > 1 ? [...same] : [])));
}

function isJoined(text: string, run: string, { joint }: NameScript): boolean {
  return text.includes(joint + run) || text.includes(run + joint);
}

/** Whether two runs are forms of one name, and not one with a word beside it. */
function areForms(a: string, b: string): boolean {
  return !a.includes(b) && !b.includes(a) && (editSimilarity(a, b) ?? 0) >= FORM_SIMILARITY;
}

/** Names in Latin letters in the script of the others, if each of their words has a form: half a name would be worse. */
function inScript(text: string, names: ReadonlyMap<string, string>, { joint }: NameScript): string {
  return text.replace(LATIN_NAME, (written, words: string) => {
    const forms = words.split(' ').map((word) => names.get(word));
    return forms.includes(undefined) ? written : forms.join(joint);
  });
}
