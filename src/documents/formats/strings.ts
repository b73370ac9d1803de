import { documentOf, type FileFormat, isLanguage } from '../document.js';
import { FileRefused, placeIn } from '../file-problems.js';
import { Splices } from '../splices.js';
import { decodeFile } from '../text/encoding.js';
import { translateResource } from '../text/icu.js';

/** A comment, a quoted string, or a mark; white space and unquoted keys match as themselves. */
const TOKEN = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\r\n]*|"(?:[^"\\]|\\[\s\S])*("|$)|[=;]|[^\s"=;/]+|\/|\s+/g;

/** Apple's strings files: `"key" = "value";` with comments. */
export const STRINGS: FileFormat = {
  id: 'strings',
  extensions: ['strings'],
  mediaType: 'text/plain; charset=utf-8',
  open(bytes, { from }) {
    const file = decodeFile(bytes, { from });
    const values = [...valuesOf(file.text)];
    return documentOf((take) => {
      const splices = new Splices(file.text);
      for (const { start, end, text } of values) {
        if (!isLanguage(text)) continue;
        const translation = translateResource(text, take);
        if (translation !== undefined) {
          splices.add({ start, end, text: quoted(translation) });
        }
      }
      return () => file.encode(splices.toString());
    }, file.older);
  },
};

/** Strings that stand behind an equals sign. */
function* valuesOf(text: string): Generator<{ start: number; end: number; text: string }> {
  let expected = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (token.startsWith('"')) {
      if (match[1] !== '"')
        throw new FileRefused('broken', {
          place: placeIn(text, match.index, 'a quotation mark is not closed'),
        });
      if (expected) yield { start: match.index, end: match.index + token.length, text: unquoted(token) };
      expected = false;
    } else if (token === '=') expected = true;
    else if (token === ';') expected = false;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquoted(token: string): string {
  return token
    .slice(1, -1)
    .replace(/\\(?:U([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string | undefined, character: string) =>
      code === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}

function quoted(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r');
  return `"${escaped}"`;
}
