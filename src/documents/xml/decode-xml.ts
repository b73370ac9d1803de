import type { Lang } from '../../base/lang.js';
import { type DecodedText, decodeFile } from '../text/encoding.js';

const DECLARATION = /^(\s*<\?xml\b[^>]{0,200}?\sencoding=)(["'])([\w.:-]{1,40})\2/;
/** Within which a declaration stands. */
const HEAD_BYTES = 512;

/** An XML file in the encoding that it declares; one that becomes UTF-8 says so. */
export function decodeXml(bytes: Uint8Array, from: Lang | undefined): DecodedText {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const file = decodeFile(bytes, { from, declared: DECLARATION.exec(head)?.[3] });
  if (file.older === undefined) return file;
  return { ...file, encode: (text) => file.encode(text.replace(DECLARATION, '$1$2UTF-8$2')) };
}
