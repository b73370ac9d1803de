import type { Formality } from '../../base/engine.js';
import type { Register } from '../../model/model-port.js';
import { splitSentences } from '../segmentation/split.js';

/** Of a long text its beginning tells as much as the whole. */
const MOST_CHARACTERS = 20_000;
/** And as many strings of a list. */
const MOST_STRINGS = 500;
const SENTENCE_END = /[.!?。！？…]["'”’」』)）]*\s*$/u;
/** What is quoted speaks to somebody else: news and reports are full of it. */
const QUOTED = /"[^"\n]{0,600}"|“[^”\n]{0,600}”|「[^」\n]{0,600}」|『[^』\n]{0,600}』/gu;
/** From this share of sentences on that speak to the reader a text is polite. */
const SPEAKING_SHARE = 0.12;
/** And from this share on that ask or address somebody in words that reports do without: one in a notice is enough. */
const ADDRESSING_SHARE = 0.04;
const ADDRESSING =
  /\b(?:please|kindly|you|your|dear)\b|敬[请請]|[请請](?:勿|您|于|於|在|到|与|與|将|將|使用|携带|提前|注意|配合|不要|联系|聯繫|自)|您|[谢謝]{2}|感[谢謝]|抱歉|歉意/iu;
/** From this number of strings on, and with this share of single sentences among them, they are a list and no text. */
const LIST = { strings: 20, share: 0.8, longestSentence: 1_000 } as const;

/** A sentence that speaks to a reader or for its writer: person, request, question, greeting, command. */
const SPEAKING: readonly RegExp[] = [
  /\b(?:you|your|yours|yourself|please|thanks|thank you|sorry|hello|hi|dear|welcome|congratulations|sincerely|regards|let['’]s)\b/iu,
  // Who writes of what he did tells a story; who writes of what he does, wants or will do speaks to somebody.
  /\b(?:I|We|we)(?:['’](?:m|re|ll|d)\b| (?:am|are|will|would|can|cannot|can['’]t|hope|look forward|regret|apologi[sz]e|recommend|need|want|understand|appreciate|propose|request|ask)\b)/u,
  /[?？]["'”’)\s]*$/u,
  /^[\s\-*•\d.)]*(?:Do not|Don['’]t|Never|Always|Make sure|Be sure|Add|Adjust|Allow|Apply|Ask|Attach|Avoid|Bring|Call|Cancel|Change|Check|Choose|Clean|Click|Close|Confirm|Connect|Contact|Continue|Cover|Create|Cut|Delete|Disconnect|Download|Drag|Enable|Disable|Enter|Ensure|Fill|Find|Fold|Follow|Go|Heat|Hold|Insert|Install|Keep|Leave|Lift|Log|Look|Mix|Move|Note|Open|Place|Plug|Pour|Press|Pull|Push|Put|Read|Refer|Release|Remove|Repeat|Replace|Reset|Restart|Return|Rinse|Rotate|Run|Save|Scroll|See|Select|Send|Set|Sign|Stir|Stop|Store|Submit|Switch|Take|Tap|Tell|Tighten|Touch|Try|Turn|Type|Unplug|Update|Upload|Use|Wait|Wash|Wear|Wipe|Write)\b/u,
  /[您你请請咱]|谢谢|謝謝|感谢|感謝|我们(?:将|会|要|希望|建议|愿)|我們(?:將|會|要|希望|建議|願)|本公司|敝公司|欢迎|歡迎|不要|请勿|切勿|对不起|抱歉|祝/u,
];

/**
 * The register of a Japanese translation, once for the whole text. `auto`: what speaks to a reader (letters, messages,
 * instructions, interfaces) is polite, what tells of others (reports, news, encyclopaedia) plain. A sentence by itself is
 * no report: people write it politely where nothing else is known.
 */
export function chosenRegister(formality: Formality, texts: readonly string[]): Register | undefined {
  if (formality !== 'auto') return formality;
  const sentences = sentencesOf(beginning(texts).replace(QUOTED, ' '));
  if (sentences.length === 0) return undefined;
  const share = (speaks: (sentence: string) => boolean): number =>
    sentences.filter(speaks).length / sentences.length;
  const isPolite =
    sentences.length === 1 ||
    share((sentence) => SPEAKING.some((pattern) => pattern.test(sentence))) >= SPEAKING_SHARE ||
    share((sentence) => ADDRESSING.test(sentence)) >= ADDRESSING_SHARE;
  return isPolite ? 'polite' : 'plain';
}

/** The same for strings that may have nothing to do with each other: a list of sentences is polite, sentence by sentence. */
export function chosenForStrings(
  formality: Formality,
  strings: readonly string[],
  context = '',
): Register | undefined {
  if (formality === 'auto' && isList(strings)) return 'polite';
  return chosenRegister(formality, [context, ...strings]);
}

/** One sentence a string, again and again, and nothing empty between them. */
function isList(strings: readonly string[]): boolean {
  if (strings.length < LIST.strings || strings.some((string) => string.trim() === '')) return false;
  const some = strings.slice(0, MOST_STRINGS);
  return some.filter(isOneSentence).length >= LIST.share * some.length;
}

function isOneSentence(string: string): boolean {
  return (
    string.length <= LIST.longestSentence && SENTENCE_END.test(string) && sentencesOf(string).length === 1
  );
}

/** Abbreviations and names (U.S., Mr., Yahoo!) end none; of all languages alike, because texts of several may come together. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => splitSentences(line, 'en').map(({ start, end }) => line.slice(start, end)))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

function beginning(texts: readonly string[]): string {
  let text = '';
  for (const one of texts) {
    if (text.length >= MOST_CHARACTERS) break;
    text += `${one.slice(0, MOST_CHARACTERS)}\n`;
  }
  return text.slice(0, MOST_CHARACTERS);
}
