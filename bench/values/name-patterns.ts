import type { Random } from './random.js';

/** A sentence with one name, and the spellings that are right. */
export interface NameSentence {
  readonly text: string;
  readonly expected: string;
}

const SENTENCES = 160;
const JAPANESE_SURNAMES: readonly (readonly [string, string])[] = [
  ['五十嵐', 'Igarashi'],
  ['長谷川', 'Hasegawa'],
  ['服部', 'Hattori'],
  ['東海林', 'Shoji|Tokairin'],
  ['渡辺', 'Watanabe'],
  ['小鳥遊', 'Takanashi'],
  ['神戸', 'Kambe|Kobe|Kanbe'],
  ['日下部', 'Kusakabe'],
  ['上田', 'Ueda'],
  ['御手洗', 'Mitarai'],
  ['大谷', 'Otani|Ohtani'],
  ['二階堂', 'Nikaido'],
  ['千葉', 'Chiba'],
  ['百瀬', 'Momose'],
  ['三宅', 'Miyake'],
  ['早乙女', 'Saotome'],
  ['宇佐美', 'Usami'],
  ['金城', 'Kinjo|Kaneshiro'],
];
const JAPANESE_CARRIERS = [
  '#さんは来週出張します。',
  '昨日#様からお電話がありました。',
  '#部長に資料を送ってください。',
  'この件は#先生に聞きました。',
  '#氏は会見で辞任を発表した。',
  '会議には#課長も出席します。',
  '駅で#さんに会った。',
  '#教授の講義は面白い。',
  '#選手が優勝した。',
];
const CHINESE_SURNAMES: readonly (readonly [string, string])[] = [
  ['王', 'Wang'],
  ['李', 'Li'],
  ['张', 'Zhang'],
  ['陈', 'Chen'],
  ['赵', 'Zhao'],
  ['黄', 'Huang'],
  ['周', 'Zhou'],
  ['徐', 'Xu'],
  ['孙', 'Sun'],
  ['欧阳', 'Ouyang'],
  ['曾', 'Zeng'],
  ['郑', 'Zheng'],
];
const CHINESE_GIVEN: readonly (readonly [string, string])[] = [
  ['伟', 'Wei'],
  ['建国', 'Jianguo'],
  ['晓明', 'Xiaoming'],
  ['丽华', 'Lihua'],
  ['强', 'Qiang'],
  ['秀英', 'Xiuying'],
  ['志远', 'Zhiyuan'],
  ['海燕', 'Haiyan'],
];
const CHINESE_CARRIERS = [
  '#教授昨天到了北京。',
  '请把文件交给#先生。',
  '#说他明天不来。',
  '#女士是公司的总经理。',
  '这本书是#写的。',
  '#表示，公司今年会盈利。',
  '我昨天见到了#。',
  '#老师教我们数学。',
];

/** Japanese surnames with a title; Chinese people with a title, with what they say, and with neither. */
export function namePatterns(lang: string, random: Random): NameSentence[] {
  const sentences = new Map<string, NameSentence>();
  while (sentences.size < SENTENCES) {
    const sentence = lang === 'ja' ? japanese(random) : chinese(random);
    sentences.set(sentence.text, sentence);
  }
  return [...sentences.values()];
}

function japanese(random: Random): NameSentence {
  const [written, expected] = random.pick(JAPANESE_SURNAMES);
  return { text: random.pick(JAPANESE_CARRIERS).replace('#', written), expected };
}

function chinese(random: Random): NameSentence {
  const [surname, family] = random.pick(CHINESE_SURNAMES);
  const [name, given] = random.pick(CHINESE_GIVEN);
  return {
    text: random.pick(CHINESE_CARRIERS).replace('#', surname + name),
    expected: `${family} ${given}|${given} ${family}`,
  };
}
