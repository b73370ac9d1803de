import { Pair, parseLines, stringify } from 'dot-properties';
import { documentOf, type FileFormat, isLanguage } from '../document.js';
import { Splices } from '../splices.js';
import { decodeFile } from '../text/encoding.js';
import { translateResource } from '../text/icu.js';

/** Java's resource bundles. Files that keep to ASCII with `\u` escapes go on doing so. */
export const PROPERTIES: FileFormat = {
  id: 'properties',
  extensions: ['properties'],
  mediaType: 'text/x-java-properties; charset=utf-8',
  open(bytes, { from }) {
    const file = decodeFile(bytes, { from });
    const latin = /^\p{ASCII}*$/u.test(file.text) && /\\u[0-9a-fA-F]{4}/.test(file.text);
    const pairs = parseLines(file.text, true).filter((line) => line instanceof Pair);
    return documentOf((take) => {
      const splices = new Splices(file.text);
      for (const { value, range } of pairs) {
        // Begin of the line, of the separator, of the value, and the end.
        const [, , start, end] = range ?? [];
        if (start === undefined || end === undefined || !isLanguage(value)) continue;
        const translation = translateResource(value, take);
        if (translation === undefined) continue;
        splices.add({ start, end, text: written(translation, latin) });
      }
      return () => file.encode(splices.toString());
    }, file.older);
  },
};

function written(value: string, latin: boolean): string {
  const line = stringify([['k', value]], { latin1: latin, lineWidth: null, keySep: '=' });
  return line.slice('k='.length);
}
