import { documentOf, type FileFormat, isLanguage } from '../document.js';
import { Splices } from '../splices.js';
import { translateResource } from '../text/icu.js';
import { decodeXml } from '../xml/decode-xml.js';
import { escapeText } from '../xml/escape.js';
import { childOf, parseXml, textOf, walkXml } from '../xml/walk.js';

/** .NET resources: values of strings. Typed and binary entries, names and comments stay. */
export const RESX: FileFormat = {
  id: 'resx',
  extensions: ['resx', 'resw'],
  mediaType: 'application/xml; charset=utf-8',
  open(bytes, { from }) {
    const file = decodeXml(bytes, from);
    parseXml(file.text);
    return documentOf((take) => {
      const splices = new Splices(file.text);
      walkXml(file.text, {
        wants: (name) => name === 'data',
        element(element) {
          const { attributes } = element;
          const value = childOf(element, 'value');
          if (attributes.type !== undefined || attributes.mimetype !== undefined || value === undefined)
            return;
          // Names such as ">>button1.Name" are the designer's own.
          if (attributes.name?.startsWith('>>') === true || !isLanguage(textOf(value))) return;
          const translation = translateResource(textOf(value), take);
          if (translation === undefined) return;
          splices.add({
            start: value.contentStart,
            end: value.contentEnd,
            text: escapeText(translation),
          });
        },
      });
      return () => file.encode(splices.toString());
    }, file.older);
  },
};
