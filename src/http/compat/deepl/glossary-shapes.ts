import Type, { type Static } from 'typebox';
import { Failure } from '../../../base/failure.js';
import type { Pair } from '../../../interchange/pair.js';
import type { PairReader } from '../../../interchange/pair-reader.js';
import { TERM_RULES } from '../../../interchange/text-rules.js';
import type { Languages } from '../../../requests/languages.js';
import type { GlossaryDictionary, GlossaryDirection } from '../../../resources/glossary-dictionaries.js';
import type { List } from '../../../resources/lists.js';
import { glossaryCode } from './language-codes.js';

export const GlossaryParams = Type.Object({ glossaryId: Type.String() });

export const DictionaryBody = Type.Object({
  source_lang: Type.String(),
  target_lang: Type.String(),
  entries: Type.String({ description: 'One entry a line, source and target in two columns.' }),
  entries_format: Type.Optional(Type.String({ description: 'tsv or csv.' })),
});
export type DictionaryBody = Static<typeof DictionaryBody>;

export const DirectionQuery = Type.Object({ source_lang: Type.String(), target_lang: Type.String() });

export const DictionaryShape = Type.Object({
  source_lang: Type.String(),
  target_lang: Type.String(),
  entry_count: Type.Integer(),
});

const Head = {
  glossary_id: Type.String(),
  name: Type.String(),
  creation_time: Type.String(),
};
/** A glossary of version 2: one direction. */
export const GlossaryShape = Type.Object({ ...Head, ready: Type.Boolean(), ...DictionaryShape.properties });
/** A glossary of version 3: several. */
export const MultilingualShape = Type.Object({ ...Head, dictionaries: Type.Array(DictionaryShape) });

export function shownDictionary({ fromLang, toLang, entries }: GlossaryDictionary) {
  return { source_lang: glossaryCode(fromLang), target_lang: glossaryCode(toLang), entry_count: entries };
}

export function shownHead({ id, name, createdAt }: List) {
  return { glossary_id: String(id), name, creation_time: createdAt.toISOString() };
}

/** The number behind a glossary id; those of DeepL are no numbers, and name nothing here. */
export function glossaryNumber(id: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw new Failure('idUnknown', { message: 'There is no glossary with this id.' });
}

export function directionOf(
  languages: Pick<Languages, 'codeOf'>,
  { source_lang, target_lang }: Static<typeof DirectionQuery>,
): GlossaryDirection {
  return { fromLang: languages.codeOf(source_lang), toLang: languages.codeOf(target_lang) };
}

/** The entries of a body; a line that cannot be taken refuses them all, and is named. */
export async function entriesOf(
  reader: Pick<PairReader, 'read'>,
  direction: GlossaryDirection,
  body: DictionaryBody,
): Promise<readonly Pair[]> {
  const format = body.entries_format ?? 'tsv';
  if (format !== 'tsv' && format !== 'csv') {
    throw new Failure('argumentInvalid', { message: 'entries_format must be tsv or csv.' });
  }
  const pairs: Pair[] = [];
  const options = { format, from: direction.fromLang, to: direction.toLang, rules: TERM_RULES } as const;
  for await (const row of reader.read(Buffer.from(body.entries), options)) {
    if (row.kind === 'bad') {
      throw new Failure('requestInvalid', { message: `Line ${row.line} of entries: ${row.reason}.` });
    }
    pairs.push({ fromLang: row.fromLang, fromText: row.fromText, toLang: row.toLang, toText: row.toText });
  }
  if (pairs.length === 0) {
    throw new Failure('requestInvalid', { message: 'entries is empty: send one entry at least.' });
  }
  return pairs;
}
