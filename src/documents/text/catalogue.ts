import { FileRefused, placeIn } from '../file-problems.js';

/** A message of a gettext catalogue, with where its translation stands. */
export interface CatalogueEntry {
  readonly context: string | undefined;
  readonly id: string;
  readonly plural: string | undefined;
  /** Translations in the order of the file: one, or one for each plural form. */
  readonly strings: readonly string[];
  /** From the first `msgstr` to behind the last of its quotation marks. */
  readonly start: number;
  readonly end: number;
  /** Where the message is used, as its first `#:` comment says. */
  readonly reference: string;
}

interface OpenEntry {
  context: string | undefined;
  id: string | undefined;
  plural: string | undefined;
  strings: string[];
  start: number;
  end: number;
  reference: string;
}

const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,2}\])?)[ \t]*/;
const STRING = /"((?:[^"\\]|\\.)*)"/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

/**
 * The messages of a catalogue in their order. Read here and not by a library: those that exist build the file anew, and
 * lose the order of entries and of comments. Obsolete entries (`#~`) are comments.
 */
export function entriesOf(text: string): CatalogueEntry[] {
  const entries: CatalogueEntry[] = [];
  let open = emptyEntry();
  let last: keyof Pick<OpenEntry, 'context' | 'id' | 'plural' | 'strings'> | undefined;
  const refuse = (offset: number, reason: string): never => {
    throw new FileRefused('broken', { place: placeIn(text, offset, reason) });
  };
  const close = (at: number): void => {
    if (open.id !== undefined) {
      if (open.strings.length === 0) refuse(at, 'a msgid has no msgstr');
      entries.push({ ...open, id: open.id });
    } else if (open.context !== undefined) refuse(at, 'a msgctxt has no msgid');
    open = emptyEntry();
    last = undefined;
  };
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const line = match[0].trimEnd();
    const lead = line.length - line.trimStart().length;
    const from = match.index + lead;
    if (line.startsWith('#', lead)) {
      // A comment belongs to the message behind it.
      if (open.strings.length > 0) close(from);
      if (open.reference === '' && line.startsWith('#:', lead)) open.reference = line.slice(lead + 2).trim();
      continue;
    }
    if (line === '') continue;
    const keyword = KEYWORD.exec(line.slice(lead));
    const at = from + (keyword?.[0].length ?? 0);
    const value = stringAt(text, at, match.index + line.length, refuse);
    const end = match.index + line.length;
    switch (keyword?.[1]) {
      case undefined:
        if (last === undefined) refuse(from, 'a string stands behind no keyword');
        else if (last === 'strings') open.strings.push((open.strings.pop() ?? '') + value);
        else open[last] = (open[last] ?? '') + value;
        break;
      case 'msgctxt':
        close(from);
        open.context = value;
        last = 'context';
        break;
      case 'msgid':
        if (open.id !== undefined) close(from);
        open.id = value;
        last = 'id';
        break;
      case 'msgid_plural':
        if (last !== 'id') refuse(from, 'a msgid_plural stands behind no msgid');
        open.plural = value;
        last = 'plural';
        break;
      default:
        if (open.id === undefined) refuse(from, 'a msgstr stands behind no msgid');
        if (open.strings.length === 0) open.start = from;
        open.strings.push(value);
        last = 'strings';
    }
    if (last === 'strings') open.end = end;
  }
  close(text.length);
  return entries;
}

function emptyEntry(): OpenEntry {
  return {
    context: undefined,
    id: undefined,
    plural: undefined,
    strings: [],
    start: 0,
    end: 0,
    reference: '',
  };
}

/** The string that stands from `at` to the end of its line. */
function stringAt(
  text: string,
  at: number,
  end: number,
  refuse: (offset: number, reason: string) => never,
): string {
  STRING.lastIndex = at;
  const raw = STRING.exec(text)?.[1];
  if (raw === undefined || STRING.lastIndex > end) {
    return refuse(
      at,
      text[at] === '"' ? 'a quotation mark is not closed' : 'a keyword and a string are expected',
    );
  }
  if (STRING.lastIndex < end) refuse(STRING.lastIndex, 'something stands behind the string');
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|(.))/g,
    (_, hex?: string, octal?: string, mark?: string) => {
      if (mark !== undefined) return ESCAPES[mark] ?? mark;
      return String.fromCharCode(Number.parseInt(hex ?? octal ?? '0', hex === undefined ? 8 : 16));
    },
  );
}

/** A keyword and its string, a line of the file for each line of the text. */
export function writeString(keyword: string, text: string, eol: string): string {
  const lines = text.split(/(?<=\n)/).map((line) => `"${escaped(line)}"`);
  return lines.length > 1 ? [`${keyword} ""`, ...lines].join(eol) : `${keyword} ${lines[0] ?? '""'}`;
}

function escaped(text: string): string {
  return text
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r');
}
