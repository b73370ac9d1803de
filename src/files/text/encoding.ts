import type { Lang } from '../../lang.js';
import { FileRefused } from '../failures.js';

/** Text of a file, and how to write it back. Unicode stays as it was; older encodings become UTF-8. */
export interface DecodedText {
  readonly text: string;
  encode(text: string): Uint8Array;
}

const UTF8_MARK = [0xef, 0xbb, 0xbf];
/** Older encodings by language, the likeliest first. Their byte patterns overlap, so the language has to decide. */
const OLDER: Readonly<Record<Lang, readonly string[]>> = {
  ja: ['shift_jis', 'euc-jp'],
  'zh-CN': ['gb18030'],
  'zh-TW': ['big5'],
  'zh-HK': ['big5'],
  ko: ['euc-kr'],
};
const KANA_OR_COMMON_HAN = /[\u3041-\u30FF\u4E00-\u9FFF\u3001\u3002]/gu;
const SELDOM = /[\uFF61-\uFF9F\uE000-\uF8FF\u0080-\u009F]/gu;

export function decodeFile(bytes: Uint8Array, from: Lang | undefined): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 'utf-16be');
  if (bytes.includes(0)) throw new FileRefused('mismatch');
  const marked = UTF8_MARK.every((byte, index) => bytes[index] === byte);
  const text = tryDecode(bytes, 'utf-8') ?? tryOlder(bytes, from);
  if (text === undefined) throw new FileRefused('encoding');
  return {
    text,
    encode(out) {
      const encoded = new TextEncoder().encode(out);
      return marked ? Uint8Array.from([...UTF8_MARK, ...encoded]) : encoded;
    },
  };
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

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Without a known language, the reading with the most everyday characters wins. */
function tryOlder(bytes: Uint8Array, from: Lang | undefined): string | undefined {
  const candidates = from === undefined ? Object.values(OLDER).flat() : (OLDER[from] ?? ['windows-1252']);
  let best: string | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const encoding of new Set(candidates)) {
    const text = tryDecode(bytes, encoding);
    if (text === undefined) continue;
    const sample = text.slice(0, 20_000);
    const score =
      (sample.match(KANA_OR_COMMON_HAN)?.length ?? 0) -
      5 * (sample.match(SELDOM)?.length ?? 0) -
      sample.length;
    if (score > bestScore) [best, bestScore] = [text, score];
  }
  return best;
}
