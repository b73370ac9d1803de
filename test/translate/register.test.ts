import { describe, expect, it } from 'vitest';
import { chosenForStrings, chosenRegister } from '#src/translate/register/choice.js';
import { isIn, japaneseRegister } from '#src/translate/register/japanese-register.js';
import { plainEndings } from '#src/translate/register/plain-endings.js';
import { politeEndings } from '#src/translate/register/polite-endings.js';
import { isStatement } from '#src/translate/segmentation/statement.js';

describe('the register of a Japanese sentence', () => {
  it.each([
    '会議は三時に始まります。',
    'お手数ですが、ご確認ください。',
    'いつ届きますか？',
    '申し訳ありませんでした。',
    '行きましょうよ。',
    'お待ちしておりますので。',
    '良い天気ですね。',
    '少々お待ちくださいませ。',
    '（詳しくは次の頁をご覧ください）',
    'もう寝なさい。',
  ])('%s is polite', (sentence) => expect(japaneseRegister(sentence)).toBe('polite'));

  it.each([
    '会議は三時に始まる。',
    '彼は医者だ。',
    '東京は日本の首都である。',
    '雨が降った。',
    '本を読んだ。',
    '戸口に出た。',
    '誰も来なかった。',
    'この部屋は寒い。',
    'それは正しくない。',
    '早く行こう。',
    '明日も来るよね。',
    '早起きしたほうがいい。',
    '机の上に置いてある。',
    '粉を足してこねて。',
    'トラはネコ科で最も大きい。',
    '警察が事情を聴いている',
  ])('%s is plain', (sentence) => expect(japaneseRegister(sentence)).toBe('plain'));

  it.each([
    '設定',
    '会議の資料',
    '木村様',
    '支払い',
    'はじめに。',
    'ありがとう。',
    '遅れてごめんなさい。',
    'ファイル',
    'スクロール',
    '敬具',
    '3月の売上',
    '',
  ])('%s has none', (text) => expect(japaneseRegister(text)).toBeUndefined());

  it('is that of every sentence of a translation, but for what is quoted', () => {
    expect(isIn('polite', '彼は「もう帰る。」と言いました。')).toBe(true);
    expect(isIn('polite', '雨が降った。傘を持って行きました。')).toBe(false);
    expect(isIn('plain', '彼女は「行きません」と答えた。')).toBe(true);
    expect(isIn('plain', '見出し')).toBe(true);
  });
});

describe('plain endings', () => {
  it.each([
    ['雨が降っています。', '雨が降っている。'],
    ['お待ちしております。', 'お待ちしている。'],
    ['彼は医者です。', '彼は医者だ。'],
    ['とても寒いです。', 'とても寒い。'],
    ['寒くなかったです。', '寒くなかった。'],
    ['それは本当ですか。', 'それは本当か。'],
    ['手伝っていただけませんか。', '手伝っていただけないか。'],
    ['ここに座らないでください。', 'ここに座らないでほしい。'],
    ['駅まで歩きました。', '駅まで歩いた。'],
    ['京都へ行きました。', '京都へ行った。'],
    ['本を読みます。', '本を読む。'],
    ['本を借りました。', '本を借りた。'],
    ['七時に起きます。', '七時に起きる。'],
    ['お金がありません。', 'お金がない。'],
    ['何も言いませんでした。', '何も言わなかった。'],
    ['明日確認します。', '明日確認する。'],
    ['図に示しました。', '図に示した。'],
    ['大きくなります。', '大きくなる。'],
    ['野菜を食べました。', '野菜を食べた。'],
    ['誰も来ませんでした。', '誰も来なかった。'],
    ['そこに猫がいます。', 'そこに猫がいる。'],
    ['体を拭きましょう。', '体を拭こう。'],
    ['小銭をお持ちください。', '小銭をお持ちいただきたい。'],
    ['間に合うでしょう。', '間に合うだろう。'],
    ['雨です。傘を持って行きます。', '雨だ。傘を持って行く。'],
    ['昨日帰ってきました。', '昨日帰ってきた。'],
    ['もちろんです。', 'もちろんだ。'],
    ['苦渋の決断でございました。', '苦渋の決断であった。'],
    ['とても見つけにくいです。', 'とても見つけにくい。'],
  ])('%s becomes %s', (polite, plain) => expect(plainEndings(polite)).toBe(plain));
});

describe('polite endings', () => {
  const FORMS = [
    // Copula
    ['彼は医者だ。', '彼は医者です。'],
    ['東京は首都である。', '東京は首都です。'],
    ['誤りだったよ。', '誤りでしたよ。'],
    ['間に合うだろうか。', '間に合うでしょうか。'],
    ['やっぱり別だね。', 'やっぱり別ですね。'],
    ['そうなんだ。', 'そうなんです。'],
    ['いつ来るかな。', 'いつ来るでしょうか。'],
    ['どうしたの？', 'どうしたのですか？'],
    // Dictionary forms
    ['雨が降っている。', '雨が降っています。'],
    ['明日確認する。', '明日確認します。'],
    ['七時に起きる。', '七時に起きます。'],
    ['すぐ家に入る。', 'すぐ家に入ります。'],
    ['よくしゃべる。', 'よくしゃべります。'],
    ['外に出る。', '外に出ます。'],
    ['本を読む。', '本を読みます。'],
    ['駅で待つ。', '駅で待ちます。'],
    ['先生がいらっしゃる。', '先生がいらっしゃいます。'],
    ['席が取ってある。', '席が取ってあります。'],
    // Past
    ['9時に家に着いた。', '9時に家に着きました。'],
    ['そこに猫がいた。', 'そこに猫がいました。'],
    ['海で泳いだ。', '海で泳ぎました。'],
    ['本を読んだ。', '本を読みました。'],
    ['鳥が飛んだ。', '鳥が飛びました。'],
    ['京都へ行った。', '京都へ行きました。'],
    ['会議を行った。', '会議を行いました。'],
    ['傘を買った。', '傘を買いました。'],
    ['彼を待った。', '彼を待ちました。'],
    ['仕事が終わった。', '仕事が終わりました。'],
    ['よく分かった。', 'よく分かりました。'],
    ['野菜を食べた。', '野菜を食べました。'],
    ['遅すぎた。', '遅すぎました。'],
    // Negation
    ['どこへも行かない。', 'どこへも行きません。'],
    ['何も食べなかった。', '何も食べませんでした。'],
    ['お金がない。', 'お金がありません。'],
    ['それは本当ではない。', 'それは本当ではありません。'],
    ['待つしかなかった。', '待つしかありませんでした。'],
    ['もったいないよ。', 'もったいないですよ。'],
    // Adjectives, volitional, requests
    ['とても寒い。', 'とても寒いです。'],
    ['昨日は寒かった。', '昨日は寒かったです。'],
    ['早く行こう。', '早く行きましょう。'],
    ['一緒に食べよう。', '一緒に食べましょう。'],
    ['押さないで。', '押さないでください。'],
    ['赤ちゃんは眠っているから。', '赤ちゃんは眠っていますから。'],
    ['雨だ。傘を持って行く。', '雨です。傘を持って行きます。'],
  ] as const;
  it.each(FORMS)('%s becomes %s', (plain, polite) => {
    expect(politeEndings(plain)).toBe(polite);
    expect(isIn('polite', polite)).toBe(true);
  });

  it('leave what is polite or has no register as it is', () => {
    for (const text of ['会議は三時に始まります。', 'お待ちください。', '設定', '会議の資料', '触るな。'])
      expect(politeEndings(text)).toBe(text);
  });
});

describe('a short text without an end mark', () => {
  it.each([
    ['都七月了', 'zh-CN', true],
    ["It's July already", 'en', true],
    ['We will', 'en', true],
    ['设置', 'zh-CN', false],
    ['Delivery note', 'en', false],
    ['IT department', 'en', false],
    ['Items in stock', 'en', false],
  ])('%s (%s) has a register: %s', (text, lang, expected) => {
    expect(isStatement(text, lang)).toBe(expected);
  });
});

describe('the register that is chosen for a text', () => {
  const LETTER = [
    'Dear Ms. Kimura,',
    'Thank you for your order of 12 March. The parts left our warehouse this morning.',
    'The invoice is enclosed. It is due on 30 April.',
    'Sincerely,',
  ];
  const NEWS = [
    'The bridge was closed on Monday after inspectors found cracks in two pillars.',
    'Traffic was diverted over the old road. "You will have to be patient," the mayor told drivers.',
    'Repairs are expected to take six weeks.',
  ];
  it('is polite for letters, messages, instructions and interfaces', () => {
    expect(chosenRegister('auto', LETTER)).toBe('polite');
    expect(chosenRegister('auto', ['Turn off the power. The lamp goes out. Remove the cover.'])).toBe(
      'polite',
    );
    expect(chosenRegister('auto', ['Save', 'Cancel', 'Are you sure?', 'File name'])).toBe('polite');
    expect(chosenRegister('auto', ['您的订单已经发货。货物三天后送到。请查收。'])).toBe('polite');
  });
  it('is plain for reports, news and encyclopaedia, also where somebody is quoted', () => {
    const NOTICE =
      'The lift in Building B will be out of service from Monday. Please use the stairs. The water is shut off on Thursday. ';
    const TERMS = 'The rent is due on the third day. A fee will be charged. Dogs are not allowed. ';
    expect(chosenRegister('auto', [NOTICE + TERMS.repeat(4)])).toBe('polite');
    expect(chosenRegister('auto', [TERMS.repeat(5)])).toBe('plain');
    expect(chosenRegister('auto', NEWS)).toBe('plain');
    expect(chosenRegister('auto', ['Kyoto was the capital of Japan. It lies in a valley.'])).toBe('plain');
    expect(chosenRegister('auto', ['长江是亚洲最长的河流。它发源于青藏高原。'])).toBe('plain');
  });
  it('is polite for a sentence by itself, and never changed where it is asked for', () => {
    expect(chosenRegister('auto', ['The train leaves at nine.'])).toBe('polite');
    expect(chosenRegister('auto', ['It costs one U.S. cent, as Mr. Kim told Yahoo! and others.'])).toBe(
      'polite',
    );
    expect(chosenRegister('auto', ['123'])).toBeUndefined();
    expect(chosenRegister('plain', LETTER)).toBe('plain');
    expect(chosenRegister('polite', NEWS)).toBe('polite');
  });
  it('is polite for lists of sentences that make no text', () => {
    const list = Array.from({ length: 20 }, (_, at) => `The bridge number ${at} was closed on Monday.`);
    expect(chosenForStrings('auto', list)).toBe('polite');
    expect(chosenForStrings('plain', list)).toBe('plain');
    expect(chosenForStrings('auto', list.slice(1))).toBe('plain');
    expect(chosenForStrings('auto', [...list, ''])).toBe('plain');
    expect(chosenForStrings('auto', [...list, ...list.slice(5).map((one) => `${one} ${one}`)])).toBe('plain');
  });
});
