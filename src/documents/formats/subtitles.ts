import { writesUnspaced } from '../../base/lang.js';
import { documentOf, type FileFormat, hasText, MOST_UNITS, type OpenOptions } from '../document.js';
import { FileRefused } from '../file-problems.js';
import { translateInline } from '../inline.js';
import type { InlineToken } from '../inline-token.js';
import { Splices } from '../splices.js';
import { decodeFile } from '../text/encoding.js';
import { cutByShares } from '../text/word-breaks.js';
import { columnsOf, wrapLines } from '../text/wrap.js';
import { escapeText } from '../xml/escape.js';

export const SRT = subtitles('srt', 'application/x-subrip; charset=utf-8');
export const VTT = subtitles('vtt', 'text/vtt; charset=utf-8');

/** Widths that subtitling guides give for one line: 42 Latin letters, or 20 East Asian characters of two columns. */
const LINE_COLUMNS = { spaced: 42, unspaced: 40 };
const TIMES = /-->/;
const CUE_TAG = /<\/?[A-Za-z][^<>]{0,200}>|<\d[\d:.]{0,20}>|\{\\[^{}]{0,100}\}/g;

interface Cue {
  readonly start: number;
  readonly end: number;
}

function subtitles(id: string, mediaType: string): FileFormat {
  return {
    id,
    extensions: [id],
    mediaType,
    open(bytes, options) {
      const file = decodeFile(bytes, { from: options.from, marked: true });
      const groups = sentencesOf(cuesOf(file.text), file.text);
      const codec = id === 'vtt' ? ENTITIES : PLAIN;
      const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
      return documentOf((take) => {
        const splices = new Splices(file.text);
        const write = ({ start, end }: Cue, text: string): void => {
          const lines = linesOf(text, file.text.slice(start, end), options);
          splices.add({ start, end, text: lines.join(eol) });
        };
        for (const group of groups) {
          const [first, ...more] = group;
          if (first === undefined) continue;
          const tokens = translateInline(joinedCues(group, file.text, codec), take);
          if (tokens === undefined) continue;
          const text = tokens
            .map((token) => (token.kind === 'text' ? codec.encode(token.text) : token.source))
            .join('');
          if (more.length === 0) write(first, text);
          else {
            const shares = group.map(({ start, end }) => columnsOf(file.text.slice(start, end)));
            const parts = cutByShares(text, shares, options.to);
            for (const [index, cue] of group.entries()) write(cue, parts[index] ?? '');
          }
        }
        return () => file.encode(splices.toString());
      }, file.older);
    },
  };
}

/** Text of the cues: from the line after the times to the next blank line. Headers, notes and styles have no times. */
function cuesOf(text: string): Cue[] {
  const cues: Cue[] = [];
  let open: { start: number; end: number } | undefined;
  const close = (): void => {
    if (open !== undefined && open.end > open.start && hasText(text.slice(open.start, open.end)))
      cues.push(open);
    if (cues.length > MOST_UNITS) throw new FileRefused('tooLarge');
    open = undefined;
  };
  for (const match of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    const line = match[0].replace(/[\r\n]+$/, '');
    if (line.trim() === '') close();
    else if (TIMES.test(line)) {
      close();
      const start = match.index + match[0].length;
      open = { start, end: start };
    } else if (open !== undefined) open.end = match.index + line.length;
  }
  close();
  return cues;
}

/** A sentence longer than this is none: nobody has set marks. */
const MOST_CUES = 6;
const SENTENCE_END = /[.!?。．！？…‥♪」』"”)）\]]\s*$/u;
/** Japanese and Chinese subtitles have no full stops: only these say that a sentence is not over. */
const GOES_ON = /[、，はがをにでとのもへや]\s*$/u;
/** Another speaker, or a sound. */
const OTHER_SPEAKER = /^\s*(?:[-–—・>♪([（【]|[A-Z][A-Z .]{1,30}:)/;

/** Cues that hold one sentence together: one that goes on is no sentence without the rest. */
function sentencesOf(cues: readonly Cue[], text: string): Cue[][] {
  const groups: Cue[][] = [];
  let isOpen = false;
  for (const cue of cues) {
    const words = text.slice(cue.start, cue.end);
    // Tags and several speakers belong to one cue.
    const isPlain =
      words.search(CUE_TAG) < 0 && !OTHER_SPEAKER.test(words) && !/[\r\n]\s*[-–—・]/.test(words);
    const group = groups.at(-1);
    if (isOpen && isPlain && group !== undefined && group.length < MOST_CUES && goesOn(words))
      group.push(cue);
    else groups.push([cue]);
    isOpen =
      isPlain && !SENTENCE_END.test(words) && (!isEastAsian(words.trimEnd().at(-1)) || GOES_ON.test(words));
  }
  return groups;
}

/** A capital begins a sentence, unless it is "I"; scripts without capitals leave it to the mark before. */
function goesOn(words: string): boolean {
  return !/^\s*(?:\p{Lu}(?!['’\s])|I['’\s](?=\p{Lu}))/u.test(words);
}

/** How words stand in the file. */
interface Codec {
  decode(text: string): string;
  encode(text: string): string;
}

const PLAIN: Codec = { decode: (text) => text, encode: (text) => text };
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
};
const ENTITIES: Codec = {
  decode: (text) =>
    text.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (whole, name: string) => NAMED[name] ?? whole),
  encode: (text) =>
    escapeText(text)
      .replaceAll('\u00A0', '&nbsp;')
      .replaceAll('\u200E', '&lrm;')
      .replaceAll('\u200F', '&rlm;'),
};

/** Lines of one cue are one sentence; a dash at the beginning of a line is another speaker. */
function tokensOf(cue: Cue, text: string, { decode }: Codec): InlineToken[] {
  const source = text.slice(cue.start, cue.end);
  const tokens: InlineToken[] = [];
  const joined = source.replace(/(?<![ \t])[ \t]*(?:\r\n|\r|\n)(?!\s*[-–—・])[ \t]*/g, (_, at: number) => {
    const before = source.slice(Math.max(0, at - 200), at).replace(CUE_TAG, '');
    return isEastAsian(before.at(-1)) ? '' : ' ';
  });
  let at = 0;
  const words = (text: string): void => {
    const [first = '', ...more] = text.split(/\r\n|\r|\n/);
    tokens.push({ kind: 'text', text: decode(first), style: 0 });
    for (const line of more) {
      tokens.push({ kind: 'break', source: '\n' }, { kind: 'text', text: decode(line), style: 0 });
    }
  };
  const open: { readonly name: string; readonly pair: number; readonly at: number }[] = [];
  let pairs = 0;
  for (const match of joined.matchAll(CUE_TAG)) {
    words(joined.slice(at, match.index));
    at = match.index + match[0].length;
    const name = /^<\/?([A-Za-z]+)/.exec(match[0])?.[1] ?? '';
    const opener = open.at(-1);
    if (match[0].startsWith('</') && opener?.name === name) {
      tokens[opener.at] = { kind: 'open', source: tokenSource(tokens[opener.at]), pair: opener.pair };
      tokens.push({ kind: 'close', source: match[0], pair: opener.pair });
      open.pop();
    } else {
      if (name !== '' && !match[0].startsWith('</')) open.push({ name, pair: pairs++, at: tokens.length });
      tokens.push({ kind: 'object', source: match[0] });
    }
  }
  words(joined.slice(at));
  return tokens;
}

/** Cues of one sentence stand a blank apart where the script has blanks. */
function joinedCues(group: readonly Cue[], text: string, codec: Codec): InlineToken[] {
  return group.flatMap((cue, index): InlineToken[] => {
    const tokens = tokensOf(cue, text, codec);
    const before = group[index - 1];
    if (before === undefined || isEastAsian(text[before.end - 1])) return tokens;
    return [{ kind: 'text', text: ' ', style: 0 }, ...tokens];
  });
}

function tokenSource(token: InlineToken | undefined): string {
  return token === undefined || token.kind === 'text' ? '' : token.source;
}

function isEastAsian(character: string | undefined): boolean {
  return /[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF]/.test(character ?? '');
}

/** As wide as a line may be, or as the source was where it was wider. */
function linesOf(text: string, source: string, { to }: OpenOptions): string[] {
  const unspaced = writesUnspaced(to);
  const limit = unspaced ? LINE_COLUMNS.unspaced : LINE_COLUMNS.spaced;
  return text
    .split('\n')
    .flatMap((line) => wrapLines(line, limit, unspaced, source.split(/\r\n|\r|\n/).length));
}
