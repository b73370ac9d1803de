import { expect, it } from 'vitest';
import { withOneForm } from '#src/translate/names/written/one-form.js';

const pair = (source: string, target: string, from = 'en') => ({ from, source, target });

it('a name has the form of its first mention in the whole text', () => {
  const pairs = [
    pair('We met Whitfield.', 'ホイットフィールドに会った。'),
    pair('I trust Whitfield and Anna Zwolinski.', 'ウィットフィールドとAnna Zwolinskiを信用している。'),
    pair('Yesterday Zwolinski came.', '昨日ズウォリンスキーが来た。'),
    pair('They saw Zwolinski.', '彼らはZwolinskiを見た。'),
  ];
  expect(withOneForm(pairs, 'ja')).toEqual([
    'ホイットフィールドに会った。',
    // Half a name in katakana would be worse.
    'ホイットフィールドとAnna Zwolinskiを信用している。',
    '昨日ズウォリンスキーが来た。',
    '彼らはズウォリンスキーを見た。',
  ]);
});

it('so it has in Chinese, with a dot between its words', () => {
  const pairs = [
    pair('Sarah Vendrelli signed it.', '莎拉·文德雷利签了字。'),
    pair('The board thanked Sarah Vendrelli for her work.', '董事会感谢 Sarah Vendrelli 的工作。'),
    pair('Nobody had asked Vendrelli.', '谁也没问过Vendrelli。'),
    pair('Then Marcus Whitfield came.', '然后马尔库斯·惠特菲尔德来了。'),
    pair('They met Marcus Whitfield.', '他们见到了马库斯·威特菲尔德。'),
    pair('They met Marcus Aurelio.', '他们见到了Marcus Aurelio。'),
  ];
  expect(withOneForm(pairs, 'zh-CN')).toEqual([
    '莎拉·文德雷利签了字。',
    '董事会感谢莎拉·文德雷利的工作。',
    '谁也没问过文德雷利。',
    '然后马尔库斯·惠特菲尔德来了。',
    '他们见到了马尔库斯·惠特菲尔德。',
    '他们见到了Marcus Aurelio。',
  ]);
});

it('in English it has the spelling that is written most', () => {
  const japanese = [
    pair('ヴェンドレッリは署名した。', 'Wendreggli signed it.', 'ja'),
    pair('取締役会はサラ・ヴェンドレッリに感謝した。', 'The board thanked Sarah Vendrechli.', 'ja'),
    pair('ホイットフィールドはヴェンドレッリに会った。', 'Whitfield met Vendrelli.', 'ja'),
    pair('誰もヴェンドレッリに尋ねなかった。', "Nobody asked Vendrelli's sister.", 'ja'),
  ];
  expect(withOneForm(japanese, 'en')).toEqual([
    'Vendrelli signed it.',
    'The board thanked Sarah Vendrelli.',
    'Whitfield met Vendrelli.',
    "Nobody asked Vendrelli's sister.",
  ]);
  const chinese = [
    pair('莎拉·文德雷利签了合同。', 'Sarah Wendreelli signed a contract.', 'zh-CN'),
    pair('文德雷利说她要走。', 'Bundrelli said she was going.', 'zh-CN'),
    pair('没有人问过文德雷利。', 'Nobody has asked Vendelli.', 'zh-CN'),
    pair('他见到了文德雷利。', 'He met Vendelli.', 'zh-CN'),
  ];
  expect(withOneForm(chinese, 'en')).toEqual([
    'Sarah Vendelli signed a contract.',
    'Vendelli said she was going.',
    'Nobody has asked Vendelli.',
    'He met Vendelli.',
  ]);
});

it('what only stands in Latin letters stays so, and other words stay as they are', () => {
  const pairs = [
    pair('We use Kubernetes and Docker.', 'KubernetesとDockerを使う。'),
    pair('They like Docker.', '彼らはDockerが好きだ。'),
    pair('She asked for coffee in Paris.', '彼女はパリでコーヒーを頼んだ。'),
  ];
  expect(withOneForm(pairs, 'ja')).toEqual(pairs.map(({ target }) => target));
});

it('words that are made of a name, and other names, are no spellings of it', () => {
  const pairs = [
    pair('フランスへ行った。', 'I went to France.', 'ja'),
    pair('フランスの料理が好きだ。', 'I like French food.', 'ja'),
    pair('サーバーが止まった。', 'Servers stopped.', 'ja'),
    pair('サーバーを見る。', 'See the Server page.', 'ja'),
    pair('ギリシャの島だ。', 'It is a Greek island.', 'ja'),
    pair('ギリシャに住む。', 'I live in Greece.', 'ja'),
    pair('マルティネスとマーティンが来た。', 'Then Martinez and Martin came.', 'ja'),
    pair('マルティネスは帰った。', 'Later Martinez left.', 'ja'),
    pair('ライセンサーは許諾する。', 'Hereby the Licensor grants a licence.', 'ja'),
    pair('ライセンシーは支払う。', 'Then the Licensee pays.', 'ja'),
    pair('ライセンサーは監査する。', 'The Licensor may audit the Licensee.', 'ja'),
  ];
  expect(withOneForm(pairs, 'en')).toEqual(pairs.map(({ target }) => target));
  const english = [
    pair('Hereby the Licensor grants the Licensee a licence.', 'ライセンサーはライセンシーに許諾する。'),
    pair('Then the Licensee pays.', 'ライセンシーは支払う。'),
    pair('Then the Licensor may audit it.', 'ライセンサーは監査する。'),
  ];
  expect(withOneForm(english, 'ja')).toEqual(english.map(({ target }) => target));
  const chinese = [
    pair('Then Ingrid Halvorsen spoke.', '然后英格丽德·哈尔沃森海表示。'),
    pair('They met Ingrid Halvorsen.', '他们见到了英格丽德·哈尔沃森。'),
  ];
  expect(withOneForm(chinese, 'zh-CN')).toEqual(chinese.map(({ target }) => target));
});

it('of China has one form in characters, and one that sounds like it', () => {
  const pairs = [
    pair('Present: Wang Lei, Mei Chen', '出席者：王玲、チェン・メイ'),
    pair('Wang Lei will call them.', '王磊が電話する。'),
    pair('We asked Li Xiaoming and Mr. Zhao Min.', '李小明と趙明さんに聞いた。'),
    pair('Li Xiaoming has left.', '李暁明は帰った。'),
    pair('The king met Wang Tao.', '国王は王濤に会った。'),
  ];
  expect(withOneForm(pairs, 'ja')).toEqual([
    '出席者：王磊、チェン・メイ',
    '王磊が電話する。',
    '李小明と趙敏さんに聞いた。',
    '李小明は帰った。',
    '国王は王濤に会った。',
  ]);
  expect(withOneForm([pair('Wang Lei came.', '王莱来了。')], 'zh-CN')).toEqual(['王磊来了。']);
  expect(withOneForm([pair('Deng Xiaoping died.', '邓小平去世了。')], 'zh-CN')).toEqual(['邓小平去世了。']);
});
