import type { Lang } from '#src/base/lang.js';
import { Random } from './random.js';

export interface TermSentence {
  readonly set: string;
  readonly text: string;
  /** "source=target", separated by ";". */
  readonly terms: string;
  /** Written forms that have to be found, separated by ";"; empty where none may be. */
  readonly expected: string;
}

const SENTENCES = 300;
/** Fewer carriers, fewer different sentences. */
const EAST_ASIAN_SENTENCES = 90;
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
/** Verbs with what the user asks for in Japanese and Chinese. */
const ENGLISH_VERBS: readonly (Word & { readonly ja: string; readonly zh: string })[] = [
  ['deploy', '配備する', '投放', 'deployed'],
  ['refund', '払い戻す', '退还', 'refunded'],
  ['verify', '検める', '核验', 'verified'],
  ['uninstall', '取り外す', '卸除', 'uninstalled'],
  ['forget', '失念する', '遗忘', 'forgot'],
  ['teach', '教授する', '讲授', 'taught'],
  ['swap', '交代する', '对调', 'swapped'],
  ['choose', '選定する', '挑选', 'chose'],
].map(([entry = '', ja = '', zh = '', ...forms]) => ({ entry, ja, zh, forms }));
const SINGULAR_CARRIERS = [
  'We ordered the # yesterday.',
  'There is a problem with the # in the store.',
  'The # is too expensive.',
  'The # settings are wrong.',
  'Who has seen my #?',
];
const PLURAL_CARRIERS = [
  'Do you know how the # work?',
  'All # are listed below.',
  'We bought 3 # last week.',
  '# are sold out.',
];
const ENGLISH_VERB_CARRIERS = [
  'The engineer # it last week.',
  'Nobody knows who # the plan.',
  'She says that he # everything too early.',
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
  ['走る', '走った', '走っている', '走らない'],
  ['展開する', '展開した', '展開している'],
  ['読む', '読んだ', '読まない'],
  ['食べる', '食べた', '食べている'],
  ['送る', '送った', '送らなかった'],
  ['書く', '書いた', '書いている'],
  ['探す', '探した', '探している'],
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
  const sentences = new Map<string, TermSentence>();
  const most = from === 'en' ? SENTENCES : EAST_ASIAN_SENTENCES;
  while (sentences.size < most) {
    const place = random.pick(CITIES);
    const sentence =
      from === 'en'
        ? random.whole(1, NEGATIVE_EVERY) === 1
          ? englishNegative(random, place)
          : english(random, to, place)
        : from === 'ja'
          ? japanese(random)
          : chinese(random, place);
    sentences.set(sentence.text + sentence.terms, sentence);
  }
  return [...sentences.values()];
}

function english(random: Random, to: Lang, place: string): TermSentence {
  if (random.next() < 0.3) {
    const { entry, forms, ja, zh } = random.pick(ENGLISH_VERBS);
    const form = random.pick(forms);
    return {
      set: 'pattern',
      text: `In ${place}: ${random.pick(ENGLISH_VERB_CARRIERS).replace('#', form)}`,
      terms: `${entry}=${to === 'ja' ? ja : zh}`,
      expected: form,
    };
  }
  const { entry, forms } = random.pick(ENGLISH_NOUNS);
  const [singular = '', ...plurals] = forms;
  const isPlural = random.next() < 0.6;
  const form = isPlural ? random.pick(plurals) : singular;
  const carrier = random.pick(isPlural ? PLURAL_CARRIERS : SINGULAR_CARRIERS);
  const written = carrier.startsWith('#') ? form.slice(0, 1).toUpperCase() + form.slice(1) : form;
  return {
    set: 'pattern',
    text: `In ${place}: ${carrier.replace('#', written)}`,
    terms: `${entry}=${random.pick(TARGETS[to] ?? [])}`,
    expected: written,
  };
}

function englishNegative(random: Random, place: string): TermSentence {
  const [entry, target, carrier] = random.pick(ENGLISH_NEGATIVE);
  return { set: 'pattern', text: carrier.replace('@', place), terms: `${entry}=${target}`, expected: '' };
}

function japanese(random: Random): TermSentence {
  if (random.next() < 0.5) {
    const word = random.pick(JAPANESE);
    const form = random.pick(word.forms);
    const target = ENGLISH_VERB_TARGETS[JAPANESE.indexOf(word)] ?? 'sprint';
    return {
      set: 'pattern',
      text: random.pick(JAPANESE_CARRIERS).replace('#', form),
      terms: `${word.entry}=${target}`,
      expected: form,
    };
  }
  const noun = random.pick(JAPANESE_NOUNS);
  const target = TARGETS.en?.[JAPANESE_NOUNS.indexOf(noun)] ?? '';
  return {
    set: 'pattern',
    text: random.pick(JAPANESE_NOUN_CARRIERS).replace('#', noun),
    terms: `${noun}=${target}`,
    expected: noun,
  };
}

function chinese(random: Random, place: string): TermSentence {
  const noun = random.pick(CHINESE_NOUNS);
  const target = TARGETS.en?.[CHINESE_NOUNS.indexOf(noun) % 8] ?? '';
  return {
    set: 'pattern',
    text: `${place}：${random.pick(CHINESE_CARRIERS).replace('#', noun)}`,
    terms: `${noun}=${target}`,
    expected: noun,
  };
}
