/** Verbs whose stem ends like that of a godan verb and which are none. */
const ICHIDAN =
  /(?:[起生飽尽]き|でき|出来|過ぎ|すぎ|[借足懲]り|試み|顧み|[落満朽]ち|[感信応生通論命禁案]じ|[閉恥綻]じ|[帯浴滅]び|[用報老悔]い)$/u;
/** Of godan verbs: last sound of the stem before ます, and of the dictionary form, the past and the negation. */
const GODAN: Readonly<Record<string, readonly [string, string, string]>> = {
  い: ['う', 'った', 'わない'],
  き: ['く', 'いた', 'かない'],
  ぎ: ['ぐ', 'いだ', 'がない'],
  し: ['す', 'した', 'さない'],
  ち: ['つ', 'った', 'たない'],
  に: ['ぬ', 'んだ', 'なない'],
  び: ['ぶ', 'んだ', 'ばない'],
  み: ['む', 'んだ', 'まない'],
  り: ['る', 'った', 'らない'],
};
/** 行く is the one verb in く whose past is its own. */
const WENT = /行き$/u;
const SURU = /(?:\p{Script=Han}{2}|[\p{Script=Katakana}ー]|[お-んを]|^)し$/u;
const VERB = /([\p{L}ー]*[\p{L}])(ませんでした|ました|ません|ます)(?=か?(?:[よねわ]|が)?$)/u;
/** Endings that are no verb of their own; the first that fits counts. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/((?:て|で)(?:いただけ|もらえ|くれ))ま(?:せん|す)か$/u, '$1ないか'],
  [/(て|で)(?:ください|下さい)(?:ませ)?(?=[よね]?$)/u, '$1ほしい'],
  [/お願い(?:(?:いた|致)?します|申し上げます)$/u, 'お願いしたい'],
  [/ありませんでした(?=か?$)/u, 'なかった'],
  [/ありません(?=か?$)/u, 'ない'],
  [/でしょう(?=か?$)/u, 'だろう'],
  [/[のん]ですか$/u, 'のか'],
  [/[のん]です(?=[よね]?$)/u, 'のだ'],
  [/((?:か|な)かった|[いた]い|\p{Script=Han}い|しい|ない)です(?=[よね]?$)/u, '$1'],
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
  const [present, past, negative] = formsOf(stem);
  if (form === 'ます') return present;
  if (form === 'ました') return past;
  return form === 'ません' ? negative : negative.replace(/い$/u, 'かった');
}

/** Dictionary form, past and negation. */
function formsOf(stem: string): readonly [string, string, string] {
  const root = stem.slice(0, -1);
  if (/[てで]おり$/u.test(stem)) return formsOf(`${stem.slice(0, -2)}い`);
  if (SURU.test(stem)) return [`${root}する`, `${root}した`, `${root}しない`];
  if (/(?:^|[てで、にがはも])い$/u.test(stem)) return [`${stem}る`, `${stem}た`, `${stem}ない`];
  if (/あり$/u.test(stem)) return [`${root}る`, `${root}った`, `${stem.slice(0, -2)}ない`];
  if (/(?:^|[てでにがをも、])来$/u.test(stem)) return [`${stem}る`, `${stem}た`, `${stem}ない`];
  const godan = ICHIDAN.test(stem) ? undefined : GODAN[stem.at(-1) ?? ''];
  if (godan === undefined) return [`${stem}る`, `${stem}た`, `${stem}ない`];
  const [present, past, negative] = godan;
  return [root + present, WENT.test(stem) ? `${root}った` : root + past, root + negative];
}
