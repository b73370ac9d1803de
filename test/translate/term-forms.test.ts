import { beforeAll, describe, expect, it } from 'vitest';
import type { TermEntry } from '#src/translate/pipeline.js';
import { type Lexicon, readLexicon } from '#src/translate/terms/lexicon.js';
import { TermMatcher } from '#src/translate/terms/matcher.js';
import { agree } from '#src/translate/terms/target-forms.js';

let lexicon: Lexicon;
beforeAll(async () => {
  lexicon = await readLexicon();
});

function found(
  pairs: readonly (readonly [string, string])[],
  from: string,
  to: string,
  text: string,
): string[] {
  const entries = pairs.map(([fromText, toText]): TermEntry => ({ fromText, toText, tier: 'dictionary' }));
  const matches = new TermMatcher(entries, { from, to, lexicon }).find(text);
  return matches.map(({ start, end, entry }) => `${text.slice(start, end)}=${entry.fromText}`);
}

describe('English terms are found', () => {
  it.each([
    ['widget', 'Both Widgets and WIDGET parts', ['Widgets', 'WIDGET']],
    ['battery', 'Replace the batteries, not the battery cover.', ['batteries', 'battery']],
    ['deploy', 'We deployed it and keep deploying; she deploys too.', ['deployed', 'deploying', 'deploys']],
    ['run', 'He ran while others are running.', ['ran', 'running']],
    ['child', 'Children play with a child.', ['Children', 'child']],
    ['analysis', 'two analyses', ['analyses']],
    ['host machine', 'Three host machines run here.', ['host machines']],
    ['log in', 'She logged in twice after logging in failed.', ['logged in', 'logging in']],
    ['API', 'Two APIs and an API, but no api.', ['APIs', 'API']],
    ['stop', 'It stopped.', ['stopped']],
    ['copy', 'He copies what I copied.', ['copies', 'copied']],
  ])('%s in: %s', (term, text, forms) => {
    expect(found([[term, '訳語']], 'en', 'ja', text)).toEqual(forms.map((form) => `${form}=${term}`));
  });

  it('never inside another word, and the longest of several', () => {
    expect(found([['art', '芸術']], 'en', 'ja', 'Start the party; smarts count.')).toEqual([]);
    const both = [
      ['machine', '機械'],
      ['host machine', 'ホストマシン'],
    ] as const;
    expect(found(both, 'en', 'ja', 'The host machines and the machines')).toEqual([
      'host machines=host machine',
      'machines=machine',
    ]);
  });

  it.each([
    ['Please book a table for two.', []],
    ['They booked the hotel and are booking flights.', []],
    ['I will book it tomorrow.', []],
    ['The book is on the table with other books.', ['book=book', 'books=book']],
    ['My book costs more than these books.', ['book=book', 'books=book']],
  ])('and not as another part of speech: %s', (text, expected) => {
    expect(found([['book', '本']], 'en', 'ja', text)).toEqual(expected);
    expect(found([['book', '书']], 'en', 'zh-CN', text)).toEqual(expected);
  });
});

describe('Japanese terms are found in their conjugated forms', () => {
  it.each([
    [
      '走る',
      '昨日走ったが、今日は走らない。走っています。走りました。',
      ['走った', '走らない', '走っています', '走りました'],
    ],
    ['食べる', 'もう食べた。食べられる人は食べて。', ['食べた', '食べられる', '食べて']],
    ['展開する', '展開した後で展開されます。', ['展開した', '展開されます']],
    ['読む', '本を読んだ。読んでいる。', ['読んだ', '読んでいる']],
    ['見る', '見学に行って映画を見た。', ['見た']],
    ['高い', '高くない山は高かった。', ['高くない', '高かった']],
  ])('%s', (term, text, forms) => {
    expect(found([[term, 'word']], 'ja', 'en', text)).toEqual(forms.map((form) => `${form}=${term}`));
  });
});

describe('an English target agrees with its count', () => {
  it.each([
    ['We bought 3 host machine.', 'We bought 3 host machines.'],
    ['Three new host machine are here.', 'Three new host machines are here.'],
    ['One host machine is here.', 'One host machine is here.'],
    ['2 host machine names', '2 host machine names'],
    ['The 3 host machines', 'The 3 host machines'],
  ])('%s', (text, expected) => {
    expect(agree(text, 'host machine', 'host machines')).toBe(expected);
  });
});
