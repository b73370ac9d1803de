import { readFileSync } from 'node:fs';
import type { Lang } from '#src/base/lang.js';
import type { TermEntry } from '#src/translate/pipeline-types.js';
import { TermMatcher } from '#src/translate/terms/matcher.js';
import type { DevDirection } from '../eval/dev-sets.js';

/** A real sentence with terms, and its reference. */
export interface TermSentence {
  readonly from: Lang;
  readonly to: Lang;
  readonly text: string;
  readonly reference: string;
  readonly terms: readonly TermEntry[];
}

interface TermPair {
  readonly english: string;
  readonly other: string;
}

const MOST_TERMS = 4;

/** `bench/data/term-pairs.tsv` by language. */
function readPairs(): ReadonlyMap<Lang, readonly TermPair[]> {
  const pairs = new Map<Lang, TermPair[]>();
  for (const line of readFileSync(new URL('../data/term-pairs.tsv', import.meta.url), 'utf8')
    .split('\n')
    .slice(1)) {
    const [lang = '', english = '', other = ''] = line.split('\t');
    const code = lang === 'zh' ? 'zh-CN' : lang;
    if (other !== '') pairs.set(code, [...(pairs.get(code) ?? []), { english, other }]);
  }
  return pairs;
}

/**
 * Sentences of the development sets in which one to four dictionary words stand on both sides. The term asks for the word of
 * the reference, so that chrF can tell whether granting it helps or harms.
 */
export function termSentences(directions: readonly DevDirection[], perDirection: number): TermSentence[] {
  const pairs = readPairs();
  const found: TermSentence[] = [];
  for (const { from, to, sources, references } of directions) {
    const listed = pairs.get(from === 'en' ? to : from);
    if (listed === undefined || (from !== 'en' && to !== 'en')) continue;
    const entries = listed.map(({ english, other }): TermEntry => {
      const [fromText, toText] = from === 'en' ? [english, other] : [other, english];
      return { fromText, toText, tier: 'dictionary' };
    });
    const ofPair = new Map<string, TermEntry[]>();
    for (const entry of entries) ofPair.set(entry.fromText, [...(ofPair.get(entry.fromText) ?? []), entry]);
    const matcher = new TermMatcher(entries);
    const here: TermSentence[] = [];
    for (const [index, text] of sources.entries()) {
      const reference = references[index] ?? '';
      const fits = (target: string): boolean =>
        to === 'en' ? new RegExp(`\\b${target}\\b`, 'i').test(reference) : reference.includes(target);
      const terms = matcher
        .find(text)
        .flatMap(({ entry }) => ofPair.get(entry.fromText)?.find(({ toText }) => fits(toText)) ?? []);
      const distinct = [...new Map(terms.map((term) => [term.fromText, term])).values()].slice(0, MOST_TERMS);
      if (distinct.length > 0) here.push({ from, to, text, reference, terms: distinct });
    }
    const step = Math.max(1, here.length / perDirection);
    for (let at = 0; at < here.length && at / step < perDirection; at += step)
      found.push(...here.slice(Math.floor(at), Math.floor(at) + 1));
  }
  return found;
}

const LITERALS = [
  'https://example.com/docs?id=42&lang=ja',
  'support@example.co.jp',
  '{userName}',
  '%1$s',
  '{{ order.total }}',
  `$\{count}`,
  '`npm run build`',
  'C:\\data\\report.xlsx',
  '/var/log/app.log',
  ':attribute',
  '🎉',
  '{0}',
];

/** A sentence with things that must not change. */
export interface ProtectedSentence {
  readonly from: Lang;
  readonly to: Lang;
  readonly text: string;
  readonly kept: readonly string[];
}

/** The placeholder set with real addresses, paths, templates and emoji in the places of its marks. */
export function protectedSentences(): ProtectedSentence[] {
  const lines = readFileSync(new URL('../data/placeholders-dev.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.flatMap((line, number) => {
    const [, from, to, marked] = line.split('\t');
    if (from === undefined || to === undefined || marked === undefined) return [];
    const kept: string[] = [];
    const text = marked.replace(/<x(\d)>/g, (_, index: string) => {
      const literal = LITERALS[(number + Number(index)) % LITERALS.length] ?? '';
      kept.push(literal);
      // Literals end where a letter begins: `:name` and paths need a blank after them, as they have in real text.
      return ` ${literal} `;
    });
    return [{ from, to, text: text.replace(/ {2,}/g, ' ').trim(), kept }];
  });
}

/** Term sentences with their terms set in tags, one of them nested. */
export function tagSentences(sentences: readonly TermSentence[]): ProtectedSentence[] {
  return sentences.flatMap(({ from, to, text, terms }, number) => {
    const [term] = terms;
    const at = term === undefined ? -1 : text.toLowerCase().indexOf(term.fromText);
    if (term === undefined || at === -1) return [];
    const word = text.slice(at, at + term.fromText.length);
    const [open, close] =
      number % 3 === 0
        ? ['<b>', '</b>']
        : number % 3 === 1
          ? ['<a href="p.html?x=1">', '</a>']
          : ['<em><span class="k">', '</span></em>'];
    const tags = `${open}${close}`.match(/<[^>]+>/g) ?? [];
    return [
      { from, to, text: text.slice(0, at) + open + word + close + text.slice(at + word.length), kept: tags },
    ];
  });
}
