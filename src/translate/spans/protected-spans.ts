import type { Lang } from '../../base/lang.js';
import type { ProtectedSpanKind } from '../pipeline-types.js';
import { foreignRuns } from './foreign-scripts.js';
import { findMarkup } from './markup.js';

/** A stretch of an element that no engine may touch. `block` and `opaque` also end a sentence. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: ProtectedSpanKind | 'block' | 'opaque' | 'lone';
}

/** What a span is inside a sentence, where nothing is cut at it any more. */
export function kindInSentence(kind: Span['kind']): ProtectedSpanKind {
  return kind === 'block' || kind === 'opaque' || kind === 'lone' ? 'literal' : kind;
}

const URL_CHARACTERS = "[A-Za-z0-9\\-._~:/?#@!$&'()*+,;=%\\[\\]]";
/**
 * A part of an address in another script. Only one that clearly ends: in running text without blanks the next words would
 * seem to belong to it.
 */
const URL_WORD = '(?<=[/=#])(?![をにへがはでとのもか])[\\p{L}\\p{N}ー々]{1,60}(?=[\\s/?#&=)\\]」』）>"]|$)';
const URL_REST = `${URL_CHARACTERS}+(?:${URL_WORD}${URL_CHARACTERS}*){0,8}`;
const TOP_LEVEL = 'com|org|net|edu|gov|info|io|dev|ai|app|jp|cn|tw|hk|uk|de|eu|co';
const EXTENSIONS =
  'txt|md|pdf|docx?|xlsx?|pptx?|csv|tsv|json|xml|ya?ml|html?|css|m?js|jsx|tsx?|py|rb|java|cs|cpp|rs|go|php|sh|bat|ps1|exe|dll|zip|gz|tar|png|jpe?g|gif|svg|mp[34]|wav|log|ini|conf|cfg|toml|sql|tmx|xlf';

const EMOJI =
  '(?:\\p{RI}\\p{RI}|[#*0-9]\\uFE0F?\\u20E3|(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\uFE0F|[☆★♪♫♬♡♥❤❀✿㊞])\\p{EMod}?\\uFE0F?(?:\\u200D\\p{Extended_Pictographic}\\p{EMod}?\\uFE0F?)*)';
/** What a relative path or a file name consists of; a name with a well-known ending begins where such a run begins. */
const NAME_RUN = /[\w./-]+/g;
const FILE_NAME = new RegExp(
  `^(?:[\\w.-]{1,60}/){0,12}[\\w-]{1,60}(?:\\.[\\w-]{1,40}){0,3}\\.(?:${EXTENSIONS})(?!\\w)`,
);

/**
 * Patterns in the order in which they claim text: what an earlier one covers, a later one leaves alone. The input is
 * whatever a caller sends, so that every pattern is linear: no nested quantifiers over overlapping classes, and where a
 * start does not lead to a match, no later start reads the same characters again, or it reads a bounded number of them.
 */
const PATTERNS: readonly (readonly [ProtectedSpanKind, RegExp])[] = [
  // Code spans of Markdown.
  ['literal', /(`{1,3})(?=[^`])[^`\n]{1,500}\1/g],
  ['literal', new RegExp(`\\b(?:https?|ftp|file|ssh|git|mailto|tel):${URL_REST}`, 'giu')],
  ['literal', new RegExp(`\\bwww\\.${URL_REST}`, 'giu')],
  [
    'literal',
    /(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/g,
  ],
  // Placeholders: mustache and template tags, ${…} #{…} %{…}, printf, %NAME%, :name and emoji short codes.
  ['literal', /\{\{\{?[^{}]{1,200}\}\}\}?|\{%[^%]{1,200}%\}/g],
  ['literal', /[$#%@]\{[^{}]{1,200}\}/g],
  [
    'literal',
    /(?<![\d%])%(?:\d{1,2}\$|\([A-Za-z_]\w{0,60}\))?[-+0#]{0,3}\d{0,3}(?:\.\d{1,2})?(?:hh|h|ll|l|z|j)?[sdifuxXoeEgGcp@](?![A-Za-z])/g,
  ],
  ['literal', /%[A-Z_][A-Z0-9_]{1,60}%|%%(?![\d%])/g],
  [
    'literal',
    /(?<=^|[\s(「『“"'（、。])(?::[a-z][a-z0-9_]{1,40}:|:[a-z_][A-Za-z0-9_]{1,40}(?![A-Za-z0-9_:]))/g,
  ],
  // File paths: Windows, UNC, Unix.
  ['literal', /(?<![A-Za-z0-9])[A-Za-z]:[\\/](?:[\w.@%+~ -]{1,80}[\\/])*[\w.@%+~-]{0,80}/g],
  ['literal', /\\\\[\w.-]{1,60}(?:\\[\w.$@%+~-]{1,80})+/g],
  ['literal', /(?<![\w.:/\\<)\]])(?:~|\.{1,2})?(?:\/[\w.@%+-]{1,80}){1,20}\/?(?<![.])/g],
  [
    'literal',
    new RegExp(
      `(?<![\\w.@-])(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\\.){1,4}(?:${TOP_LEVEL})(?:/${URL_CHARACTERS}*)?(?![\\w-])`,
      'g',
    ),
  ],
  // Keys and hashes: longer without a blank than any word is.
  ['literal', /(?<![\w+/=-])(?:[A-Za-z]{46,}|(?=[A-Za-z+/=_-]{0,300}\d)[\w+/=-]{32,})(?![\w+/=-])/g],
  // Runs of one mark drawn as a line: ####, ====, ────.
  ['literal', /([#=*_~])\1{2,}|([-+^・─━═＝＊＃－―☆★■□◆◇●○▼▲▽△]|[.．](?=[.．]{4}))\2{3,}\.*/gu],
  ['emoji', new RegExp(`${EMOJI}(?: ?${EMOJI})*`, 'gu')],
  // Identifiers of code: Promise.race(), System.Text.Encoding, maxRetries_count.
  [
    'exact',
    /(?<![\w.$])[A-Za-z_$][\w$]{0,60}(?:(?:\.[A-Za-z_$][\w$]{0,60}){1,10}\(\)|(?:\.[A-Za-z_$][\w$]{0,60}){2,10}|\.[a-z][\w$]{0,40}[A-Z][\w$]{0,40}|\(\))(?![\w$])/g,
  ],
  // Identifiers by their shape: RuntimeError, maxRetries, MAX_SIZE, EIP-4844, WH-1000XM4, v1.2.3.
  [
    'exact',
    /(?<![\w.$@-])(?:(?!Mc[A-Z]|Mac[A-Z])[A-Z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,8}|[a-z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,8}|[A-Za-z][A-Za-z0-9]{0,40}(?:_[A-Za-z0-9]{1,40}){1,10}|(?!COVID)[A-Z]{2,10}-\d{2,10}[A-Z]{0,5}\d{0,5}|[A-Z]{2,6}\d{3,8}[A-Z]{0,4}|v\d{1,4}(?:\.\d{1,6}){1,4})(?![\w$-]|\.\w)/g,
  ],
  // Products of units, and rupees in lakhs and crores: 25 N·m, 9 ft·lb, Rs. 1,20,000.
  [
    'exact',
    /(?<![\w.,])[-+±]?\d[\d,]*(?:\.\d+)?[ \u00A0]?(?:[kM]?N|[km]?Pa|[kM]?[WVAJ]|ft|lbf?|in|kgf?|mol)[·⋅・](?:[cmk]?m|[hs]|lbf?|ft|in)[²³]?(?![A-Za-z])|(?<![A-Za-z])R[sS]\.?[ ]?\d(?:[\d,]*\d)?(?:\.\d+)?(?![\d])/g,
  ],
  // Telephone and account numbers in groups, behind their label: 电话：6688 1290.
  ['exact', /(?<=(?:[：:]|电话|電話|热线) ?)\d{3,5}(?: \d{3,5}){1,5}(?=$|[\s，,。；;、（()）])/g],
  // Line-ups and versions: 4-3-3.
  ['exact', /(?<![\w.,/–-])\d{1,2}(?:-\d{1,2}){2,4}(?![\w/–-]|[.,]\d)/g],
  // Numbers with units. One-letter units only where nothing else could be meant; no counters (人, 時間), they are words.
  [
    'exact',
    /(?<![\w.,])[-+±]?\d[\d,]*(?:\.\d+)?[ \u00A0]?(?:[kKMGTP]i?B(?:ps|\/s)?|[kMG]bps|[kMGT]?Hz|[kmcnμµ]m(?:[²³])?|m[²³]|k[gWVA]|kWh|m[gLlAVW]|mAh|ms|dpi|fps|px|rpm|dB|hPa|kPa|MPa|kcal|kJ|ppm|°[CF]|℃|℉|mph|km\/h|L)(?![A-Za-z])|(?<![\w.,])\d[\d,]*(?:\.\d+)?(?:[%％‰]|[gLlWVA](?![A-Za-z]))|(?:US\$|HK\$|NT\$|[$€£¥￥₩])[ ]?\d(?:[\d,]*\d)?(?:\.\d+)?(?![\d])/g,
  ],
];

/** `{{x}}` and `${x}` have to be taken before the plain braces inside them. */
const LAST_BEFORE_BRACES = 5;
/** File names are looked for behind the paths, and before the names of hosts. */
const LAST_BEFORE_NAMES = 11;
/** Longest ICU argument. */
const MAX_BRACES_CHARS = 2_000;

const TRAILING_MARKS = new Set('.,;:!?\'"');

/** A URL or path at the end of a sentence does not own the full stop, nor a bracket it did not open. */
function trimMarks(text: string): string {
  const surplus = { ')': 0, ']': 0 };
  for (const character of text) {
    if (character === '(') surplus[')'] -= 1;
    else if (character === '[') surplus[']'] -= 1;
    else if (character === ')' || character === ']') surplus[character] += 1;
  }
  if (!/^[\w~.\\/]/.test(text)) return text.trimEnd();
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    if (TRAILING_MARKS.has(last)) continue;
    if ((last !== ')' && last !== ']') || surplus[last] <= 0) break;
    surplus[last] -= 1;
  }
  return text.slice(0, end);
}

/** `{name}`, `{0}` and whole ICU arguments with their nested braces. */
function findBraces(text: string): Span[] {
  if (!text.includes('{')) return [];
  const ends = closingBraces(text);
  const spans: Span[] = [];
  const head = /\{\s{0,2}[A-Za-z_0-9][\w.$-]{0,60}\s{0,2}(?=[,}:])/g;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const end = ends.get(match.index);
    if (end === undefined || end - match.index > MAX_BRACES_CHARS) continue;
    spans.push({ start: match.index, end, kind: 'literal' });
    head.lastIndex = end;
  }
  return spans;
}

/** Where each brace that opens is closed: opening → behind the closing. */
function closingBraces(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) ends.set(start, index + 1);
    }
  }
  return ends;
}

/** Relative paths and file names with a well-known ending. */
function findFileNames(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: run, index } of text.matchAll(NAME_RUN)) {
    const name = run.includes('.') ? FILE_NAME.exec(run)?.[0] : undefined;
    if (name !== undefined) spans.push({ start: index, end: index + name.length, kind: 'literal' });
  }
  return spans;
}

/**
 * Every stretch of `text`, which is written in `lang`, that has to survive unchanged, in order and without overlap.
 */
export function findProtectedSpans(text: string, lang: Lang): readonly Span[] {
  const foreign = foreignRuns(text, lang);
  // Most sentences hold nothing to protected span; one look saves the whole list of patterns.
  if (
    foreign.length === 0 &&
    !/[`<>@:/\\{}$%#&=*_~[\]\d.☆★♪♫♬♡♥❤❀✿・─━═＝＊＃－―■□◆◇●○▼▲▽△^+-]|[A-Za-z]{46}|\p{Extended_Pictographic}|\p{RI}/u.test(
      text,
    )
  )
    return [];
  const spans: Span[] = [];
  // One flag per character keeps the search linear however much there is to protected span.
  const taken = new Uint8Array(text.length);
  const claim = (span: Span): void => {
    if (span.end <= span.start || taken.subarray(span.start, span.end).includes(1)) return;
    taken.fill(1, span.start, span.end);
    spans.push(span);
  };
  for (const span of findMarkup(text)) claim(span);
  for (const [index, [kind, pattern]] of PATTERNS.entries()) {
    for (const match of text.matchAll(pattern)) {
      const found = kind === 'literal' ? trimMarks(match[0]) : match[0].trimEnd();
      claim({ start: match.index, end: match.index + found.length, kind });
    }
    if (index === LAST_BEFORE_BRACES) for (const span of findBraces(text)) claim(span);
    if (index === LAST_BEFORE_NAMES) for (const span of findFileNames(text)) claim(span);
  }
  for (const run of foreign) claim({ ...run, kind: 'literal' });
  return spans.sort((a, b) => a.start - b.start);
}
