import type { Lang } from '../../base/lang.js';
import { HanModel } from '../../translate/detection/han.js';
import { FileRefused } from '../file-problems.js';
import { bestReading, type Reading, tryDecode } from './older-encodings.js';

/** Text of a file, and how to write it back. Unicode stays as it was; older encodings become UTF-8. */
export interface DecodedText {
  readonly text: string;
  /** The name of an older encoding that it was read in; undefined for Unicode. */
  readonly older?: string;
  encode(text: string): Uint8Array;
}

export interface DecodeOptions {
  readonly from?: Lang | undefined;
  /** What the file says of itself; believed where it can be read so. */
  readonly declared?: string | undefined;
  /** Formats that cannot name their encoding get a byte order mark when it becomes UTF-8. */
  readonly marked?: boolean;
}

const UTF8_MARK = [0xef, 0xbb, 0xbf];

export function decodeFile(
  bytes: Uint8Array,
  { from, declared, marked = false }: DecodeOptions,
): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 'utf-16be');
  if (bytes.includes(0)) throw new FileRefused('encoding');
  const hasMark = UTF8_MARK.every((byte, index) => bytes[index] === byte);
  // ISO-2022-JP writes Japanese as ASCII between escapes.
  const escaped = bytes.includes(0x1b) ? tryDecode(bytes, 'iso-2022-jp') : undefined;
  const unicode = escaped === undefined ? tryDecode(bytes, 'utf-8') : undefined;
  if (unicode !== undefined) return { text: unicode, encode: (out) => utf8(out, hasMark) };
  const older =
    escaped === undefined
      ? (tryDeclared(bytes, declared) ?? bestReading(bytes, from, HanModel.bundled()))
      : { text: escaped, encoding: 'iso-2022-jp' };
  if (older === undefined) throw new FileRefused('encoding');
  return { text: older.text, older: older.encoding, encode: (out) => utf8(out, marked) };
}

function utf8(text: string, marked: boolean): Uint8Array {
  const encoded = Buffer.from(text);
  return marked ? Buffer.concat([Uint8Array.from(UTF8_MARK), encoded]) : encoded;
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText {
  const text = tryDecode(bytes, encoding);
  if (text === undefined) throw new FileRefused('encoding');
  return {
    text,
    encode(out) {
      const buffer = Buffer.from(`\uFEFF${out}`, 'utf16le');
      return encoding === 'utf-16le' ? buffer : buffer.swap16();
    },
  };
}

function tryDeclared(bytes: Uint8Array, declared: string | undefined): Reading | undefined {
  // Programs write utf-8 there, or leave it, whatever they do.
  if (declared === undefined || /^(?:utf|us-ascii|charset$)/i.test(declared)) return undefined;
  const text = tryDecode(bytes, declared);
  return text === undefined ? undefined : { text, encoding: declared.toLowerCase() };
}
