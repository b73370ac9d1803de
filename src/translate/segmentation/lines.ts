import { isUnspaced } from './spacing.js';

/** A line and the break that ends it (empty on the last one). */
export interface Line {
  readonly text: string;
  readonly end: string;
}

const BREAK = /\r\n|[\n\r\u0085\u2028\u2029\v\f]/g;

/** Lines with their own breaks: joined again they are the input. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const match of text.matchAll(BREAK)) {
    lines.push({ text: text.slice(from, match.index), end: match[0] });
    from = match.index + match[0].length;
  }
  lines.push({ text: text.slice(from), end: '' });
  return lines;
}

const SENTENCE_END = /[。．｡.!?！？…‥:：;；]["'”’」』）)】〉》]*$/u;
const LIST_MARK =
  /^\s*(?:[-*+•·・‣◦▪■□◆◇●○★☆※→⇒>＞|#]|\(?[0-9０-９]{1,3}[.)．）、:：]|[①-⑳㈠-㈩]|[A-Za-z][.)]\s|[（(][0-9０-９A-Za-z一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}[、．.]|\[[ xX]\]|第[0-9０-９一二三四五六七八九十百]{1,4}[章節条条節部回話话节課课])/u;
const HEADING =
  /^\s*(?:[【［〔＜<■◆●].*|#{1,6}\s.*|[\dIVX]{1,3}(?:\.\d{1,3}){1,4}\s.*|[A-Z0-9 ,'&-]{2,60})$/u;
const TABLE_ROW = /\t|\|.*\||\S(?: {3,}|\u3000{2,})\S/u;
const LABELLED = /^\s*[^\s:：]{1,16}(?:\s[^\s:：]{1,12}){0,2}[:：]\s*\S/u;
const CODE = /^(?: {4,}|\t)|[{};]\s*$|^\s*(?:<|\/\/|#!|\$ )/u;
/** How a letter begins and ends: a line of its own, though it ends with a comma. */
const LETTER_LINE =
  /^\s*(?:(?:Dear|Hi|Hello|Hey|Good (?:morning|afternoon|evening)|(?:Best|Kind|Warm) regards|Regards|Sincerely|Yours (?:sincerely|faithfully|truly)|Cheers|Many thanks)\b.{0,50},|(?:尊敬的|亲爱的|敬爱的|親愛的|敬愛的).{1,20}[，,]|.{1,20}(?:様|さま|御中|先生)[、，,]?)\s*$/u;
const FENCE = /^\s*(?:`{3}|~{3})/u;

/** Japanese and Chinese that cannot end a sentence, and beginnings that only go on. */
const OPEN_END =
  /(?:[、，,・「『（(“‘]|[はがをにでともへやの](?<!もの|こと|ため)|から|まで|より|ので|のに|けど|して|って|ながら|および|または|及び|的|和|与|與|或|在|把|被|为|為|对|對|从|從|以及|并|並|而|但|因为|因為|如果|所以)$/u;
const GOES_ON_START =
  /^(?:[、。，．,.！？!?）)」』”’々ーぁぃぅぇぉっゃゅょゎ]|です|ます|でした|ました|ません|だった|である|します|しました|して|した(?![いが])|する|される|された|います|いました|ください|という|として|について|による|により|における|は(?![いじ])|が(?![くっん])|を|に(?![っほわ])|で(?![すきも])|と(?![てこき])|の|も(?![うしちの])|から|まで|ので|ため|的|了|吗|嗎|吧|呢|和|或)/u;
const LATIN_OPEN_END =
  /(?:,|\b(?:a|an|the|of|to|in|on|at|by|for|from|with|and|or|but|nor|as|that|which|who|whose|is|are|was|were|be|been|has|have|had|will|would|can|could|may|must|should|not|its|their|our|your|his|her|this|these|than|into|about|between|through))$/i;
/** Parts of compounds that keep their hyphen at the end of a line. */
const COMPOUND =
  /(?:^|\s)(?:well|self|non|high|low|long|short|real|full|half|old|new|user|state|one|two|three|so|up|all|cross|multi|built|co|e)-$/i;

/** The longest of them, with its hyphen and what stands before it. */
const MAX_COMPOUND_CHARS = 8;

/** Columns on a terminal: what "a full line" is measured in. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += isUnspaced(character) ? 2 : 1;
  return width;
}

/** A line with a particle inside is part of a sentence, not a title. */
const CLAUSE = /[^はがをにでも][はがをにで][^はがをにでも]/u;

/** Lines at least this share of the widest line of their block count as full. */
const FULL_LINE_SHARE = 0.7;
/** Narrower blocks are verse, addresses or menus rather than wrapped text, unless a line says that it goes on. */
const WRAPPED_WIDTH = 36;

/**
 * Joins lines that form one sentence and returns the text with those breaks taken out. The rule is in `docs/reference/pipeline.md`:
 * within a block (lines between blank lines) two lines are joined when the first does not end a sentence, neither is
 * a heading, list item, table row, label, code or verse, and either the first is full (wrapped by width) or the words
 * at the break show that the sentence goes on.
 */
export function joinFakeBreaks(text: string): string {
  const lines = splitLines(text);
  if (lines.length < 2) return text;
  const out: string[] = [];
  let block: Line[] = [];
  let fenced = false;
  const flush = (): void => {
    out.push(joinBlock(block));
    block = [];
  };
  for (const line of lines) {
    if (FENCE.test(line.text)) fenced = !fenced;
    if (fenced || FENCE.test(line.text) || line.text.trim() === '') {
      flush();
      out.push(line.text + line.end);
    } else block.push(line);
  }
  flush();
  return out.join('');
}

function joinBlock(block: readonly Line[]): string {
  const widest = block.reduce((width, line) => Math.max(width, widthOf(line.text.trim())), 0);
  const loose = isVerse(block, widest);
  const joined: string[] = [];
  let glued = false;
  for (const [index, line] of block.entries()) {
    const next = block[index + 1];
    const text = glued ? line.text.trimStart() : line.text;
    glued = next !== undefined && isFakeBreak(line.text, next.text, widest, loose);
    joined.push(glued && next !== undefined ? joinedTo(text, next.text) : text + line.end);
  }
  return joined.join('');
}

/** A line, ready for `next` to be put behind it. */
function joinedTo(line: string, next: string): string {
  const head = line.trimEnd();
  const last = lastOf(head);
  const first = firstOf(next.trimStart());
  if (/[A-Za-z]-$/.test(head.slice(-2)) && /[a-z]/.test(first))
    return COMPOUND.test(head.slice(-MAX_COMPOUND_CHARS)) ? head : head.slice(0, -1);
  return isUnspaced(last) || isUnspaced(first) ? head : `${head} `;
}

/** Several short lines of which none ends a sentence in its middle: a poem, a song, an address, a menu. */
function isVerse(block: readonly Line[], widest: number): boolean {
  if (block.length < 2) return false;
  const texts = block.map((line) => line.text.trim());
  const ended = texts.filter((text) => SENTENCE_END.test(text)).length;
  if (ended === 0 && widest < WRAPPED_WIDTH) return true;
  const capital = texts.every((text) => /^["'“‘]?\p{Lu}/u.test(text));
  return block.length > 2 && capital && widest < 60;
}

function isFakeBreak(raw: string, rawNext: string, widest: number, loose: boolean): boolean {
  const line = raw.trim();
  const next = rawNext.trim();
  if (SENTENCE_END.test(line)) return false;
  // An indented first line begins a paragraph; so does a line that is set further in than the one before.
  if (/^\u3000/u.test(rawNext) || indentOf(rawNext) > indentOf(raw)) return false;
  for (const shape of [HEADING, TABLE_ROW, LABELLED, CODE, LETTER_LINE])
    if (shape.test(raw) || shape.test(rawNext)) return false;
  if (LIST_MARK.test(rawNext)) return false;
  const japaneseOrChinese = isUnspaced(lastOf(line)) || isUnspaced(firstOf(next));
  if (loose) return japaneseOrChinese && OPEN_END.test(line) && /[、，]$/u.test(line);
  if (japaneseOrChinese && (OPEN_END.test(line) || GOES_ON_START.test(next))) return true;
  if (!japaneseOrChinese && (LATIN_OPEN_END.test(line) || /^[a-z]/.test(next))) return true;
  if (widthOf(line) < widest * FULL_LINE_SHARE) return false;
  return widest >= WRAPPED_WIDTH || (japaneseOrChinese && CLAUSE.test(line));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function firstOf(text: string): string {
  return [...text.slice(0, 2)][0] ?? '';
}

function lastOf(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}
