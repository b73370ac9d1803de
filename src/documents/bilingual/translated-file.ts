import { Failure } from '../../base/failure.js';
import type { Lang } from '../../base/lang.js';
import { interchangeFormat } from '../../interchange/format.js';
import { canonicalLang } from '../../interchange/lang-tag.js';
import { readPairs } from '../../interchange/read.js';
import { readMessages } from './gettext.js';
import { readRevisedXliff, xliffLangs } from './xliff.js';

/** A text and its translation as they stand in a file. */
export interface FilePair {
  /** Where it stands, in words: a line, a place in a program, a number. */
  readonly place: string;
  readonly from: Lang;
  readonly to: Lang;
  readonly source: string;
  readonly target: string;
}

export interface TranslatedFileOptions {
  /** Languages that the file does not name, or that are to count whatever it says. */
  readonly from?: Lang;
  readonly to?: Lang;
}

const RULES = { maxChars: 10_000, lineBreaks: true };

/**
 * The translations in a file that somebody made elsewhere: a message catalogue (po), XLIFF 1.2 or 2, TMX, a table. What has no
 * translation yet, and rows that cannot be read, are left out.
 */
export async function readTranslated(
  name: string,
  bytes: Uint8Array,
  options: TranslatedFileOptions,
): Promise<readonly FilePair[]> {
  if (/\.pot?$/i.test(name)) return catalogue(bytes, options);
  if (/\.(?:xlf|xliff)$/i.test(name)) return xliff(bytes, options);
  const pairs: FilePair[] = [];
  const read = readPairs(bytes, { format: interchangeFormat(undefined, name), rules: RULES, ...options });
  for await (const row of read) {
    if (row.kind === 'bad') continue;
    const { fromLang, fromText, toLang, toText } = row;
    pairs.push({ place: `line ${row.line}`, from: fromLang, to: toLang, source: fromText, target: toText });
  }
  return pairs;
}

function catalogue(bytes: Uint8Array, options: TranslatedFileOptions): readonly FilePair[] {
  const { lang, messages } = readMessages(bytes);
  // Catalogues do not name the language of their messages; by custom it is English.
  const langs = both({ from: options.from ?? 'en', to: options.to ?? canonicalLang(lang ?? '') });
  return messages.map((message, index) => ({
    ...message,
    ...langs,
    place: message.place === '' ? `message ${index + 1}` : message.place,
  }));
}

function xliff(bytes: Uint8Array, options: TranslatedFileOptions): readonly FilePair[] {
  const named = xliffLangs(bytes);
  const langs = both({ from: options.from ?? named.from, to: options.to ?? named.to });
  return readRevisedXliff(bytes, langs).map(({ fromText, toText }, index) => ({
    ...langs,
    place: `unit ${index + 1}`,
    source: fromText,
    target: toText,
  }));
}

function both({ from, to }: { readonly from: Lang | undefined; readonly to: Lang | undefined }) {
  if (from !== undefined && to !== undefined) return { from, to };
  const lacking = from === undefined ? '--from' : '--to';
  throw new Failure('argumentMissing', { message: `The file does not name its languages: give ${lacking}.` });
}
