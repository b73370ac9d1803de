import type { JapaneseInflection } from '#src/translate/terms/japanese-verb.js';
import type { InflectionSentence } from './inflection-sentences.js';
import type { NegationSentence } from './negation-sentences.js';

/** What denies in a translation of these plain sentences. */
const NEGATED: Readonly<Record<string, RegExp>> = {
  en: /\b(?:not|never|nobody|no one|nor?|none|without|cannot|unable|impossible|unwilling|refuse[sd]?|fail(?:s|ed)?|prohibited|forbidden|avoid|unless)\b|n['’]t\b/i,
  ja: /な[いかくけ]|ませ[ん]|ず|ぬ|禁|[うくぐすつぬぶむる]な(?=と|。)|まい|無|不可能|のをやめ/u,
  zh: /不|没|未|勿|别|无|禁|莫|非/u,
};
const MODAL =
  /^(?:to|can|cannot|can't|could|couldn't|will|won't|would|wouldn't|shall|should|shouldn't|may|might|must|mustn't|do|don't|does|doesn't|did|didn't|let's|please)$/;
const SKIPPED = /^(?:not|never|always|also|still|just|already|yet|even|now|ever)$/;

/** Must the sentence of a translation that is not negated be positive? なければならない and "it is not easy, and…" are not looked at. */
export function keepsNegation(
  { text: source, isNegated }: NegationSentence,
  text: string,
  lang: string,
): boolean {
  const pattern = NEGATED[lang];
  if (pattern === undefined) return true;
  const isDenied = pattern.test(text);
  if (isNegated) return isDenied;
  return (
    !isDenied ||
    /なければ|\bnot\b|可以|必须|安全/u.test(source) ||
    /なければ|なりません|なきゃ|なくて|ばならない|忘れず|必ず|ず(?:つ|れ)|まず/u.test(text)
  );
}

/** Whether the term stands in the translation in a form that its neighbours allow. */
export function isRightForm({ english, japanese, toText }: InflectionSentence, text: string): boolean {
  if (english !== undefined)
    return english.length === 1 ? text.toLowerCase().includes(toText) : fitsEnglish(text, english);
  return japanese === undefined ? text.includes(toText) : fitsJapanese(text, japanese);
}

function fitsEnglish(
  text: string,
  [base = '', third = '', past = '', participle = '', ing = '']: readonly string[],
): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z'-]+|[.,;:!?]/g) ?? [];
  const at = words.findIndex((word) => [base, third, past, participle, ing].includes(word));
  if (at === -1) return false;
  const word = words[at] ?? '';
  const before = words.slice(0, at).filter((one) => !SKIPPED.test(one) && !/..ly$/.test(one));
  const last = before.at(-1) ?? '';
  if (MODAL.test(last)) return word === base;
  if (/^(?:have|has|had|haven't|hasn't|hadn't|i've|we've|they've)$/.test(last)) return word === participle;
  if (
    /^(?:is|are|was|were|be|been|being|isn't|aren't|wasn't|weren't|i'm|we're|they're|he's|she's|it's|get|gets)$/.test(
      last,
    )
  )
    return word === participle || word === ing;
  if (/^(?:without|after|before|by|when|while|from|of|for)$/.test(last)) return word === ing;
  if (/^(?:he|she|it)$/.test(last)) return word === third || word === past;
  if (/^(?:i|you|we|they)$/.test(last)) return word === base || word === past;
  return true;
}

/** Every form of a verb or adjective up to where it ends or goes on as it may. */
function fitsJapanese(text: string, { lemma, stem, bases, kind }: JapaneseInflection): boolean {
  if (bases === undefined)
    return new RegExp(
      `${stem}(?:い(?!で(?:は|した)|だった|に|な[^いのら])|く|かった|ければ|さ|そう)`,
      'u',
    ).test(text);
  const allowed = [
    `${bases.negative}(?=な[いかくけさ])`,
    `${bases.polite}(?=ま[すしせ]|た[いくか]|なが|なさ|やす|にく|、|。|$|方|の|忘|終|始|続|て|た)`,
    bases.te,
    bases.past,
    bases.conditional,
    bases.volitional,
    `${bases.passive}(?=[るたてまなず、])`,
    `${bases.causative}(?=[るたてまなず、])`,
    `${bases.potential}(?=[るたてまなず、ば])`,
    bases.without,
    `${lemma}(?![しさでせ]|ま[すし]|な[かけ])`,
    ...(kind === 'suru' ? [`${stem}(?=[のをがはに中前後済時、。]|可能|禁止|不可)`] : []),
  ];
  return new RegExp(allowed.join('|'), 'u').test(text);
}
