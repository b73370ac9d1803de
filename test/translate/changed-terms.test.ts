import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TermEntry, TermSource, TermTier } from '#src/translate/pipeline-types.js';
import { readLexicon } from '#src/translate/terms/lexicon.js';
import { type TermFinder, TermMatcher } from '#src/translate/terms/matcher.js';
import { TermLists } from '#src/translate/terms/selection.js';

const lexicon = await readLexicon();
const WORDS = ['cat', 'Cat', 'cats', 'US', 'us', 'New York', 'York', 'run', 'Ｎｏｄｅ', 'node.js', ' ', '猫'];
const TIERS: readonly TermTier[] = ['dictionary', 'personal-glossary', 'group-glossary'];

const fillers = (count: number) =>
  Array.from({ length: count }, (_, at): TermEntry => entry(`filler${at}`, `語${at}`));

function entry(fromText: string, toText: string, tier: TermTier = 'dictionary'): TermEntry {
  return { fromText, toText, tier };
}

/** A list at one of its versions. */
const version = (number: number, entries: readonly TermEntry[]): TermSource => ({
  lists: [{ list: 'list', version: `list ${number}`, load: async () => entries }],
});

async function compiled(lists: TermLists, source: TermSource): Promise<TermFinder> {
  const finder = await lists.matcher(source, 'en', 'ja');
  if (finder === undefined) throw new Error('The list is not empty.');
  return finder;
}

const someEntry = fc.record({
  fromText: fc.constantFrom(...WORDS),
  toText: fc.constantFrom('甲', '乙', '丙', ' '),
  tier: fc.constantFrom(...TIERS),
});
const someEdit = fc.record({
  kind: fc.constantFrom('add', 'remove', 'replace', 'move'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  entry: someEntry,
});

function edited(
  before: readonly TermEntry[],
  edits: readonly { kind: string; at: number; entry: TermEntry }[],
) {
  const entries = [...before];
  for (const { kind, at, entry: given } of edits) {
    const index = Math.floor(at * entries.length);
    if (kind === 'add') entries.splice(index, 0, given);
    else if (kind === 'replace') entries.splice(index, 1, given);
    else {
      const taken = entries.splice(index, 1);
      if (kind === 'move') entries.splice(Math.floor(index / 2), 0, ...taken);
    }
  }
  return entries;
}

it('a list that was changed finds what it finds when it is compiled as a whole', async () => {
  const known = TIERS.flatMap((tier) => WORDS.map((word, at) => entry(word, `${tier} ${at}`, tier)));
  const before = [...fillers(300), ...known, ...fillers(600).slice(300)];
  const lists = new TermLists();
  let number = 0;
  await compiled(lists, version(number, before));
  const text = fc.array(fc.constantFrom(...WORDS, 'running', 'filler7', 'ＣＡＴ', 'the', '、'), {
    maxLength: 12,
  });
  const edits = fc.array(someEdit, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(edits, text, async (changes, words) => {
      const after = edited(before, changes);
      number += 1;
      const layered = await compiled(lists, version(number, after));
      const whole = new TermMatcher(after, { from: 'en', to: 'ja', lexicon });
      expect(layered.size).toBe(whole.size);
      for (const joined of [words.join(' '), words.join('')]) {
        expect(layered.find(joined)).toEqual(whole.find(joined));
      }
      for (const word of words) expect(layered.whole(word)).toBe(whole.whole(word));
    }),
  );
});

it('after a change of one term the others are not compiled again', async () => {
  const lists = new TermLists();
  const before = [...fillers(600), entry('pump', 'ポンプ'), entry('valve', 'バルブ')];
  const first = await compiled(lists, version(1, before));
  const after = before.with(600, entry('pump', '揚水機')).slice(0, -1);
  const second = await compiled(lists, version(2, after));
  const base = first.lists[0]?.layers[0]?.automaton;
  expect(base).toBeDefined();
  expect(second.lists[0]?.layers[0]?.automaton).toBe(base);
  const found = (finder: TermFinder) =>
    finder.find('A pump, a valve and filler7.').map(({ entry: { toText } }) => toText);
  expect(found(first)).toEqual(['ポンプ', 'バルブ', '語7']);
  expect(found(second)).toEqual(['揚水機', '語7']);
});

it('when much has changed the whole list is compiled in the background', async () => {
  const lists = new TermLists();
  const all = fillers(6_600);
  await compiled(lists, version(1, all.slice(0, 6_000)));
  const source = version(2, all);
  expect((await compiled(lists, source)).lists[0]?.layers).toHaveLength(2);
  await expect.poll(async () => (await compiled(lists, source)).lists[0]?.layers.length).toBe(1);
  expect((await compiled(lists, source)).find('filler6599')).toMatchObject([{ entry: { toText: '語6599' } }]);
});
