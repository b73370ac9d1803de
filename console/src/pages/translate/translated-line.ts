import type { Answer, Kotobashi } from '#client';

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
}

export const AUTO = 'auto';
const UNDETECTED = 40300;

export function isUndetected(error: unknown): error is { readonly index: number | undefined } {
  return error instanceof Error && 'code' in error && error.code === UNDETECTED;
}

/** Translates lines in one request, with all that is known about each sentence. */
export async function translateLines(
  client: Kotobashi,
  lines: readonly string[],
  { from, to, contractId, fieldId }: Manner,
  signal: AbortSignal,
): Promise<readonly TranslatedLine[]> {
  const { answer } = await client.operations.call('POST /api/v1/translate', {
    // Sentences are matched with phrase pairs one by one, because corrected sentences are remembered one by one.
    body: { text: lines, sourceLang: from, targetLang: to, contractId, fieldId, ...EACH_SENTENCE },
    headers: { 'x-explain': '1' },
    repeatable: true,
    signal,
  });
  const { translationResult, explain = [] } = answer.data;
  return translationResult.map(({ sourceText, translatedText }, at) => ({
    source: sourceText,
    target: translatedText,
    detectedLang: explain[at]?.detectedLang ?? from,
    sentences: explain[at]?.sentences ?? [],
  }));
}

const EACH_SENTENCE = { autoSplit: true, isT4ooSplit: true, removeFakeLineBreak: false };
const MOST_ALTERNATIVES = 4;

/** Other translations of one sentence, best first. */
export async function alternativesOf(
  client: Kotobashi,
  sentence: string,
  { from, to, contractId, fieldId }: Manner,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { answer } = await client.operations.call('POST /api/v1/translate', {
    body: {
      text: [sentence],
      sourceLang: from,
      targetLang: to,
      contractId,
      fieldId,
      ...EACH_SENTENCE,
      alternatives: MOST_ALTERNATIVES,
    },
    repeatable: true,
    signal,
  });
  const [explanation] = answer.data.explain ?? [];
  return (explanation?.sentences[0]?.alternatives ?? []).map(({ text }) => text);
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
