type VerbForms = readonly [present: string, past: string, negative: string, volitional: string];

/** Verbs whose stem ends like that of a godan verb and which are none. */
const ICHIDAN =
  /(?:[起生飽尽]き|でき|出来|過ぎ|すぎ|[借足懲]り|試み|顧み|[落満朽]ち|[感信応生通論命禁案]じ|[閉恥綻]じ|[帯浴滅]び|[用報老悔]い)$/u;
/** Of godan verbs: last sound of the stem before ます, and of the dictionary form, the past, the negation and the volitional. */
const GODAN: Readonly<Record<string, VerbForms>> = {
  い: ['う', 'った', 'わない', 'おう'],
  き: ['く', 'いた', 'かない', 'こう'],
  ぎ: ['ぐ', 'いだ', 'がない', 'ごう'],
  し: ['す', 'した', 'さない', 'そう'],
  ち: ['つ', 'った', 'たない', 'とう'],
  に: ['ぬ', 'んだ', 'なない', 'のう'],
  び: ['ぶ', 'んだ', 'ばない', 'ぼう'],
  み: ['む', 'んだ', 'まない', 'もう'],
  り: ['る', 'った', 'らない', 'ろう'],
};
/** 行く is the one verb in く whose past is its own. */
const WENT = /行き$/u;
const SURU = /(?:\p{Script=Han}{2}|[\p{Script=Katakana}ー]|[お-んを]|^)し$/u;
const VERB = /([\p{L}ー]*[\p{L}])(ませんでした|ましょう|ました|ません|ます)(?=か?(?:[よねわ]|が)?$)/u;
/** Endings that are no verb of their own; the first that fits counts. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/((?:て|で)(?:いただけ|もらえ|くれ))ま(?:せん|す)か$/u, '$1ないか'],
  [/(て|で)(?:ください|下さい)(?:ませ)?(?=[よね]?$)/u, '$1ほしい'],
  [/(?<=[おご][^、。]{1,8})(?:ください|下さい)(?:ませ)?(?=[よね]?$)/u, 'いただきたい'],
  [/お願い(?:(?:いた|致)?します|申し上げます)$/u, 'お願いしたい'],
  [/ありませんでした(?=か?$)/u, 'なかった'],
  [/ありません(?=か?$)/u, 'ない'],
  [/でしょう(?=か?$)/u, 'だろう'],
  [/(?<=[たるいうくぐすつぬぶむな])[のん]ですか$/u, 'のか'],
  [/(?<=[たるいうくぐすつぬぶむな])[のん]です(?=[よね]?$)/u, 'のだ'],
  [/ありがとうござい(?:ます|ました)$/u, 'ありがとう'],
  [/でございます(?=[よね]?$)/u, 'である'],
  [/でございました(?=[よね]?$)/u, 'であった'],
  [/(かった|[\p{Script=Han}いうかがきくごさしすずたつどなむよるわ]い)です(?=[よね]?$)/u, '$1'],
  [/(?<!ません)でした(?=か?$)/u, 'だった'],
  [/です(?=か$)/u, ''],
  [/です(?=[よね]?$)/u, 'だ'],
];
const SENTENCE = /([^。！？!?\n」』）]+)([。！？!?」』）]*)/gu;

/**
 * Sentences that end politely with plain endings: the last means where no search gave any. Clauses inside of a sentence stay.
 *
 * @example
 * plainEndings('雨が降っています。') // '雨が降っている。'
 */
export function plainEndings(text: string): string {
  return text.replace(SENTENCE, (_, sentence: string, marks: string) => plainEnding(sentence) + marks);
}

function plainEnding(sentence: string): string {
  for (const [polite, plain] of ENDINGS) if (polite.test(sentence)) return sentence.replace(polite, plain);
  return sentence.replace(VERB, (_, stem: string, form: string) => plainVerb(stem, form));
}

function plainVerb(stem: string, form: string): string {
  const [present, past, negative, volitional] = formsOf(stem);
  if (form === 'ます') return present;
  if (form === 'ました') return past;
  if (form === 'ましょう') return volitional;
  return form === 'ません' ? negative : negative.replace(/い$/u, 'かった');
}

function formsOf(stem: string): VerbForms {
  const root = stem.slice(0, -1);
  if (/[てで]おり$/u.test(stem)) return formsOf(`${stem.slice(0, -2)}い`);
  const ichidan: VerbForms = [`${stem}る`, `${stem}た`, `${stem}ない`, `${stem}よう`];
  // 帰ってきます, not 置いておきます.
  if (/[てで]き$/u.test(stem)) return [`${root}くる`, `${root}きた`, `${root}こない`, `${root}こよう`];
  if (SURU.test(stem)) return [`${root}する`, `${root}した`, `${root}しない`, `${root}しよう`];
  if (/(?:^|[てで、にがはも])い$/u.test(stem)) return ichidan;
  if (/あり$/u.test(stem)) return [`${root}る`, `${root}った`, `${stem.slice(0, -2)}ない`, `${root}ろう`];
  if (/(?:^|[てでにがをも、])来$/u.test(stem)) return ichidan;
  const godan = ICHIDAN.test(stem) ? undefined : GODAN[stem.at(-1) ?? ''];
  if (godan === undefined) return ichidan;
  const [present, past, negative, volitional] = godan;
  return [root + present, WENT.test(stem) ? `${root}った` : root + past, root + negative, root + volitional];
}
