import { type SentenceRequest, type SentenceResult, UnsupportedDirection } from '#src/model/model-port.js';
import { chrf } from '#src/quality/chrf.js';
import { bleu } from './bleu.js';
import type { DevDirection } from './dev-sets.js';
import type { DirectionScore, MarkScore } from './eval-report.js';
import { countFaults } from './faults.js';
import { type Kept, textOf } from './kept-marks.js';
import type { MarkedSentence } from './marked-sets.js';
import type { Translator } from './translator.js';
import type { WordSplitter } from './word-splitter.js';

export interface DecodeChoice {
  readonly beam?: number;
}

/** Short name of a direction as the published tables write it. */
export function directionName(from: string, to: string): string {
  const short = (lang: string) => (lang === 'zh-CN' ? 'zh' : lang);
  return `${short(from)}-${short(to)}`;
}

/** @returns nothing when no loaded model serves the direction */
export async function scoreDirection(
  direction: DevDirection,
  translator: Translator,
  split: WordSplitter,
  decode: DecodeChoice,
): Promise<DirectionScore | undefined> {
  const { from, to, domain, sources, references } = direction;
  const requests = sources.map(
    (text): SentenceRequest => ({ from, to, domain, decode, source: [{ kind: 'text', text }] }),
  );
  const results = await translateIfServed(requests, translator);
  if (results === undefined) return undefined;
  const outputs = results.map((result) => textOf(result.target));
  return {
    set: direction.set,
    direction: directionName(from, to),
    sentences: sources.length,
    chrf: chrf(outputs, references),
    bleu: bleu(outputs, references, split),
    faults: countFaults(
      results.map((hypothesis, line) => ({
        hypothesis,
        source: sources[line] ?? '',
        reference: references[line] ?? '',
      })),
    ),
    models: [...new Set(results.flatMap((result) => result.models))],
  };
}

/** Counts per direction and variant what came back of the marked things. */
export async function scoreMarks(
  sentences: readonly MarkedSentence[],
  translator: Translator,
  kept: (source: SentenceRequest['source'], target: SentenceResult['target']) => Kept,
  decode: DecodeChoice,
): Promise<readonly MarkScore[]> {
  const groups = new Map<string, MarkedSentence[]>();
  for (const sentence of sentences) {
    const key = `${directionName(sentence.from, sentence.to)} ${sentence.variant}`;
    groups.set(key, [...(groups.get(key) ?? []), sentence]);
  }
  const scores: MarkScore[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const requests = group.map(({ from, to, source }): SentenceRequest => ({ from, to, source, decode }));
    const results = await translateIfServed(requests, translator);
    if (results === undefined) continue;
    const counts = group.map((sentence, line) => kept(sentence.source, results[line]?.target ?? []));
    scores.push({
      direction: directionName(first.from, first.to),
      variant: first.variant,
      sentences: group.length,
      asked: counts.reduce((sum, count) => sum + count.asked, 0),
      kept: counts.reduce((sum, count) => sum + count.kept, 0),
    });
  }
  return scores;
}

/** Share of all marks that came back, 0 to 1. */
export function keptShare(scores: readonly MarkScore[]): number {
  const asked = scores.reduce((sum, score) => sum + score.asked, 0);
  return asked === 0 ? 0 : scores.reduce((sum, score) => sum + score.kept, 0) / asked;
}

async function translateIfServed(
  requests: readonly SentenceRequest[],
  translator: Translator,
): Promise<readonly SentenceResult[] | undefined> {
  try {
    return await translator.translate(requests);
  } catch (error) {
    if (error instanceof UnsupportedDirection) return undefined;
    throw error;
  }
}
