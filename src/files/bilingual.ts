import { Failure } from '../base/failure.js';
import type { Lang } from '../base/lang.js';
import { writeXliff } from '../documents/bilingual/xliff.js';
import type { Documents } from '../documents/documents.js';
import { type InterchangeFormat, interchangeFormat, isInterchangeFormat } from '../interchange/format.js';
import type { Pair } from '../interchange/pair.js';
import type { PairReader } from '../interchange/pair-reader.js';
import { writePairs } from '../interchange/write.js';
import type { TranslatedSentence } from '../store/schema/index.js';
import type { RevisedRow } from './revised-rows.js';

/** Formats of the file that a translator revises: sentence beside sentence. */
export type BilingualFormat = InterchangeFormat | 'xliff';

const PAIR_RULES = { maxChars: 2000, lineBreaks: true };

export function bilingualFormat(name: string): BilingualFormat {
  if (name === 'xliff' || name === 'xlf') return 'xliff';
  if (isInterchangeFormat(name)) return name;
  throw new Failure('argumentInvalid', { message: 'bilingual must be xliff, tmx, xlsx, csv or tsv.' });
}

/** Sentences with their translations; what has none has an empty one. */
export async function writeBilingual(
  sentences: readonly TranslatedSentence[],
  format: BilingualFormat,
  to: Lang,
): Promise<Buffer> {
  if (format === 'xliff') return Buffer.from(writeXliff(sentences, to));
  const pieces: Uint8Array[] = [];
  for await (const piece of writePairs(pairsOf(sentences, to), format)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* pairsOf(sentences: readonly TranslatedSentence[], to: Lang): AsyncGenerator<Pair> {
  for (const { from, source, target } of sentences) {
    yield { fromLang: from, fromText: source, toLang: to, toText: target ?? '' };
  }
}

/** The rows of a file that came back from its translator. Rows that cannot be used are left out. */
export async function readRevised(
  parts: { readonly documents: Documents; readonly pairReader: Pick<PairReader, 'read'> },
  file: { readonly name: string; readonly content: Uint8Array },
  langs: { readonly from: Lang; readonly to: Lang },
): Promise<readonly RevisedRow[]> {
  if (/\.(?:xlf|xliff)$/i.test(file.name)) {
    const pairs = await parts.documents.pairs(file.content, langs);
    return pairs.map(({ row, fromText, toText }) => ({ row, source: fromText, target: toText }));
  }
  const rows: RevisedRow[] = [];
  const options = { format: interchangeFormat(undefined, file.name), rules: PAIR_RULES };
  for await (const row of parts.pairReader.read(file.content, options)) {
    if (row.kind === 'pair' && row.toLang === langs.to) {
      rows.push({ row: row.line, source: row.fromText, target: row.toText });
    }
  }
  return rows;
}
