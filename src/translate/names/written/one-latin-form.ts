import { editSimilarity } from '../../../base/edit-similarity.js';
import { foreignRuns, readingOf, sounds } from '../readings/hanzi-sound.js';
import { latinReading } from '../readings/latin-reading.js';
import type { NamedPair } from './one-form.js';

/** Names in katakana; ドイツ語 and フランス人 have a word of their own in English. */
const KATAKANA =
  /(?<![\p{Script=Katakana}ー])[\p{Script=Katakana}ー]{4,}(?![\p{Script=Katakana}ー語人系風式])/gu;
const CAPITALIZED = /(?<!\p{L})\p{Lu}\p{Ll}{4,}(?!\p{L})/gu;
/** Behind another word a capital is that of a name; at the beginning of a sentence every word has one. */
const INSIDE = /[\p{L}\p{N}],? $/u;
/** Endings of words that stand beside a name: France and French, Greece and Greek. */
const DERIVED = /(?:ch|sh|k|se|an|ic|s)$/u;
const SHORTEST_STEM = 5;
const FEWEST_SOUNDS = 3;
const SHORTEST_HANZI = 3;
/** From here on a word may be the name that it sounds like, and two words spellings of one name. */
const SOUND_SIMILARITY = 0.6;
const SPELLING_SIMILARITY = 0.6;
/** Of one sentence; more are a list. */
const MOST_RUNS = 24;

interface Spelling {
  count: number;
  isInside: boolean;
  readonly similarity: number;
}

/**
 * Foreign names of Japanese and Chinese texts in one spelling each: Vendrelli, and not Vendrechli in the next sentence.
 * The spelling that is written most holds, then the one that sounds most like the source.
 */
export function withOneLatinForm(pairs: readonly NamedPair[]): readonly string[] {
  const names = new Map<string, Map<string, Spelling>>();
  const written = pairs.map(({ from, source, target }) => {
    const found = spellingsIn(from, source, target);
    for (const { run, word, similarity, isInside } of found) {
      const spellings = names.get(run) ?? new Map<string, Spelling>();
      names.set(run, spellings);
      const spelling = spellings.get(word) ?? { count: 0, isInside: false, similarity };
      spelling.count += 1;
      spelling.isInside ||= isInside;
      spellings.set(word, spelling);
    }
    return found;
  });
  const forms = new Map([...names].map(([run, spellings]) => [run, chosen(spellings)]));
  const owners = new Map<string, number>();
  for (const spellings of names.values())
    for (const word of spellings.keys()) owners.set(word, (owners.get(word) ?? 0) + 1);
  // Two names that are written alike somewhere (Licensor, Licensee) are not told apart by sound.
  const isShared = (word: string): boolean => (owners.get(word) ?? 0) > 1;
  return pairs.map(({ target }, index) =>
    (written[index] ?? []).reduce((text, { run, word }) => {
      const form = forms.get(run);
      if (form === undefined || form === word || !areSpellings(word, form)) return text;
      if (isShared(form) || isShared(word) || text.includes(form)) return text;
      return text.replaceAll(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu'), form);
    }, target),
  );
}

interface FoundSpelling {
  readonly run: string;
  readonly word: string;
  readonly similarity: number;
  readonly isInside: boolean;
}

/** For each name of the source the word of the translation that sounds most like it; a word is one name's. */
function spellingsIn(from: string, source: string, target: string): FoundSpelling[] {
  const runs = new Set(runsOf(from, source).slice(0, MOST_RUNS));
  if (runs.size === 0) return [];
  const words = [...target.matchAll(CAPITALIZED)].slice(0, MOST_RUNS);
  const all = [...runs].flatMap((run) =>
    words.map(({ 0: word, index }) => ({
      run,
      word,
      similarity: soundSimilarity(from, run, word),
      isInside: INSIDE.test(target.slice(Math.max(0, index - 4), index)),
    })),
  );
  const best: FoundSpelling[] = [];
  for (const one of all.sort((a, b) => b.similarity - a.similarity)) {
    if (one.similarity < SOUND_SIMILARITY) break;
    if (!best.some(({ run, word }) => run === one.run || word === one.word)) best.push(one);
  }
  return best;
}

function runsOf(from: string, source: string): readonly string[] {
  if (from === 'ja') return source.match(KATAKANA) ?? [];
  return from.startsWith('zh') ? foreignRuns(source).filter((run) => run.length >= SHORTEST_HANZI) : [];
}

function soundSimilarity(from: string, run: string, word: string): number {
  const heard = sounds(from === 'ja' ? latinReading(run) : readingOf(run));
  return heard.length < FEWEST_SOUNDS ? 0 : (editSimilarity(heard, sounds(word)) ?? 0);
}

/** The most frequent spelling of those that are surely a name; the first of equals. */
function chosen(spellings: ReadonlyMap<string, Spelling>): string | undefined {
  const sure = [...spellings].filter(([, { isInside }]) => isInside);
  const [first] = sure.sort(([, a], [, b]) => b.count - a.count || b.similarity - a.similarity);
  return first?.[0];
}

/** Whether two words are spellings of one name, and not a name and a word made of it. */
function areSpellings(a: string, b: string): boolean {
  if (a.startsWith(b) || b.startsWith(a) || DERIVED.test(a) !== DERIVED.test(b)) return false;
  // Americas and Americans.
  if (DERIVED.test(a) && a.slice(0, SHORTEST_STEM) === b.slice(0, SHORTEST_STEM)) return false;
  return (editSimilarity(a.toLowerCase(), b.toLowerCase()) ?? 0) >= SPELLING_SIMILARITY;
}
