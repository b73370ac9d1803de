import type { Answer, Contract, Kotobashi, StreamedSentence } from '#client';

type Explanation = NonNullable<Answer<'POST /api/v1/translate'>['data']['explain']>[number];
export type Sentence = Explanation['sentences'][number];
export type AppliedTerm = Sentence['terms'][number];

/** A line of the text and its translation; line breaks stand between lines and are never sent. */
export interface TranslatedLine {
  readonly source: string;
  readonly target: string;
  readonly detectedLang: string;
  /** In the order of the line; what was kept as it is stands between them. */
  readonly sentences: readonly Sentence[];
}

/** How to translate. */
export interface Manner {
  readonly from: string;
  readonly to: string;
  readonly contractId: string;
  readonly fieldId: string;
  readonly formality: Contract['formality'];
  readonly names: Contract['names'];
}

export const AUTO = 'auto';
const UNDETECTED = 40300;

export function isUndetected(error: unknown): error is { readonly index: number | undefined } {
  return error instanceof Error && 'code' in error && error.code === UNDETECTED;
}

/** Sentences are matched with phrase pairs one by one, because corrected sentences are remembered one by one. */
const MATCH_SENTENCES = { matchSentences: true };
const MOST_ALTERNATIVES = 4;

interface Request {
  readonly signal: AbortSignal;
  /** Told of each sentence as it is finished, in no particular order. */
  readonly onSentence: (sentence: StreamedSentence) => void;
}

/** Translates lines in one request, with all that is known about each sentence. */
export async function translateLines(
  client: Kotobashi,
  lines: readonly string[],
  manner: Manner,
  request: Request,
): Promise<readonly TranslatedLine[]> {
  const { texts, explain } = await client.translations.stream(lines, {
    ...manner,
    ...MATCH_SENTENCES,
    ...request,
  });
  return lines.map((source, at) => ({
    source,
    target: texts[at] ?? '',
    detectedLang: explain[at]?.detectedLang ?? manner.from,
    sentences: explain[at]?.sentences ?? [],
  }));
}

/** Other translations of one sentence, best first. */
export async function alternativesOf(
  client: Kotobashi,
  sentence: string,
  manner: Manner,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { explain } = await client.translations.explain([sentence], {
    ...manner,
    ...MATCH_SENTENCES,
    alternatives: MOST_ALTERNATIVES,
    signal,
  });
  return (explain[0]?.sentences[0]?.alternatives ?? []).map(({ text }) => text);
}

/** Stands where a sentence is still to come. */
const AWAITED: Sentence = { source: '', sourceStart: 0, target: '…', targetStart: 0, by: 'model', terms: [] };
/** Languages that are written without blanks between sentences. */
const UNSPACED = /^(?:ja|zh)/;

/** A line under way, with one more of its sentences finished; the others stay as they stood there before. */
export function withSentence(
  before: TranslatedLine | undefined,
  source: string,
  { index, sentence: place, ...finished }: StreamedSentence,
  to: string,
): TranslatedLine {
  const blank = UNSPACED.test(to) ? '' : ' ';
  const known: readonly Sentence[] = before?.sentences ?? [];
  let target = '';
  const sentences = Array.from({ length: Math.max(known.length, place + 1) }, (_, at) => {
    if (at > 0) target += blank;
    const sentence = at === place ? finished : (known[at] ?? AWAITED);
    const targetStart = target.length;
    target += sentence.target;
    return { ...sentence, targetStart };
  });
  return { source, target, detectedLang: before?.detectedLang ?? '', sentences };
}

/** The line with one of its sentences in other words. */
export function reworded(line: TranslatedLine, at: number, text: string): TranslatedLine {
  const changed = line.sentences[at];
  if (changed === undefined) return line;
  const end = changed.targetStart + changed.target.length;
  const shift = text.length - changed.target.length;
  return {
    ...line,
    target: line.target.slice(0, changed.targetStart) + text + line.target.slice(end),
    sentences: line.sentences.map((sentence, index) => {
      if (index === at) return { ...sentence, target: text };
      return sentence.targetStart < end
        ? sentence
        : { ...sentence, targetStart: sentence.targetStart + shift };
    }),
  };
}
