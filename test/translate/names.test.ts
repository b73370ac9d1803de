import { beforeAll, describe, expect, it } from 'vitest';
import type { NameMode } from '#src/base/engine.js';
import { findNames } from '#src/translate/names/find.js';
import { withLocalFirms } from '#src/translate/names/firms/companies.js';
import { sharedNames } from '#src/translate/names/memory.js';
import { withWholeGivenNames } from '#src/translate/names/people/chinese-people.js';
import { isHeardIn } from '#src/translate/names/readings/hanzi-sound.js';
import { NameTable } from '#src/translate/names/readings/name-table.js';
import { rememberedIn } from '#src/translate/names/remembered.js';
import { withBareNames, withOwnOffices } from '#src/translate/names/written/bare-names.js';
import { isSpeltAlike } from '#src/translate/names/written/customary.js';
import { spokenName, withMiddleDot } from '#src/translate/names/written/spoken-name.js';
import { isCovered } from '#src/translate/segmentation/stretch.js';

let table: NameTable;
beforeAll(async () => {
  table = await NameTable.read();
});

function named(text: string, from: string, to: string, mode?: NameMode): string[] {
  return findNames(text, from, { to, mode }, table).map(
    ({ start, end, spellings }) => `${text.slice(start, end)}=${spellings[0]}`,
  );
}

describe('names', () => {
  it.each([
    ['五十嵐さんと佐藤様が来ました。', ['五十嵐=Igarashi', '佐藤=Sato']],
    ['山田太郎は部長です。', ['山田太郎=Taro Yamada']],
    ['昨日小鳥遊様と大谷選手に会った。', ['小鳥遊=Takanashi', '大谷=Otani']],
    ['取締役橋本さんは高橋社長に会った。', ['橋本=Hashimoto', '高橋=Takahashi']],
    [
      '株式会社サンプルの五十嵐です。営業部の佐藤でございます。',
      ['株式会社サンプル=Sample Co., Ltd.', '五十嵐=Igarashi', '佐藤=Sato'],
    ],
    ['株式会社サンプルの五十嵐です。', ['株式会社サンプルの五十嵐です=This is Igarashi of Sample Co., Ltd']],
    [
      '有限会社ミライと株式会社山田製作所',
      ['有限会社ミライ=Mirai Ltd.', '株式会社山田製作所=Yamada Seisakusho Co., Ltd.'],
    ],
    ['北陸精機の五十嵐です。', ['北陸精機の五十嵐です=This is Igarashi of Hokuriku Seiki']],
    ['五十嵐 健', ['五十嵐 健=Ken Igarashi']],
    ['福島 宮城', []],
    ['営業部　西野 美咲', ['西野 美咲=Misaki Nishino']],
    [
      '株式会社サンプル　代表取締役　五十嵐 健',
      ['株式会社サンプル=Sample Co., Ltd.', '五十嵐 健=Ken Igarashi'],
    ],
    ['担当：五十嵐 健', ['五十嵐 健=Ken Igarashi']],
    ['五十嵐が資料を送ります。', ['五十嵐=Igarashi']],
    ['八百屋が七五三に来ます。', []],
    ['株式会社の設立と株式会社営業部', []],
    ['はじめまして、田中と申します。', ['田中=Tanaka']],
    ['井上さんと竹之内様、尾上さん、須藤部長', ['井上=Inoue', '竹之内=Takenouchi', '尾上=Onoe', '須藤=Sudo']],
    ['五十嵐です。', ['五十嵐=Igarashi']],
    ['いつもお世話になっております。五十嵐です。', ['五十嵐=Igarashi']],
    ['出口です。', []],
    ['馬麗華さんと葉山健さん、林太郎さん', ['馬麗華=Ma Lihua', '葉山健=Ken Hayama', '林太郎=Taro Hayashi']],
    ['鳥越様と新垣様、理事長さん', ['鳥越=Torigoe', '新垣=Aragaki']],
    ['グーグルとマイクロソフトの比較', ['グーグル=Google', 'マイクロソフト=Microsoft']],
    ['お一人様1800円、三名様から。', []],
    ['農村部のマレー人の間では', []],
  ])('of people and firms are read from the table: %s', (text, expected) => {
    expect(named(text, 'ja', 'en')).toEqual(expected);
  });

  it.each([
    [
      '東和計測株式会社',
      '東和計測の三宅です。',
      'ja',
      'en',
      ['東和計測の三宅です=This is Miyake of Towa Keisoku'],
    ],
    ['株式会社光洋リレー', '光洋リレー様の三宅さん', 'ja', 'zh-CN', ['三宅=三宅']],
    ['株式会社東海フィルター', '東海フィルター製', 'ja', 'zh-CN', ['東海フィルター=东海Filter']],
    [
      '株式会社東海フィルター',
      '東海フィルターの三宅です。',
      'ja',
      'en',
      ['東海フィルターの三宅です=This is Miyake of Tokai Filter'],
    ],
    ['株式会社東海フィルター', '東海フィルター様', 'ja', 'en', ['東海フィルター=Tokai Filter']],
    ['明和電機工業株式会社', '明和電機工業製の部品', 'ja', 'zh-CN', ['明和電機工業=明和电机工业']],
    ['明和電機工業株式会社', '大明和電機工業の部品', 'ja', 'en', []],
    ['株式会社未来', '未来の計画', 'ja', 'zh-CN', []],
    ['苏州恒达五金有限公司', '费用由恒达五金承担。', 'zh-CN', 'en', ['恒达五金=Hengda Hardware']],
    ['苏州恒达五金有限公司', '恒达公司与恒达的货。', 'zh-CN', 'ja', ['恒达公司=恒達公司', '恒达=恒達']],
    ['杭州雲帆貿易有限公司', '杭州雲帆の支払い', 'ja', 'en', ['杭州雲帆=Hangzhou Yunfan']],
    ['上海大众贸易有限公司', '大众的意见', 'zh-CN', 'en', []],
    [
      'Kessler Antriebstechnik GmbH',
      'Kessler Antriebstechnik paid.',
      'en',
      'ja',
      ['Kessler Antriebstechnik=Kessler Antriebstechnik'],
    ],
    [
      'Norrström Verktyg AB',
      'Norrström Verktyg paid.',
      'en',
      'zh-CN',
      ['Norrström Verktyg=Norrström Verktyg'],
    ],
  ])('of firms count in the other sentences: %s, %s', (full, text, from, to, expected) => {
    const [, names = []] = sharedNames(
      [full, text].map((one) => ({ text: one, from })),
      { to },
      table,
    );
    const found = findNames(text, from, { to }, table, names);
    const shared = rememberedIn({ text, from, names }).filter((name) => !isCovered(found, name));
    const all = [...found, ...shared];
    expect(all.map(({ start, end, spellings }) => `${text.slice(start, end)}=${spellings[0]}`)).toEqual(
      expected,
    );
  });

  it.each([
    ['zh-CN', 'en', '会议在凯悦酒店举行，博世和西门子参加。', ['凯悦=Hyatt', '博世=Bosch', '西门子=Siemens']],
    ['zh-TW', 'ja', '會議在凱悅酒店舉行。', ['凱悅=ハイアット']],
    [
      'en',
      'zh-CN',
      'The Maersk invoice and the Deloitte report are here.',
      ['Maersk=马士基', 'Deloitte=德勤'],
    ],
    ['ja', 'zh-CN', 'ヒルトンに泊まり、富士通に行く。', ['ヒルトン=希尔顿', '富士通=富士通']],
    ['zh-CN', 'ja', '提高通过率，今日立即办理，三星级宾馆，博世界眼球', []],
    ['zh-CN', 'en', '帕丽斯·希尔顿小姐', ['帕丽斯·希尔顿=Paris Hilton']],
    ['en', 'ja', 'Mr. Hilton has met Charlotte Bosch.', ['Charlotte Bosch=Charlotte Bosch']],
  ])(
    'of firms and hotels that everybody knows have their usual form: %s to %s %s',
    (from, to, text, expected) => {
      expect(named(text, from, to)).toEqual(expected);
    },
  );

  it('of Chinese firms are read in Japanese text too', () => {
    expect(named('仕入先の蘇州恒達五金有限公司から', 'ja', 'en')).toEqual([
      '蘇州恒達五金有限公司=Suzhou Hengda Hardware Co., Ltd.',
    ]);
  });

  it.each([
    '皆様、お客様、お母さん、仕様、同様、患者さん',
    '東京大学の研究者は日本語を話す。',
    'サービスのテストをする。',
    // Words before they are a card, a maker of models, a state or a rare surname.
    '江戸時代、仕立屋さんと守衛さんが欧陽さんと銭さんに会った。',
    'スイカを食べた。レベルが上がり、メインの料理が来た。',
    '大家さんと上院議員に、政治記者が会った。',
    // A surname with no one who speaks is a place, or the point of the sentence.
    '目的地は福島です。この会社の社長です。本社の所在地は千葉です。',
  ])('are not seen in ordinary words: %s', (text) => {
    expect(named(text, 'ja', 'en')).toEqual([]);
  });

  it.each([
    ['ja', 'zh-CN', '五十嵐部長と沢田さんが桜井様に会った。', ['五十嵐=五十岚', '沢田=泽田', '桜井=樱井']],
    ['ja', 'zh-TW', '渡辺さん', ['渡辺=渡邊']],
    ['ja', 'zh-CN', '五十嵐です。', ['五十嵐=五十岚']],
    ['zh-CN', 'ja', '陈立群工程师说，范伟先生明天来。', ['陈立群=陳立群', '范伟=范偉']],
    ['ja', 'zh-CN', '北陸精機の五十嵐です。', ['北陸精機の五十嵐です=我是北陆精机的五十岚']],
    ['ja', 'zh-CN', '五十嵐　健', ['五十嵐　健=五十岚健']],
    ['zh-CN', 'ja', '合同由陈立群负责。', ['陈立群=陳立群']],
    ['zh-CN', 'ja', '李静将于周五前再次联系。', []],
    ['zh-CN', 'ja', '杭州云帆贸易有限公司采购部', ['杭州云帆贸易有限公司=杭州雲帆貿易有限公司']],
    ['zh-TW', 'ja', '張偉先生', ['張偉=張偉']],
    ['zh-CN', 'ja', '如有疑问，请随时与李娜联系，不要与李总联系。', ['李娜=李娜']],
  ])(
    'of people keep their characters between Japanese and Chinese: %s to %s %s',
    (from, to, text, expected) => {
      expect(named(text, from, to)).toEqual(expected);
    },
  );

  it('in one character are left to the model where they may be Chinese', () => {
    expect(named('孟さんと陳さんが林さんに会った。', 'ja', 'en')).toEqual(['林=Hayashi']);
  });

  it.each([
    ['Dear Ms. Sarah Whitfield,', ['Dear Ms. Sarah Whitfield,=Sarah Whitfield様']],
    ['Dear Dr. Zwolinski:', ['Dear Dr. Zwolinski:=Zwolinski博士']],
    ['Dear Sarah,', ['Dear Sarah,=Sarah様']],
    ['Dear Customers,', []],
    ['Dear Sir or Madam,', []],
  ])('that are kept stand in a salutation the way Japanese letters begin: %s', (text, expected) => {
    expect(named(text, 'en', 'ja', 'keep')).toEqual(expected);
  });

  it('of people and places are left to the model where their customary form is wanted', () => {
    const text = 'Mr. Yamada met Anika in London on Monday.';
    expect(named(text, 'en', 'ja')).toEqual([]);
    expect(named(text, 'en', 'zh-CN')).toEqual([]);
    const [name] = findNames('He met Anika Vendrelli.', 'en', { to: 'ja' }, table);
    expect(name).toMatchObject({ sure: false, anyForm: true });
  });

  it('of firms with a word of another country stay as they are', () => {
    expect(named('Kestrel Corp. has signed with Müller GmbH and Rossi S.p.A. today.', 'en', 'ja')).toEqual([
      'Müller GmbH=Müller GmbH',
      'Rossi S.p.A.=Rossi S.p.A.',
    ]);
    expect(named('Our supplier, Lindqvist Instruments AB, has joined Fjordlaks AS.', 'en', 'ja')).toEqual([
      'Lindqvist Instruments AB=Lindqvist Instruments AB',
      'Fjordlaks AS=Fjordlaks AS',
    ]);
    expect(named('Blood Type AB. Learn SAS today. ALL GOODS ARE SOLD AS IS.', 'en', 'ja')).toEqual([]);
  });

  it('of firms have the word of the target language', () => {
    const source = 'I work for Northwind Co., Ltd.';
    expect(withLocalFirms('我在北风株式会社工作。', source, 'en', 'zh-CN')).toBe('我在北风有限公司工作。');
    expect(withLocalFirms('我在株式会社North Wind工作。', source, 'en', 'zh-CN')).toBe(
      '我在North Wind有限公司工作。',
    );
    expect(withLocalFirms('凯斯特雷尔株式会社', 'Kestrel Corp.', 'en', 'zh-CN')).toBe('凯斯特雷尔公司');
    expect(withLocalFirms('北風有限公司に勤めています。', source, 'en', 'ja')).toBe(
      '北風株式会社に勤めています。',
    );
    expect(
      withLocalFirms('我在株式会社示例工作。', '株式会社サンプルで働いています。', 'ja', 'zh-CN'),
    ).toContain('株式会社');
  });

  it('of people are what the model says of them alone, where it sounds like them', () => {
    expect(spokenName('サラ・ウェンデルさん', 'Sarah Wendell')).toBe('サラ・ウェンデル');
    expect(spokenName('ケイ・トラスクさん', 'Kevin Trask')).toBeUndefined();
    expect(spokenName('Ms. Beth Lindqvist', 'Beth Lindqvist')).toBeUndefined();
    const [person, product] = ['Call Sarah Wendell.', 'Open Zwolinski Firefox.'].map(
      (text) => findNames(text, 'en', { to: 'ja' }, table)[0],
    );
    expect(person).toMatchObject({ person: true });
    expect(product).not.toHaveProperty('person');
  });

  it.each([
    '严格说来，谢谢老师，周二宣布，他留了张字条，请戴口罩。',
    '有没有总经理的身份证？联合国在中世纪没有。',
    '武田先生和高木女士来了。',
    '弗兰克福德和雅罗斯拉夫尔',
  ])('of Chinese text are not seen in words, in parts of names and in Japanese families: %s', (text) => {
    expect(named(text, 'zh-CN', 'en')).toEqual([]);
  });

  it('of Chinese text are met by a word that sounds like them', () => {
    expect(isHeardIn('塞维利亚', 'The mayor of Seville resigned.')).toBe(true);
    expect(isHeardIn('罗西', 'Dr. Rossi will come.')).toBe(true);
    expect(isHeardIn('埃里温', 'He lives in Yerevan.')).toBe(true);
    expect(isHeardIn('塞维利亚', 'The mayor of Berlin resigned.')).toBe(false);
  });

  it('have a dot between their words in katakana and in Chinese', () => {
    const dotted = (text: string, name: string) => withMiddleDot(text, name, 'ja');
    expect(dotted('トマスブラント', 'Thomas Brandt')).toBe('トマス・ブラント');
    expect(dotted('ワイスアンナ', 'Anna Weiss')).toBe('アンナ・ワイス');
    expect(dotted('ブラント・トーマス', 'Thomas Brandt')).toBe('トーマス・ブラント');
    expect(dotted('タナカ・アキラ', 'Akira Tanaka')).toBe('タナカ・アキラ');
    expect(dotted('ヘレーナフィッシャー', 'Helena Fischer')).toBe('ヘレーナ・フィッシャー');
    expect(dotted('オリバーブラント', 'Oliver Brandt')).toBe('オリバー・ブラント');
    expect(dotted('ルイスフェルナンデス', 'Luis Fernandez')).toBe('ルイス・フェルナンデス');
    expect(dotted('オリビアハートマン', 'Olivia Hartmann')).toBe('オリビア・ハートマン');
    expect(dotted('デイビッドギャリソン', 'David Garrison')).toBe('デイビッド・ギャリソン');
    expect(dotted('アレキサンドルウォールワーク', 'Alexander Wallwork')).toBe(
      'アレキサンドル・ウォールワーク',
    );
    expect(dotted('ファミリーカードをお持ちください。', 'Karima Zyrardow')).toBe(
      'ファミリーカードをお持ちください。',
    );
    expect(dotted('サラウェンデルはプロジェクトマネージャーです。', 'Sarah Wendell')).toBe(
      'サラ・ウェンデルはプロジェクトマネージャーです。',
    );
    expect(dotted('サラ・ウェンデルさん', 'Sarah Wendell')).toBe('サラ・ウェンデルさん');
    expect(withMiddleDot('海伦娜菲舍尔', 'Helena Fischer', 'zh-CN')).toBe('海伦娜·菲舍尔');
    expect(withMiddleDot('沃尔特惠特曼', 'Walt Whitman', 'zh-CN')).toBe('沃尔特·惠特曼');
    expect(withMiddleDot('托马斯·布兰特', 'Thomas Brandt', 'zh-CN')).toBe('托马斯·布兰特');
  });

  it.each([
    [['Normandie'], 'ノルマンディー', 'The tides were important in Normandy.', true],
    [['Mysore'], 'マイソール', 'The palace in Michael has been lost.', false],
    [['Venezia'], 'ベネチア', 'Venice is sinking.', true],
    [['Islam'], 'イスラム', 'This is Islamic art.', true],
    [['Albuquerque'], 'アルバカーキ', 'He flew to Albukerke.', false],
    [['Da-nang'], 'ダナン', 'He flew to Da Nang.', true],
    [['Inoe'], undefined, 'Mr. Inoue will come.', true],
    [['Igarashi'], undefined, 'Fifty storms came.', false],
    [['Hasebe'], undefined, 'I am Hase part of the department.', false],
  ])('are met by another spelling: %s %s in %s', (spellings, katakana, translation, isMet) => {
    const isWord = (word: string) => table.knowsWord(word);
    expect(isSpeltAlike(spellings, katakana, translation, isWord)).toBe(isMet);
  });

  it('that are to be kept stay Latin, with the title of the target language', () => {
    const text = 'Mr. Igarashi met Anika Vendrelli in the English garden on Monday.';
    expect(named(text, 'en', 'ja', 'keep')).toEqual([
      'Mr. Igarashi=Igarashiさん',
      'Anika Vendrelli=Anika Vendrelli',
    ]);
    expect(named('Ms. Sarah Vendrelli called Dr. Zwolinski.', 'en', 'zh-CN', 'keep')).toEqual([
      'Ms. Sarah Vendrelli=Sarah Vendrelli女士',
      'Dr. Zwolinski=Zwolinski博士',
    ]);
    expect(named('Will Zwolinski come?', 'en', 'ja', 'keep')).toEqual(['Zwolinski=Zwolinski']);
  });

  it('that are to be kept and have a customary form are in one script', () => {
    const text = 'Emma Thompson lives in London.';
    expect(named(text, 'en', 'ja', 'keep')).toEqual(['Emma Thompson=Emma Thompson']);
    expect(named(`Ms. ${text}`, 'en', 'ja', 'keep')).toEqual(['Ms. Emma Thompson=Emma Thompsonさん']);
    expect(named('Elon Musk bought it.', 'en', 'ja', 'keep')).toEqual(['Elon Musk=Elon Musk']);
    expect(named('Akane Suzuki knows Li Ming and Jiang Zemin.', 'en', 'zh-CN', 'keep')).toEqual([]);
  });

  it.each([
    ['en', 'ja', 'Tokai Keisoku Co., Ltd. paid.', ['Tokai Keisoku Co., Ltd.=Tokai Keisoku Co., Ltd.']],
    ['en', 'zh-CN', 'Mr. Tanaka of Shin-Ei Mokuzai', ['Shin-Ei Mokuzai=Shin-Ei Mokuzai']],
    [
      'en',
      'ja',
      'To Hokuto Seiki, and to Yatabe Seiko Co., Ltd.',
      ['Hokuto Seiki=Hokuto Seiki', 'Yatabe Seiko Co., Ltd.=Yatabe Seiko Co., Ltd.'],
    ],
    ['en', 'ja', 'Yoshida Seiko and Mitsubishi Denki called.', []],
    ['zh-CN', 'ja', '我们与北斗精机株式会社签约。', ['北斗精机株式会社=北斗精機株式会社']],
    ['zh-CN', 'en', '乙方东海计测株式会社', ['东海计测株式会社=Tokai Keisoku Co., Ltd.']],
    ['zh-CN', 'ja', '贵公司五十岚部长和大河内先生', ['五十岚=五十嵐', '大河内=大河内']],
    ['zh-TW', 'en', '五十嵐部長來了。', ['五十嵐=Igarashi']],
    ['en', 'ja', 'Kenji Igarashi called Ms. Hasegawa.', ['Igarashi=五十嵐', 'Hasegawa=長谷川']],
    ['en', 'zh-CN', 'Mr. Igarashi', ['Igarashi=五十岚']],
    ['ja', 'en', '明和電機株式会社', ['明和電機株式会社=Meiwa Denki Co., Ltd.']],
  ])('of Japanese firms, from %s to %s: %s', (from, to, text, expected) => {
    expect(named(text, from, to)).toEqual(expected);
  });

  it.each([
    ['The Hengda Hardware has agreed.', 'Hengda Hardware', 'Hengda Hardware has agreed.'],
    ['It suits the Teshigawara.', 'Teshigawara', 'It suits Teshigawara.'],
    ['the Towa Keisoku order', 'Towa Keisoku', 'the Towa Keisoku order'],
    ["the Towa Keisoku's order", 'Towa Keisoku', "Towa Keisoku's order"],
    [
      'Present: Director of Igarashi, Section Chief of Okouchi',
      'Igarashi',
      'Present: Director Igarashi, Section Chief of Okouchi',
    ],
    ['Director of the Igarashi Department said', 'Igarashi', 'Director Igarashi said'],
    ['our Igarashi General Manager will come', 'Igarashi', 'our General Manager Igarashi will come'],
    ['The Director Igarashi said so.', 'Igarashi', 'Director Igarashi said so.'],
    ['the Director of Igarashi Shoji', 'Igarashi', 'the Director of Igarashi Shoji'],
  ])('stand for themselves in English: %s', (translation, name, expected) => {
    expect(withBareNames(translation, [{ spellings: [name], hasOffice: true }])).toBe(expected);
  });

  it('have the office of the source in Chinese', () => {
    expect(withOwnOffices('出席：五十岚部部长、大河内部门的经理', ['五十岚', '大河内'], 'zh-CN')).toBe(
      '出席：五十岚部长、大河内部长',
    );
    expect(withOwnOffices('销售部经理五十岚', ['五十岚'], 'zh-CN')).toBe('销售部经理五十岚');
  });

  it.each([
    ['王小明教授见到了周志远。', ['王小明=Wang Xiaoming', '周志远=Zhou Zhiyuan']],
    ['这本书是曾国藩写的，欧阳先生说。', ['曾国藩=Zeng Guofan', '欧阳=Ouyang']],
    ['欧阳娜娜在台湾出生，孙护士也是。', ['欧阳娜娜=Ouyang Nana', '孙=Sun']],
    ['总经理郑建军、财务总监何丽娟', ['郑建军=Zheng Jianjun', '何丽娟=He Lijuan']],
    ['记录人：李静怡', ['李静怡=Li Jingyi']],
    [
      '我是苏州恒达五金有限公司的李静。',
      ['苏州恒达五金有限公司=Suzhou Hengda Hardware Co., Ltd.', '李静=Li Jing'],
    ],
    ['我是公司的程序员。', []],
    ['出席：周敏、陈静（主持）、马尔科', ['周敏=Zhou Min', '陈静=Chen Jing']],
    ['产品：周期、陈醋', []],
    ['孙海涛总经理来自公司，他是对方总经理，被总经理叫去。', ['孙海涛=Sun Haitao']],
    ['女王说她累了，高大的树木，任何人，这是李子，路德告诉我们。', []],
  ])('of Chinese people are written in pinyin: %s', (text, expected) => {
    expect(named(text, 'zh-CN', 'en')).toEqual(expected);
  });

  it('of Chinese people have their given name whole and in one word', () => {
    const joined = (target: string, source: string) => withWholeGivenNames(target, source, 'zh-CN', 'en');
    expect(joined('Lin Xiao Yan, Customer Service', '客服部 林晓燕')).toBe('Lin Xiaoyan, Customer Service');
    expect(joined('I met Wang Fang and Li Ying.', '我见到了王芳和李英。')).toBe(
      'I met Wang Fang and Li Ying.',
    );
    expect(joined('Chen Xi An signed it.', '陈西安签了字。')).toBe("Chen Xi'an signed it.");
    expect(joined('Mr. Tang Jiangu said so.', '唐建国先生这么说。')).toBe('Mr. Tang Jianguo said so.');
    expect(joined('Zhang Lechuan said so.', '张乐川这么说。')).toBe('Zhang Lechuan said so.');
    expect(joined('Zhang Yuechuan said so.', '张乐川这么说。')).toBe('Zhang Yuechuan said so.');
    expect(joined('Lin Xiao Yan is here.', '她来了。')).toBe('Lin Xiao Yan is here.');
  });

  it('of Chinese firms have their place, their own name and their trade', () => {
    expect(named('我们与上海华宇贸易有限公司签订了合同，这是一家有限公司。', 'zh-CN', 'en')).toEqual([
      '上海华宇贸易有限公司=Shanghai Huayu Trading Co., Ltd.',
    ]);
    expect(named('苏州恒达五金有限公司\n客服部', 'zh-CN', 'en')).toEqual([
      '苏州恒达五金有限公司=Suzhou Hengda Hardware Co., Ltd.',
    ]);
  });

  it('of the Chinese dictionary have their customary spelling', () => {
    expect(named('爱因斯坦是物理学家。', 'zh-CN', 'en')).toEqual(['爱因斯坦=Albert Einstein']);
  });
});
