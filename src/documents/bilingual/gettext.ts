import { type CatalogueEntry, entriesOf } from '../text/catalogue.js';
import { decodeCatalogue, headersOf } from '../text/catalogue-header.js';

/** A message and its translation, with where the catalogue says that it is used. */
export interface Message {
  readonly place: string;
  readonly source: string;
  readonly target: string;
}

/** The messages of a catalogue that have a translation; each plural form is one. */
export function readMessages(bytes: Uint8Array): {
  readonly lang: string | undefined;
  readonly messages: readonly Message[];
} {
  const entries = entriesOf(decodeCatalogue(bytes, undefined).text);
  const messages = entries.filter(({ id }) => id !== '').flatMap(formsOf);
  return { lang: headersOf(entries).get('language'), messages };
}

function formsOf({ id, plural = '', strings, reference }: CatalogueEntry): Message[] {
  // A language with one form has the plural there; else the first form stands for one thing.
  const sourceOf = (form: number) => (plural !== '' && (form > 0 || strings.length === 1) ? plural : id);
  return strings.flatMap((target, form) =>
    target.trim() === '' ? [] : [{ place: reference, source: sourceOf(form), target }],
  );
}
