import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { documentOf, type FileFormat, isMessage } from '../document.js';
import { FileRefused, placeIn } from '../file-problems.js';
import { Splices } from '../splices.js';
import { decodeFile } from '../text/encoding.js';
import { translateResource } from '../text/icu.js';

interface JsonString {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly path: readonly (string | number)[];
}

export const JSON_FILE = resource(
  'json',
  ['json', 'jsonc', 'json5'],
  'application/json; charset=utf-8',
  () => true,
);
/** Flutter's bundles: keys with `@` describe the others. */
export const ARB = resource('arb', ['arb'], 'application/json; charset=utf-8', (path) =>
  path.every((key) => typeof key === 'number' || !key.startsWith('@')),
);

function resource(
  id: string,
  extensions: readonly string[],
  mediaType: string,
  isText: (path: JsonString['path']) => boolean,
): FileFormat {
  return {
    id,
    extensions,
    mediaType,
    open(bytes, { from, to }) {
      const file = decodeFile(bytes, { from });
      const strings = stringsOf(file.text);
      return documentOf((take) => {
        const splices = new Splices(file.text);
        const texts = strings.map(({ value, path }) =>
          isText(path) && isMessage(keyOf(path), value) ? translateResource(value, take) : undefined,
        );
        const changed = texts.some((text) => text !== undefined);
        for (const [index, { start, end, path }] of strings.entries()) {
          const isLocale = id === 'arb' && path.length === 1 && path[0] === '@@locale';
          const text = isLocale && changed ? to.replace('-', '_') : texts[index];
          if (text === undefined) continue;
          splices.add({ start, end, text: literal(text, file.text.slice(start, end)) });
        }
        return () => file.encode(splices.toString());
      }, file.older);
    },
  };
}

/** The name that a string stands under, by itself or in a list. */
function keyOf(path: JsonString['path']): string | number | undefined {
  return path.findLast((key) => typeof key === 'string');
}

function stringsOf(text: string): JsonString[] {
  const strings: JsonString[] = [];
  visit(
    text,
    {
      onLiteralValue(value, offset, length, _line, _column, pathOf) {
        if (typeof value === 'string')
          strings.push({ start: offset, end: offset + length, value, path: pathOf() });
      },
      onError(error, offset) {
        throw new FileRefused('broken', { place: placeIn(text, offset, reasonOf(error)) });
      },
    },
    { allowTrailingComma: true, disallowComments: false },
  );
  if (text.trim() === '') throw new FileRefused('broken');
  return strings;
}

/** `CommaExpected` as words. */
function reasonOf(error: ParseErrorCode): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

/** Files that keep to ASCII go on doing so. */
function literal(text: string, before: string): string {
  const written = JSON.stringify(text);
  const ascii = /\\u[0-9a-fA-F]{4}/.test(before) && /^\p{ASCII}*$/u.test(before);
  return ascii ? asciiOnly(written) : written;
}

function asciiOnly(text: string): string {
  return text.replace(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
