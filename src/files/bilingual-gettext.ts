import { type GetTextTranslation, po } from 'gettext-parser';
import { FileRefused } from './failures.js';

/** A message and its translation, with where the catalogue says that it is used. */
export interface Message {
  readonly place: string;
  readonly source: string;
  readonly target: string;
}

export function parseCatalogue(source: Uint8Array) {
  try {
    return po.parse(Buffer.from(source), { validation: false });
  } catch (cause) {
    throw new FileRefused('broken', { cause });
  }
}

/** The messages of a catalogue that have a translation; each plural form is one. */
export function readMessages(bytes: Uint8Array): {
  readonly lang: string | undefined;
  readonly messages: readonly Message[];
} {
  const { headers, translations } = parseCatalogue(bytes);
  const messages = Object.values(translations)
    .flatMap((context) => Object.values(context))
    .filter(({ msgid }) => msgid !== '')
    .flatMap(formsOf);
  return { lang: headers?.Language, messages };
}

function formsOf(message: GetTextTranslation): Message[] {
  const { msgid, msgid_plural: plural = '', msgstr, comments } = message;
  const place = comments?.reference?.split('\n', 1)[0] ?? '';
  // A language with one form has the plural there; else the first form stands for one thing.
  const sourceOf = (form: number) => (plural !== '' && (form > 0 || msgstr.length === 1) ? plural : msgid);
  return msgstr.flatMap((target, form) =>
    target.trim() === '' ? [] : [{ place, source: sourceOf(form), target }],
  );
}
