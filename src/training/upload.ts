import type { SentencePair } from '../adaptation/sentence-pair.js';
import { Failure } from '../base/failure.js';
import type { Lang } from '../base/lang.js';
import type { InterchangeFormat } from '../interchange/format.js';
import type { BadRow } from '../interchange/pair.js';
import type { PairReader } from '../interchange/pair-reader.js';
import type { TextRules } from '../interchange/text-rules.js';
import { normalisePhrase } from '../translate/plan/normal-phrase.js';

/** What became of the rows of an upload. */
export interface UploadReport {
  readonly pairs: number;
  /** Rows whose source stands in a later row too; the later one counts. */
  readonly repeated: number;
  readonly badRows: number;
  /** The first of the bad rows. */
  readonly examples: readonly { readonly line: number; readonly reason: string }[];
}

export interface Upload {
  readonly pairs: readonly SentencePair[];
  readonly report: UploadReport;
}

export const MIN_PAIRS = 10;
const MAX_PAIRS = 10_000;
/** Pairs of one model, over all its uploads. */
export const MAX_MODEL_PAIRS = 30_000;
const EXAMPLES = 20;
/** Pairs that a preview shows. */
const PREVIEWED = 20;
const EXAMPLES_IN_MESSAGE = 3;
/** A sentence or a short paragraph: longer ones do not fit into the model. */
const SENTENCE_RULES: TextRules = { maxChars: 1000, lineBreaks: true };

/** What a training would be given. */
export interface UploadPreview {
  readonly report: UploadReport;
  /** The first pairs. */
  readonly rows: readonly SentencePair[];
  /** Why a training would be refused; null when it would not. */
  readonly refusal: string | null;
}

/** Reads the pairs of an upload; refuses it when too few or too many can be used. */
export async function readUpload(
  reader: PairReader,
  bytes: Uint8Array,
  format: InterchangeFormat,
  from: Lang,
  to: Lang,
): Promise<Upload> {
  const { pairs, bad, report } = await read(reader, bytes, format, from, to);
  if (pairs.length > MAX_PAIRS) throw tooMany();
  if (pairs.length < MIN_PAIRS) throw tooFew(pairs.length, bad);
  return { pairs, report };
}

/** What became of the rows of two uploads of one training; how many pairs they make together is for the caller to say. */
export function joinReports(one: UploadReport, other: UploadReport): Omit<UploadReport, 'pairs'> {
  return {
    repeated: one.repeated + other.repeated,
    badRows: one.badRows + other.badRows,
    examples: [...one.examples, ...other.examples].slice(0, EXAMPLES),
  };
}

/** Reads as `readUpload` does, and tells what it found instead of refusing. */
export async function previewUpload(
  reader: PairReader,
  bytes: Uint8Array,
  format: InterchangeFormat,
  from: Lang,
  to: Lang,
): Promise<UploadPreview> {
  const { pairs, bad, report } = await read(reader, bytes, format, from, to);
  const refusal =
    pairs.length > MAX_PAIRS ? tooMany() : pairs.length < MIN_PAIRS ? tooFew(pairs.length, bad) : undefined;
  return { report, rows: pairs.slice(0, PREVIEWED), refusal: refusal?.message ?? null };
}

/** Stops behind the first pair that is too many. */
async function read(reader: PairReader, bytes: Uint8Array, format: InterchangeFormat, from: Lang, to: Lang) {
  const pairs = new Map<string, SentencePair>();
  const bad: BadRow[] = [];
  let good = 0;
  for await (const row of reader.read(bytes, { format, from, to, rules: SENTENCE_RULES })) {
    if (row.kind === 'bad') {
      bad.push(row);
      continue;
    }
    good++;
    const key = normalisePhrase(row.fromText);
    pairs.delete(key);
    pairs.set(key, { fromText: row.fromText, toText: row.toText });
    if (pairs.size > MAX_PAIRS) break;
  }
  const report: UploadReport = {
    pairs: pairs.size,
    repeated: good - pairs.size,
    badRows: bad.length,
    examples: bad.slice(0, EXAMPLES).map(({ line, reason }) => ({ line, reason })),
  };
  return { pairs: [...pairs.values()], bad, report };
}

function tooMany(): Failure {
  return new Failure('requestInvalid', {
    message: `The file has more than ${MAX_PAIRS} pairs. Send at most ${MAX_PAIRS}; further ones can be added by training the model again.`,
  });
}

function tooFew(found: number, bad: readonly BadRow[]): Failure {
  const named = bad.slice(0, EXAMPLES_IN_MESSAGE).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = bad.length > named.length ? `, and ${bad.length - named.length} more` : '';
  const why = named.length === 0 ? '' : ` Not usable: ${named.join('; ')}${more}.`;
  return new Failure('requestInvalid', {
    message: `Only ${found} different pairs can be used; a model needs at least ${MIN_PAIRS}.${why}`,
  });
}
