import type { Lang } from '#src/lang.js';
import { Random } from './random.js';

export interface TermSentence {
  readonly text: string;
  /** "source=target", separated by ";". */
  readonly terms: string;
  /** Written forms that have to be found, separated by ";"; empty where none may be. */
  readonly expected: string;
}

const SENTENCES = 1_000;
/** One in so many sentences holds the words in a use that must not be found. */
const NEGATIVE_EVERY = 4;

interface Word {
  readonly entry: string;
  readonly forms: readonly string[];
}

const ENGLISH_NOUNS: readonly Word[] = [
  ['widget', 'widgets', 'Widgets'],
  ['battery', 'batteries', 'Batteries'],
  ['host machine', 'host machines'],
  ['child', 'children'],
  ['analysis', 'analyses'],
  ['invoice', 'invoices'],
  ['branch', 'branches'],
  ['leaf', 'leaves'],
  ['query', 'queries', 'Queries'],
  ['service desk', 'service desks'],
  ['warranty', 'warranties'],
  ['knife', 'knives'],
  ['dispatcher', 'dispatchers'],
  ['API', 'APIs'],
  ['sprocket', 'sprockets'],
  ['policy', 'policies'],
  ['tomato', 'tomatoes'],
  ['mouse', 'mice'],
].map(([entry = '', ...forms]) => ({ entry, forms: [entry, ...forms] }));
const ENGLISH_VERBS: readonly Word[] = [
  ['deploy', 'deployed', 'deploys'],
  ['refund', 'refunded'],
  ['verify', 'verified', 'verifies'],
  ['log in', 'logged in'],
  ['uninstall', 'uninstalled', 'uninstalls'],
  ['forget', 'forgot'],
  ['teach', 'taught'],
  ['swap', 'swapped'],
].map(([entry = '', ...forms]) => ({ entry, forms }));
const ENGLISH_NOUN_CARRIERS = [
  'We ordered the # yesterday.',
  'There is a problem with the # in the store.',
  'Do you know how the # work?',
  'All # are listed below.',
];
const ENGLISH_VERB_CARRIERS = [
  'The engineer # it last week.',
  'Nobody knows who # on Monday.',
  'She says that he # too early.',
];
const ENGLISH_NEGATIVE: readonly (readonly [string, string, string])[] = [
  ['book', '本', 'Please book a table for @.'],
  ['book', '本', 'They booked rooms in @.'],
  ['art', '芸術', 'Start the party in @.'],
  ['US', '米国', 'Tell us about @.'],
  ['cat', '猫', 'The category @ is new.'],
  ['plant', '植物', 'You can plant it near @.'],
];
const CITIES =
  'Osaka Kyoto London Paris Berlin Madrid Rome Vienna Lisbon Oslo Dublin Athens Prague Warsaw Cairo Lima'.split(
    ' ',
  );

const JAPANESE: readonly Word[] = [
  ['走る', '走った', '走って', '走らない', '走ります'],
  ['展開する', '展開した', '展開します'],
  ['読む', '読んだ', '読みます', '読まない'],
  ['食べる', '食べた', '食べて', '食べません'],
  ['送る', '送った', '送ります'],
  ['書く', '書いた', '書きました'],
  ['探す', '探した', '探しています'],
].map(([entry = '', ...forms]) => ({ entry, forms: [entry, ...forms] }));
const JAPANESE_NOUNS = ['ホストマシン', '電池', '請求書', '窓口', '歯車', '保証書', '支店', '部品'];
const JAPANESE_CARRIERS = ['彼は昨日ここで#。', '私たちは毎日#。', '先生は学校で#そうだ。'];
const JAPANESE_NOUN_CARRIERS = [
  '#を3つ買いました。',
  'この#は新しいです。',
  '#について教えてください。',
  '倉庫に#が5つあります。',
];
const CHINESE_NOUNS = ['主机', '电池', '发票', '服务台', '齿轮', '保修卡', '分店', '零件', '调度员', '合同'];
const CHINESE_CARRIERS = [
  '我们买了三个#。',
  '这个#是新的。',
  '请告诉我#的情况。',
  '仓库里有五个#。',
  '他昨天检查了#。',
];
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  ja: ['ウィジェット', '蓄電池', '親機', '児童', '解析', '送り状', '支局', '照会'],
  'zh-CN': ['小部件', '蓄电池', '宿主机', '儿童', '解析', '账单', '分部', '查询'],
  en: [
    'host machine',
    'battery pack',
    'invoice form',
    'service point',
    'gear wheel',
    'warranty card',
    'local office',
    'spare part',
  ],
};
const ENGLISH_VERB_TARGETS = ['sprint', 'roll out', 'peruse', 'devour', 'dispatch', 'jot down', 'hunt'];

/** Sentences with terms in their many forms, and some in which none may be found. */
export function termPatterns(from: Lang, to: Lang): TermSentence[] {
  const random = new Random(from.charCodeAt(0) * 31 + to.charCodeAt(0));
  const sentences: TermSentence[] = [];
  for (let at = 0; at < SENTENCES; at += 1) {
    const place = random.pick(CITIES);
    if (from === 'en')
      sentences.push(at % NEGATIVE_EVERY === 0 ? englishNegative(random, place) : english(random, to, place));
    else sentences.push(from === 'ja' ? japanese(random) : chinese(random, place));
  }
  return sentences;
}

function english(random: Random, to: Lang, place: string): TermSentence {
  const noun = random.next() < 0.7;
  const word = random.pick(noun ? ENGLISH_NOUNS : ENGLISH_VERBS);
  const form = random.pick(word.forms);
  const target = random.pick(TARGETS[to] ?? []);
  const carrier = random.pick(noun ? ENGLISH_NOUN_CARRIERS : ENGLISH_VERB_CARRIERS);
  return {
    text: `In ${place}: ${carrier.replace('#', form)}`,
    terms: `${word.entry}=${target}`,
    expected: form,
  };
}

function englishNegative(random: Random, place: string): TermSentence {
  const [entry, target, carrier] = random.pick(ENGLISH_NEGATIVE);
  return { text: carrier.replace('@', place), terms: `${entry}=${target}`, expected: '' };
}

function japanese(random: Random): TermSentence {
  if (random.next() < 0.5) {
    const word = random.pick(JAPANESE);
    const form = random.pick(word.forms);
    const target = ENGLISH_VERB_TARGETS[JAPANESE.indexOf(word)] ?? 'sprint';
    return {
      text: random.pick(JAPANESE_CARRIERS).replace('#', form),
      terms: `${word.entry}=${target}`,
      expected: form,
    };
  }
  const noun = random.pick(JAPANESE_NOUNS);
  const target = TARGETS.en?.[JAPANESE_NOUNS.indexOf(noun)] ?? '';
  return {
    text: random.pick(JAPANESE_NOUN_CARRIERS).replace('#', noun),
    terms: `${noun}=${target}`,
    expected: noun,
  };
}

function chinese(random: Random, place: string): TermSentence {
  const noun = random.pick(CHINESE_NOUNS);
  const target = TARGETS.en?.[CHINESE_NOUNS.indexOf(noun) % 8] ?? '';
  return {
    text: `${place}：${random.pick(CHINESE_CARRIERS).replace('#', noun)}`,
    terms: `${noun}=${target}`,
    expected: noun,
  };
}
