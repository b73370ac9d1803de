import { beforeAll, describe, expect, it } from 'vitest';
import type { TermEntry } from '#src/translate/pipeline-types.js';
import { type Lexicon, readLexicon } from '#src/translate/terms/lexicon.js';
import { TermMatcher } from '#src/translate/terms/matcher.js';
import { agree, inflectTerm, targetForms } from '#src/translate/terms/target-forms.js';

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

  it.each([
    ['pressure gauges', 'One pressure gauge and two pressure gauges', ['pressure gauge', 'pressure gauges']],
    ['batteries', 'Replace the battery.', ['battery']],
    ['teeth', 'A tooth is missing.', ['tooth']],
    ['series', 'A serie and this series.', ['series']],
    ['Windows', 'Open the window in Windows.', ['Windows']],
    ['sales', 'a sale of sales', ['sales']],
  ])('of an entry in the plural the singular too, %s in: %s', (term, text, forms) => {
    expect(found([[term, '訳語']], 'en', 'ja', text)).toEqual(forms.map((form) => `${form}=${term}`));
  });

  it('each by its own entry where both are in the list', () => {
    const both = [
      ['gauges', '計器類'],
      ['gauge', '圧力計'],
    ] as const;
    expect(found(both, 'en', 'ja', 'The gauge and the gauges')).toEqual(['gauge=gauge', 'gauges=gauges']);
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

  it.each([
    ['watch', '手表', 'Did you watch the game? He watches TV. I like watching films.', []],
    ['watch', '手表', 'She bought a watch and sells watches.', ['watch=watch', 'watches=watch']],
    ['face', '脸', 'What challenges do users face today? Clusters face real limits.', []],
    ['face', '脸', 'Wash your face and hands.', ['face=face']],
    ['cook', '厨师', 'I helped my mother cook. They often cook the fish at home.', []],
    ['play', '剧', 'Shakespeare plays with words, and his plays are long.', ['plays=play']],
    ['change', '小銭', "Nothing's gonna change my world.", []],
    ['update', '更新', 'We update it daily; the update is large.', ['update=update', 'update=update']],
  ])('%s=%s by its neighbours: %s', (term, target, text, expected) => {
    const to = target === '小銭' ? 'ja' : 'zh-CN';
    expect(found([[term, target]], 'en', to, text)).toEqual(expected);
  });

  it('in words that no dictionary has, by their stem', () => {
    expect(found([['uninstall', '取り外す']], 'en', 'ja', 'He uninstalled it and is redeploying.')).toEqual([
      'uninstalled=uninstall',
    ]);
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

describe('a Japanese verb takes the form that what follows asks for', () => {
  it.each([
    ['開封する', 'カバーを開封ことができます。', 'カバーを開封することができます。'],
    ['開封する', 'ドアを開封必要があります。', 'ドアを開封する必要があります。'],
    ['開封する', '誰も箱を開封ませんでした。', '誰も箱を開封しませんでした。'],
    ['開封する', 'ドアは開封なかった。', 'ドアは開封しなかった。'],
    ['抹消する', 'ファイルを抹消ことは一度もありません。', 'ファイルを抹消したことは一度もありません。'],
    ['移す', '機械を移すししませんでした。', '機械を移しませんでした。'],
    ['直す', '彼は今その機械を直し中です。', '彼は今その機械を直しています。'],
    ['直す', '機械を直し必要があります。', '機械を直す必要があります。'],
    ['取り外す', 'ドアを取り外さませんでした。', 'ドアを取り外しませんでした。'],
  ])('%s: %s', (toText, written, expected) => {
    const forms = targetForms(toText, { isVerb: true, use: 'plain' }, 'ja', lexicon);
    expect(inflectTerm(written, forms)).toBe(expected);
    expect(inflectTerm(expected, forms)).toBe(expected);
  });

  it.each([
    ['開封する', '箱の開封と検査は必要です。'],
    ['開封する', '開封なしで返品できます。'],
    ['取り替える', 'カバーの取り替え後に電源を入れてください。'],
    ['取り外す', 'ドアを取り外させず、取り外されず、取り外さなかった。'],
    ['暑い', '今日は暑いです。'],
  ])('and stays where it is in order, %s: %s', (toText, written) => {
    const forms = targetForms(toText, { isVerb: true, use: 'plain' }, 'ja', lexicon);
    expect(inflectTerm(written, forms)).toBe(written);
  });
});

describe('Japanese and Chinese terms', () => {
  it.each([
    ['ja', '京都', '東京都の人口', []],
    ['ja', '京都', '京都の人口', ['京都=京都']],
    ['ja', '本', '日本でこの本を読んだ。', ['本=本']],
    ['ja', '電池', '乾電池を買った。', ['電池=電池']],
    ['zh-CN', '中国', '发展中国家的经济', []],
    ['zh-CN', '中国', '中国的经济', ['中国=中国']],
    ['zh-CN', '和服', '产品和服务很好。', []],
    ['zh-CN', '取下', '盖子昨天被取下了，也取下来过。', ['取下=取下', '取下=取下']],
    ['zh-CN', '主从', '店主从来不迟到。', []],
    ['zh-CN', '手', '他举起手，拿起手机。', ['手=手']],
  ])('%s: %s is not made of pieces of other words in %s', (from, term, text, expected) => {
    expect(found([[term, 'word']], from, 'en', text)).toEqual(expected);
  });

  it.each([
    ['设备昨天被移动了。', 'shifted'],
    ['他昨天移动了设备。', 'shifted'],
    ['移动电话', 'shift'],
  ])('that are noun and verb are inflected where they are verbs: %s', (text, expected) => {
    const entry: TermEntry = { fromText: '移动', toText: 'shift', tier: 'dictionary' };
    const [match] = new TermMatcher([entry], { from: 'zh-CN', to: 'en', lexicon }).find(text);
    expect(match?.forms.target).toBe(expected);
  });
});

describe('an English target in the plural', () => {
  const noun = { isVerb: false, use: 'plain' } as const;
  it.each([
    ['couplings', 'One couplings has been exchanged.', 'One coupling has been exchanged.'],
    ['couplings', 'This couplings is worn.', 'This coupling is worn.'],
    ['couplings', 'The couplings is worn.', 'The coupling is worn.'],
    ['couplings', 'The number of couplings is small.', 'The number of couplings is small.'],
    ['couplings', 'One of couplings A and B.', 'One of couplings A and B.'],
    ['couplings', 'Three couplings are missing.', 'Three couplings are missing.'],
    ['end users', 'Issue an ID for each end users.', 'Issue an ID for each end user.'],
  ])('is in the singular before one thing: %s in "%s"', (target, translation, expected) => {
    expect(inflectTerm(translation, targetForms(target, noun, 'en', lexicon))).toBe(expected);
  });
});
