import { inflateSync } from 'node:zlib';
import { FileRefused } from '../../file-problems.js';

const MEGABYTE = 1024 ** 2;
/** Bytes that one packed stream of a PDF may hold; the instructions for a map of a city take 20 MB, a scanned page 100 MB. */
const LONGEST = 256 * MEGABYTE;
/** Packed streams inside of packed streams; one inside another happens by mistake. */
const DEEPEST = 2;
/** LZW, of old programs, packs up to 1,300 times and is not unpacked here. */
const LONGEST_LZW = MEGABYTE / 4;
/** Objects whose end is missing; a file that was cut off has one. */
const MOST_OPEN_OBJECTS = 1000;
const KEYWORD = 'stream';
/** How far before its data the dictionary of a stream is looked for. */
const DICTIONARY = 2048;

/**
 * Refuses a PDF with a stream that unpacks to more than any real one does. The readers of PDF unpack whatever a page, a
 * font or a table names, as a whole and outside of the memory that a thread is limited to; so each stream is tried
 * first, whatever it claims to be.
 */
export function checkStreams(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (let at = bytes.indexOf(KEYWORD); at >= 0; at = bytes.indexOf(KEYWORD, at + KEYWORD.length)) {
    const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY), at);
    if (!/>>\s*$/.test(before)) continue;
    const dictionary = before
      .slice(Math.max(0, before.lastIndexOf('obj')))
      .replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    const start = at + KEYWORD.length + (bytes[at + KEYWORD.length] === 0x0d ? 2 : 1);
    if (dictionary.includes('/LZWDecode') && !/\/Subtype\s*\/Image/.test(dictionary)) {
      const end = bytes.indexOf('endstream', start);
      const length = (end < 0 ? bytes.length : end) - start;
      if (length > LONGEST_LZW || dictionary.includes('/FlateDecode')) throw new FileRefused('bomb');
    }
    checkPacked(bytes.subarray(start), 1);
  }
}

/**
 * Refuses a PDF with many objects that begin and never end. Readers without a table of objects look for the end of each,
 * as far as the file goes: that many times its length.
 */
export function checkObjects(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let [begun, ended] = [0, 0];
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') ended += 1;
    else begun += 1;
    if (begun - ended > MOST_OPEN_OBJECTS) throw new FileRefused('broken');
  }
}

/** What begins like packed data is packed data, and its end is found by unpacking it. */
function checkPacked(data: Buffer, depth: number): void {
  const [first = 0, second = 0] = data;
  if ((first & 0x0f) !== 8 || (first * 256 + second) % 31 !== 0) return;
  if (depth > DEEPEST) throw new FileRefused('bomb');
  let content: Buffer;
  try {
    content = inflateSync(data, { maxOutputLength: LONGEST });
  } catch (error) {
    if (error instanceof RangeError) throw new FileRefused('bomb', { cause: error });
    // Not packed after all, or damaged: the readers say so themselves.
    return;
  }
  checkPacked(content, depth + 1);
}
