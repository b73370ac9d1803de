import type { Lang } from '../../base/lang.js';
import { cutLong, insideOf, isShort, MAX_UNITS, pushTrimmed } from './clauses.js';
import type { Stretch } from './stretch.js';

const CJK_END = new Set('。！？｡！？!?…‥');
const LATIN_END = new Set('.!?…');
/** Marks that end a sentence whatever follows them. */
const STRONG_END = new Set('。！？｡!?');
const OPENERS = new Map([
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  ['(', ')'],
  ['“', '”'],
  ['【', '】'],
  ['《', '》'],
  ['〈', '〉'],
  ['［', '］'],
  ['〔', '〕'],
]);
const CLOSERS = new Set('」』）)”’】》〉］〕"\'');
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々、。，；：！？」』）】》”]/u;
const UPPER_OR_OPEN = /[\p{Lu}\p{Lt}\p{Lo}\d"'“‘«([「『（【《¿¡#*•–—-]/u;

/** Followed by a name or a number, never by a new sentence. */
const ALWAYS_GOES_ON =
  /(?:^|[\s("'“‘[])(?:Mr|Mrs|Ms|Dr|Prof|Rev|Hon|Gen|Col|Capt|Lt|Sgt|Gov|Sen|Rep|Pres|St|Mt|Messrs|vs|v|e\.g|i\.e|cf|viz|No|Nos|Fig|Figs|Eq|Sec|Ch|Vol|pp|p|approx|ca|ver|Ver|Art|Op|ed|eds|trans|a\.k\.a|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)$/;
/** May end a sentence: it does when a word follows that usually begins one. */
const OFTEN_GOES_ON =
  /(?:^|[\s("'“‘[])(?:etc|Inc|Ltd|Co|Corp|Jr|Sr|Bros|al|a\.m|p\.m|A\.M|P\.M|U\.S|U\.K|U\.N|E\.U|D\.C|Ph\.D|M\.D|B\.A|B\.C|A\.D|[A-Z])$/;
const SENTENCE_STARTER =
  /^["'“‘(]*(?:The|A|An|It|He|She|They|We|You|I|This|That|These|Those|In|On|At|For|But|And|However|If|When|While|There|Please|Then|After|Before|As|To|Its|His|Her|Our|Your|My|What|Why|How|Click|See|No|Yes)\b/;
/** What follows a quotation that ends like a sentence but stands inside a larger one. */
const JAPANESE_GOES_ON = /^[\p{Script=Hiragana}、，,・]/u;
const CHINESE_GOES_ON = /^(?:[，、,；]|.{0,4}(?:说|說|道|问|問|答|喊|叫|想|的))/u;

/** White space and the number of an item, in front of its full stop. */
const MAX_ITEM_CHARS = 12;

/**
 * Where sentences begin and end. Stretches come in order, do not overlap, begin and end without white space, and leave
 * nothing but white space between them. Characters inside `opaque` stretches (protected spans) never end a sentence;
 * `transparent` ones (inline tags) are looked through.
 */
export function splitSentences(
  text: string,
  lang: Lang,
  opaque: readonly Stretch[] = [],
  transparent: readonly Stretch[] = [],
): Stretch[] {
  const skip = new Jumps(opaque, transparent);
  const marks = new FinalMarks(text, skip);
  const sentences: Stretch[] = [];
  let start = 0;
  const brackets: string[] = [];
  let at = 0;
  while (at < text.length) {
    const jump = skip.get(at);
    if (jump !== undefined) {
      at = jump;
      continue;
    }
    const character = text[at] ?? '';
    const closer = OPENERS.get(character);
    if (closer !== undefined && closes(text, at, closer)) {
      brackets.push(closer);
      at += 1;
      continue;
    }
    if (character === brackets.at(-1)) {
      brackets.pop();
      const end = at + 1;
      if (brackets.length === 0 && CJK_END.has(text[at - 1] ?? '') && quotationEnds(text, end, lang)) {
        pushTrimmed(sentences, text, start, end);
        start = end;
      }
      at = end;
      continue;
    }
    if (brackets.length === 0 && (CJK_END.has(character) || LATIN_END.has(character))) {
      const end = endOfSentence(text, at, lang, skip, marks, start);
      if (end !== undefined) {
        pushTrimmed(sentences, text, start, end);
        start = end;
        at = end;
        continue;
      }
    }
    at += 1;
  }
  pushTrimmed(sentences, text, start, text.length);
  if (sentences.every((sentence) => isShort(text, sentence))) return sentences;
  const blocked = insideOf([...opaque, ...transparent], text.length);
  return sentences.flatMap((sentence) => cutLong(text, sentence, blocked));
}

/** Stretches to step over, findable from either end. */
class Jumps {
  readonly #ends: ReadonlyMap<number, number>;
  readonly #starts: ReadonlyMap<number, number>;

  constructor(opaque: readonly Stretch[], transparent: readonly Stretch[]) {
    const all = [...opaque, ...transparent];
    this.#ends = new Map(all.map(({ start, end }) => [start, end]));
    this.#starts = new Map(transparent.map(({ start, end }) => [end, start]));
  }

  get(start: number): number | undefined {
    return this.#ends.get(start);
  }

  /** The last character before `at`, looking through tags. */
  before(text: string, at: number): string {
    let end = at;
    for (let start = this.#starts.get(end); start !== undefined; start = this.#starts.get(end)) end = start;
    return text[end - 1] ?? '';
  }

  /** The first character from `at` on that is neither white space nor a tag. */
  after(text: string, at: number): string {
    let from = at;
    for (;;) {
      while (from < text.length && /\s/u.test(text[from] ?? '')) from += 1;
      const jump = this.#ends.get(from);
      if (jump === undefined || this.#starts.get(jump) !== from) return text[from] ?? '';
      from = jump;
    }
  }
}

/** A bracket that never closes, or only far away, does not hold sentences together. */
function closes(text: string, at: number, closer: string): boolean {
  return text.slice(at + 1, at + MAX_UNITS).includes(closer);
}

function quotationEnds(text: string, at: number, lang: Lang): boolean {
  const rest = text.slice(at, at + 8);
  if (rest === '' || /^\s/u.test(rest)) return true;
  if (CJK_END.has(rest[0] ?? '') || LATIN_END.has(rest[0] ?? '')) return false;
  if (lang === 'ja') return !JAPANESE_GOES_ON.test(rest);
  if (lang.startsWith('zh')) return !CHINESE_GOES_ON.test(rest);
  return false;
}

/** A run of final marks, with the quotation marks, brackets and closing tags that belong to it. */
interface MarkRun {
  readonly end: number;
  /** Where the last mark stands that ends a sentence by itself. */
  readonly lastStrong: number;
  /** The first character behind the run that is neither white space nor a tag. */
  readonly next: string;
}

/** Reads every run of final marks once, however often its marks are asked for. */
class FinalMarks {
  readonly #text: string;
  readonly #skip: Jumps;
  #run: MarkRun = { end: 0, lastStrong: -1, next: '' };

  constructor(text: string, skip: Jumps) {
    this.#text = text;
    this.#skip = skip;
  }

  /** The run that the mark at `at` belongs to; asked for from left to right. */
  runAt(at: number): MarkRun {
    if (at >= this.#run.end) this.#run = this.#read(at);
    return this.#run;
  }

  #read(at: number): MarkRun {
    const text = this.#text;
    let end = at + 1;
    let lastStrong = STRONG_END.has(text[at] ?? '') ? at : -1;
    for (;;) {
      const next = text[end] ?? '';
      const jump = this.#skip.get(end);
      if (CJK_END.has(next) || LATIN_END.has(next)) {
        if (STRONG_END.has(next)) lastStrong = end;
        end += 1;
      } else if (CLOSERS.has(next) && next !== "'" && next !== '"') end += 1;
      else if ((next === '"' || next === "'") && /^\s|^$/u.test(text.slice(end + 1, end + 2))) end += 1;
      else if (jump !== undefined && /^<\/|^\*\*|^__|^~~|^\]/.test(text.slice(end, jump))) end = jump;
      else break;
    }
    return { end, lastStrong, next: this.#skip.after(text, end) };
  }
}

/** End of the sentence whose final mark stands at `at`, or undefined when the mark does not end one. */
function endOfSentence(
  text: string,
  at: number,
  lang: Lang,
  skip: Jumps,
  marks: FinalMarks,
  start: number,
): number | undefined {
  const { end, lastStrong, next } = marks.runAt(at);
  const strong = lastStrong >= at;
  const before = skip.before(text, at);
  const mark = text[at] ?? '';
  if (next === '') return end;
  if (mark === '。' || mark === '｡') return end;
  if (mark === '！' || mark === '？')
    return lang === 'ja' && /^(?:と|って|という|なんて)/u.test(text.slice(end)) ? undefined : end;
  const spaced = /\s/u.test(text[end] ?? '');
  if (EAST_ASIAN.test(before)) {
    // A Latin mark after a CJK character: "です." or "吗?". Dots of an ellipsis only end it before white space.
    if (mark === '!' || mark === '?') return end;
    if (mark === '.') return spaced || !/[A-Za-z\d]/.test(next) ? end : undefined;
    return strong || spaced ? end : undefined;
  }
  if (mark === '!' || mark === '?')
    return (spaced && !/\p{Ll}/u.test(next)) || EAST_ASIAN.test(next) ? end : undefined;
  if (!spaced || !UPPER_OR_OPEN.test(next)) return undefined;
  if (mark === '.' && end === at + 1) return dotEnds(text, at, end, start) ? end : undefined;
  return end;
}

function dotEnds(text: string, at: number, end: number, start: number): boolean {
  const before = text.slice(Math.max(start, at - 12), at);
  const after = text.slice(end).trimStart().slice(0, 24);
  // "1." or "a." at the very beginning numbers an item.
  if (
    at - start <= MAX_ITEM_CHARS &&
    /^\s*(?:\(?\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})$/.test(text.slice(start, at))
  )
    return false;
  if (ALWAYS_GOES_ON.test(before))
    return /^(?:No|Fig|p|v|ed|Art|Sec|Ch|Op)$/.test(before.trim()) && SENTENCE_STARTER.test(after);
  if (OFTEN_GOES_ON.test(before)) return SENTENCE_STARTER.test(after);
  return true;
}
