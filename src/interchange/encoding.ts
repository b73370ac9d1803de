import { Failure } from '../base/failure.js';

/** Encodings a caller may name; a byte order mark always wins over the name. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'gb18030', 'big5'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export function isEncoding(text: string): text is Encoding {
  return ENCODINGS.some((encoding) => encoding === text);
}

/**
 * Bytes to text. Without a byte order mark or a named encoding only UTF-8 is taken: bytes in Shift_JIS often look
 * like valid GB18030 and the other way round, and a guess that goes wrong would fill a dictionary with noise.
 */
export function decodeText(bytes: Uint8Array, named?: Encoding): string {
  const encoding = byteOrderMark(bytes) ?? named ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure('requestInvalid', {
      message:
        named === undefined
          ? 'The file is neither UTF-8 nor UTF-16 with a byte order mark. Save it as UTF-8 (in Excel: "CSV UTF-8"), or name its encoding, for example shift_jis.'
          : `The file is not valid ${encoding}. Save it as UTF-8 and send it again.`,
      cause,
    });
  }
}

function byteOrderMark(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}
