import type { Lang } from '#src/base/lang.js';
import type { Pair } from './pairs.js';
import type { TermSentence } from './term-patterns.js';

/** A word of running text with its dictionary form. */
export interface Word {
  readonly surface: string;
  readonly base: string;
  /** Whether it is used as a verb, where the analyser says so. */
  readonly isVerb: boolean;
}

export interface TermSentenceParts {
  readonly from: Lang;
  readonly to: Lang;
  /** Dictionary: word of the source language to its translations. */
  readonly dictionary: ReadonlyMap<string, readonly string[]>;
  wordsOf(text: string): readonly Word[];
}

/** English words that are two things, told apart by what the human translation holds: as a noun, as a verb. */
const TWO_USES: readonly {
  readonly word: string;
  readonly ja: readonly [string, string];
  readonly zh: readonly [string, string];
}[] = [
  { word: 'book', ja: ['本', '予約'], zh: ['书', '预订'] },
  { word: 'plant', ja: ['植物', '植え'], zh: ['植物', '种'] },
  { word: 'park', ja: ['公園', '駐車|止め'], zh: ['公园', '停'] },
  { word: 'fire', ja: ['火事', 'クビ|首に|解雇'], zh: ['火', '解雇|开除'] },
  { word: 'ship', ja: ['船', '発送|出荷|送'], zh: ['船', '运|寄'] },
  { word: 'watch', ja: ['時計', '見'], zh: ['手表', '看'] },
  { word: 'play', ja: ['芝居', '遊|弾|演奏|する'], zh: ['剧', '玩|弹|打|踢'] },
  { word: 'fish', ja: ['魚', '釣'], zh: ['鱼', '钓'] },
  { word: 'cook', ja: ['コック', '料理|作'], zh: ['厨师', '做|煮'] },
  { word: 'study', ja: ['書斎', '勉強'], zh: ['书房', '学'] },
  { word: 'train', ja: ['電車', '訓練'], zh: ['火车', '训练'] },
  { word: 'water', ja: ['水', '水をや'], zh: ['水', '浇'] },
  { word: 'face', ja: ['顔', '直面|面して'], zh: ['脸', '面对|面临'] },
  { word: 'hand', ja: ['手', '渡'], zh: ['手', '递|交'] },
  { word: 'head', ja: ['頭', '向か'], zh: ['头', '前往|朝'] },
  { word: 'smoke', ja: ['煙', 'たばこ|タバコ|煙草|喫煙'], zh: ['烟雾', '抽烟|吸烟'] },
  { word: 'drink', ja: ['飲み物', '飲む|飲ん|飲み|飲ま'], zh: ['饮料', '喝'] },
  { word: 'step', ja: ['階段', '踏'], zh: ['台阶', '踩|走'] },
  { word: 'change', ja: ['小銭', '変え|変わ'], zh: ['零钱', '改变|换'] },
  { word: 'answer', ja: ['答え', '答え|出'], zh: ['答案', '回答|接'] },
];

const VERB = /(?:する|[\p{Script=Han}ぁ-ん][うくぐすつぬぶむる])$/u;

/** One sentence of real text with one term, or nothing where no word of it is in the dictionary. */
export function termSentence(pair: Pair, parts: TermSentenceParts): TermSentence | undefined {
  const [source, target] = parts.from === 'en' ? [pair.english, pair.other] : [pair.other, pair.english];
  const words = parts.wordsOf(source);
  for (const { surface, base, isVerb } of words) {
    if (words.filter((word) => word.base === base).length !== 1) continue;
    const wanted = parts.dictionary.get(isVerb ? `to ${base}` : base) ?? [];
    const toText = wanted.find(
      (text) =>
        (parts.to !== 'ja' || isVerb === VERB.test(text)) &&
        target.toLowerCase().includes(stemOf(text, parts.to)),
    );
    if (toText === undefined) continue;
    return { set: pair.corpus, text: source, terms: `${base}=${toText}`, expected: surface };
  }
  return undefined;
}

/**
 * A sentence in which the word is used as the other part of speech: the term may not be found.
 *
 * @param nounUses sentences that a person read and found to hold the noun, in another sense
 */
export function foreignUse(pair: Pair, to: Lang, nounUses: ReadonlySet<string>): TermSentence | undefined {
  if (nounUses.has(pair.english)) return undefined;
  for (const { word, ja, zh } of TWO_USES) {
    const [noun, verbs] = to === 'ja' ? ja : zh;
    const use = new RegExp(`(?<![A-Za-z-])${word}(?:s|es|ed|ing)?(?![A-Za-z-])`, 'g');
    const uses = [...pair.english.matchAll(use)];
    if (uses.length !== 1) continue;
    if (pair.other.includes(noun) || !verbs.split('|').some((verb) => pair.other.includes(verb))) continue;
    return { set: pair.corpus, text: pair.english, terms: `${word}=${noun}`, expected: '' };
  }
  return undefined;
}

/** Words that other words seem to hold: 中国 in 发展中国家, 本 in 日本. */
const INSIDE_OTHERS: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  ja: [
    ['京都', 'Kyoto', '東京都'],
    ['本', 'book', '日本'],
    ['手', 'hand', '相手|選手|切手|手紙|上手|歌手'],
    ['水', 'water', '水曜|水準'],
    ['火', 'fire', '火曜|火山'],
    ['月', 'moon', '今月|先月|来月'],
    ['金', 'gold', '料金|金曜|現金'],
    ['車', 'car', '電車|自転車|列車'],
    ['生', 'raw', '先生|学生|生徒'],
    ['気', 'gas', '天気|元気|病気|人気'],
    ['家', 'house', '家族|作家|国家|画家'],
    ['物', 'object', '動物|植物|建物|食べ物|果物'],
  ],
  'zh-CN': [
    ['中国', 'China', '发展中国家|其中国'],
    ['书', 'book', '秘书|证书|书记'],
    ['手', 'hand', '手机|手术|选手|对手'],
    ['水', 'water', '水果|水平|薪水'],
    ['火', 'fire', '火车|火箭'],
    ['花', 'flower', '花费|花园'],
    ['机', 'machine', '机会|手机|飞机|机场'],
    ['电', 'electricity', '电影|电话|电子|电视'],
    ['学', 'science', '学生|学校|大学'],
    ['和服', 'kimono', '和服务'],
    ['和平', 'peace', '和平台|和平均'],
    ['人才', 'talent', '个人才|人才能|人才会'],
  ],
};

/** A sentence in which a word only seems to stand: it is part of another, and its translation is nowhere. */
export function insideOther(pair: Pair, from: Lang): TermSentence | undefined {
  for (const [word, translation, others] of INSIDE_OTHERS[from] ?? []) {
    const rest = pair.other.replaceAll(new RegExp(others, 'gu'), '#');
    if (rest === pair.other || rest.includes(word)) continue;
    if (pair.english.toLowerCase().includes(translation.toLowerCase())) continue;
    return { set: pair.corpus, text: pair.other, terms: `${word}=${translation}`, expected: '' };
  }
  return undefined;
}

/** What of a dictionary word surely stands in a translation that uses it. */
function stemOf(text: string, to: Lang): string {
  if (to !== 'en') return text.replace(/(?:する|[うくぐすつぬぶむるい])$/u, '');
  return text.toLowerCase().replace(/(?:y|e)$/, '');
}
