import { documentOf, type FileFormat, hasText, type TakeUnit } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { Splices } from '../splices.js';
import { type CatalogueEntry, entriesOf, writeString } from '../text/catalogue.js';
import { decodeCatalogue, formsOf, headerOf, writeHeader } from '../text/catalogue-header.js';

/**
 * Message catalogues. Messages without a translation get one; those that have one keep it. Everything else stays where
 * it is: the order of entries and comments, flags, contexts, obsolete entries.
 */
export const GETTEXT: FileFormat = {
  id: 'po',
  extensions: ['po', 'pot'],
  mediaType: 'text/x-gettext-translation; charset=utf-8',
  open(bytes, { from, to }) {
    const file = decodeCatalogue(bytes, from);
    const entries = entriesOf(file.text);
    const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
    return documentOf((take) => {
      const splices = new Splices(file.text);
      const header = headerOf(entries);
      for (const entry of entries) {
        if (entry === header) {
          // Taken back below where nothing is translated.
          splices.add({ start: entry.start, end: entry.end, text: writeHeader(entries, to, eol) });
          continue;
        }
        const forms = translateEntry(entry, take, formsOf(to));
        if (forms === undefined) continue;
        const plural = entry.plural !== undefined;
        const text = forms.map((form, index) =>
          writeString(plural ? `msgstr[${index}]` : 'msgstr', form, eol),
        );
        splices.add({ start: entry.start, end: entry.end, text: text.join(eol) });
      }
      return () => {
        if (splices.size === (header === undefined ? 0 : 1)) return bytes;
        // A catalogue may come without its first entry, which names the language.
        const first =
          header === undefined ? `msgid ""${eol}${writeHeader(entries, to, eol)}${eol}${eol}` : '';
        return file.encode(first + splices.toString());
      };
    }, file.older);
  },
};

/** The forms of a message in the target language; undefined where it stays as it is. */
function translateEntry(
  { id, plural, strings }: CatalogueEntry,
  take: TakeUnit,
  forms: number,
): readonly string[] | undefined {
  if (strings.some((text) => text !== '') || !hasText(id)) return undefined;
  const one = take(escapeTags(id));
  if (plural === undefined) return one === undefined ? undefined : [unescapeTags(one)];
  const many = take(escapeTags(plural));
  if (many === undefined) return undefined;
  const first = forms > 1 && one !== undefined ? [unescapeTags(one)] : [];
  return [...first, ...Array.from({ length: forms - first.length }, () => unescapeTags(many))];
}
