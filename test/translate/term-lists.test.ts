import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { ThreadPool } from '#src/threads/thread-pool.js';
import type { TermEntry, TermSource, TermTier } from '#src/translate/pipeline-types.js';
import { readLexicon } from '#src/translate/terms/lexicon.js';
import { TermMatcher } from '#src/translate/terms/matcher.js';
import { TermLists } from '#src/translate/terms/selection.js';

const workers = new ThreadPool({ threads: 1, memoryMegabytes: 512, queueLimit: 10 });
afterAll(() => workers.close());

/** A list of so many terms that counts how often it is read. */
function list(version: string, size: number): TermSource & { reads: number } {
  const entries = Array.from(
    { length: size },
    (_, at): TermEntry => ({ fromText: `term${at}`, toText: `語${at}`, tier: 'dictionary' }),
  );
  const load = async () => {
    source.reads += 1;
    return entries;
  };
  const source = { lists: [{ version, load }], reads: 0 };
  return source;
}

it('a list is compiled once for all requests that come together, and after', async () => {
  const lists = new TermLists({ termsKept: 100 });
  const source = list('a', 3);
  const found = await Promise.all(Array.from({ length: 5 }, () => lists.matcher(source, 'en', 'ja')));
  expect(new Set(found).size).toBe(1);
  expect(found[0]?.find('term1 here').map(({ entry }) => entry.toText)).toEqual(['語1']);
  await lists.matcher(source, 'en', 'ja');
  expect(source.reads).toBe(1);
});

it('lists are kept by the number of their terms: many short ones do not drive out a long one', async () => {
  const lists = new TermLists({ termsKept: 100 });
  const long = list('long', 60);
  await lists.matcher(long, 'en', 'ja');
  for (let user = 0; user < 30; user += 1) {
    expect(await lists.matcher(list(`empty ${user}`, 0), 'en', 'ja')).toBeUndefined();
  }
  await lists.matcher(long, 'en', 'ja');
  expect(long.reads).toBe(1);
  await lists.matcher(list('another long one', 60), 'en', 'ja');
  await lists.matcher(long, 'en', 'ja');
  expect(long.reads).toBe(2);
});

it('a list that is longer than what is kept is kept alone', async () => {
  const lists = new TermLists({ termsKept: 10 });
  const longest = list('longest', 50);
  await lists.matcher(longest, 'en', 'ja');
  await lists.matcher(longest, 'en', 'ja');
  expect(longest.reads).toBe(1);
});

it('a list that could not be read is read again', async () => {
  const lists = new TermLists();
  let broken = true;
  const load = async (): Promise<readonly TermEntry[]> => {
    if (broken) throw new Error('The database is away.');
    return [{ fromText: 'a', toText: 'b', tier: 'dictionary' }];
  };
  const source: TermSource = { lists: [{ version: 'b', load }] };
  await expect(lists.matcher(source, 'en', 'ja')).rejects.toThrow('away');
  broken = false;
  expect((await lists.matcher(source, 'en', 'ja'))?.size).toBe(1);
});

it('a long list is compiled in a thread, and finds what it finds when compiled here', async () => {
  const source = list('long', 2000);
  const text = 'A term7 and two term1999s, but no term2000; TERM12 too.';
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const there = await new TermLists({ threadPool: workers }).matcher(source, 'en', 'ja');
  clearImmediate(next);
  expect(turns).toBeGreaterThan(20);
  const here = await new TermLists().matcher(source, 'en', 'ja');
  expect(there?.find(text).map(({ entry }) => entry.toText)).toEqual(['語7', '語12']);
  expect(there?.find(text)).toEqual(here?.find(text));
  expect(there?.whole(' Term12 ')).toEqual(here?.whole(' Term12 '));
  expect(there?.whole(' Term12 ')?.toText).toBe('語12');
});

it('lists of a request find together what they find as one list, and each is compiled once for all who use it', async () => {
  const tiers: readonly TermTier[] = ['dictionary', 'personal-glossary', 'group-glossary'];
  const words = ['cat', 'Cat', 'cats', 'US', 'us', 'New York', 'York', 'run', '猫'];
  const entriesOf = (tier: TermTier) =>
    fc.array(
      fc.record({
        fromText: fc.constantFrom(...words),
        toText: fc.constantFrom('甲', '乙', ' '),
        tier: fc.constant(tier),
      }),
      { maxLength: 6 },
    );
  const lexicon = await readLexicon();
  const lists = new TermLists();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...tiers.map(entriesOf)),
      fc.array(fc.constantFrom(...words, 'running', 'ＣＡＴ', 'the'), { maxLength: 10 }),
      async (parts, text) => {
        number += 1;
        let reads = 0;
        const own = parts.map((entries, at) => ({
          version: `${number} ${at}`,
          load: async () => {
            reads += 1;
            return entries;
          },
        }));
        const joined = await lists.matcher({ lists: own }, 'en', 'ja');
        const whole = new TermMatcher(parts.flat(), { from: 'en', to: 'ja', lexicon });
        expect(joined?.size ?? 0).toBe(whole.size);
        expect(joined?.find(text.join(' ')) ?? []).toEqual(whole.find(text.join(' ')));
        for (const word of text) expect(joined?.whole(word)).toBe(whole.whole(word));
        await lists.matcher({ lists: own.slice(1) }, 'en', 'ja');
        expect(reads).toBe(parts.length);
      },
    ),
  );
});
