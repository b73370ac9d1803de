import type { Lang } from '../lang.js';
import type { Weights } from '../model/export/weights.js';
import type { Lesson } from '../model/gradient/lesson-batch.js';
import type { Domain, ModelPort, SentenceRequest, TargetPart } from '../model/port.js';
import { chrf } from '../quality/chrf.js';
import { DecoderTraining, type DecoderTrainingOptions } from './decoder-training.js';
import { DomainGate } from './domain-gate.js';
import { LearnedModel, type LearnedParts, type StoredVoters } from './learned-model.js';
import { principalDirections } from './projection.js';
import { storeStates } from './stored-states.js';
import { Traces } from './traces.js';
import { type AdaptationParameters, SILENT, tune } from './tuning.js';
import type { SentencePair } from './upload.js';

export interface LearnOptions {
  readonly model: ModelPort;
  readonly from: Lang;
  readonly to: Lang;
  readonly domain: Domain;
  readonly pairs: readonly SentencePair[];
  /** The weights to train further, and the pairs as they are read; undefined for a pair that is too long. */
  readonly weights: Weights;
  readonly lessons: readonly (Lesson | undefined)[];
  /** Fairness unit of the sentences translated for the evaluation. */
  readonly caller: string;
  readonly intraOpThreads: number;
  readonly signal: AbortSignal;
  readonly onTraining: (progress: number) => void;
  readonly onEvaluating: () => Promise<void>;
}

export interface ExampleLine {
  readonly source: string;
  readonly reference: string;
  readonly before: string;
  readonly after: string;
}

/** How well the model does on pairs that it was not trained with. */
export interface Evaluation {
  readonly pairs: number;
  /** chrF, 0 to 100. */
  readonly before: number;
  readonly after: number;
  readonly examples: readonly ExampleLine[];
}

export interface Learned {
  readonly parts: LearnedParts;
  readonly evaluation: Evaluation;
}

/** Numbers per stored state; see `principalDirections`. */
const STATE_WIDTH = 64;
const RANK = 16;
const RATE = 1e-3;
/** Many lessons bear faster learning: not each of them is learnt by heart. */
const FAST_RATE = 1.5e-3;
const MANY_TOKENS = 60_000;
/** Repetitions of all lessons, by how many tokens there are time for. */
const [FEWEST_EPOCHS, MOST_EPOCHS, MOST_TOKENS] = [2, 4, 640_000];
const DECAY = 0.01;
/** Up to so many tokens the decoder is trained once more when everything is chosen, with what was held out. */
const MOST_TOKENS_TWICE = 60_000;
const MOST_HELD_OUT = 300;
const HELD_OUT_SHARE = 0.2;
const BLOCKS = 6;
const FEWEST_TUNING_PAIRS = 30;
const EXAMPLES = 3;

/**
 * From lessons to a model: a part of the pairs is held out; of these, one half chooses how long the decoder is trained and
 * how far the voters are trusted, the other measures the outcome: with voters, without, and, where neither helps, nothing.
 */
export async function learn(options: LearnOptions): Promise<Learned> {
  const { lessons, weights } = options;
  const all = lessons.filter((lesson) => lesson !== undefined);
  const training = await DecoderTraining.open(weights, all, decoderTraining(options));
  try {
    return await learnWith(training, options);
  } finally {
    await training.close();
  }
}

async function learnWith(training: DecoderTraining, options: LearnOptions): Promise<Learned> {
  const { lessons, pairs, signal } = options;
  const { kept, tuning, evaluation } = split(pairs.length);
  const those = (some: readonly number[]) => some.flatMap((pair) => lessons[pair] ?? []);
  const trained = await training.train(those(kept), those(tuning));
  signal.throwIfAborted();
  const traces = new Traces(await training.walk(trained?.values, lessons));
  const gate = new DomainGate(kept.map((pair) => pairs[pair]?.fromText ?? ''));
  const stored = await statesOf(traces, SILENT);
  const searcher = new LearnedModel(pairs, {}, gate);
  // A handful of pairs says little about the voters; then all may speak, each about the others.
  const judges = tuning.length < FEWEST_TUNING_PAIRS ? [...kept, ...tuning] : tuning;
  const { parameters } = tune(traces, judges, logProbabilities(traces, judges), (pair) =>
    searcher.voters(stored, pairs[pair]?.fromText ?? '', pair),
  );
  const decoder = trained && { decoder: trained.decoder };
  const choices: LearnedParts[] = [
    ...(parameters.weight > 0 ? [{ ...decoder, voters: { ...stored, parameters } }] : []),
    ...(decoder === undefined ? [] : [decoder]),
  ];
  await options.onEvaluating();
  const learned = await bestOf(options, choices, gate, evaluation);
  if (learned.parts.decoder === undefined || trained === undefined) return learned;
  if (traces.rows > MOST_TOKENS_TWICE) return learned;
  const everything = those(pairs.map((_, pair) => pair));
  const whole = await training.retrain(everything, trained.at);
  const voters =
    learned.parts.voters &&
    (await statesOf(new Traces(await training.walk(whole.values, lessons)), parameters));
  return { ...learned, parts: { decoder: whole.decoder, ...(voters && { voters }) } };
}

async function statesOf(traces: Traces, parameters: AdaptationParameters): Promise<StoredVoters> {
  const projection = await principalDirections(traces, STATE_WIDTH);
  const states = await storeStates(traces, projection, STATE_WIDTH);
  return { states, offsets: traces.offsets, parameters };
}

/**
 * Pairs are held out in blocks: neighbouring sentences of one document resemble each other, and a model that is judged by
 * sentences whose neighbours it knows looks better than it will be on the next document. Every second block is for tuning.
 */
function split(count: number): {
  readonly kept: readonly number[];
  readonly tuning: readonly number[];
  readonly evaluation: readonly number[];
} {
  const held = Math.max(2, Math.min(MOST_HELD_OUT, Math.floor(count * HELD_OUT_SHARE)));
  const blocks = Math.min(BLOCKS, held);
  const stride = count / blocks;
  const size = held / blocks;
  const part = (index: number) => {
    const block = Math.floor(index / stride);
    if (index - Math.ceil(block * stride) >= size) return 'kept';
    return block % 2 === 0 ? 'tuning' : 'evaluation';
  };
  const all = Array.from({ length: count }, (_, index) => index);
  const those = (wanted: ReturnType<typeof part>) => all.filter((index) => part(index) === wanted);
  return { kept: those('kept'), tuning: those('tuning'), evaluation: those('evaluation') };
}

function decoderTraining({
  lessons,
  signal,
  intraOpThreads,
  onTraining,
}: LearnOptions): DecoderTrainingOptions {
  const tokens = lessons.reduce((sum, lesson) => sum + (lesson?.target.length ?? 0), 0);
  return {
    rank: RANK,
    rate: tokens > MANY_TOKENS ? FAST_RATE : RATE,
    decay: DECAY,
    epochs: Math.min(MOST_EPOCHS, Math.max(FEWEST_EPOCHS, Math.round(MOST_TOKENS / tokens))),
    // Few lessons are taken in small steps, so that there are enough of them.
    batch: Math.min(256, Math.max(64, Math.round(tokens / 120))),
    intraOpThreads,
    signal,
    onProgress: onTraining,
  };
}

function logProbabilities(traces: Traces, pairs: readonly number[]): Float32Array {
  return Float32Array.from(traces.rowsOf(pairs), (row) => traces.logProbabilities[row] ?? 0);
}

async function bestOf(
  options: LearnOptions,
  choices: readonly LearnedParts[],
  gate: DomainGate,
  held: readonly number[],
): Promise<Learned> {
  const lines = held.flatMap((pair) => {
    const line = options.pairs[pair];
    return line === undefined ? [] : [{ pair, ...line }];
  });
  const references = lines.map(({ toText }) => toText);
  const base = await translate(options, lines, undefined);
  const before = chrf(base, references);
  let best: Learned = { parts: {}, evaluation: { pairs: lines.length, before, after: before, examples: [] } };
  for (const parts of choices) {
    const adapted = await translate(options, lines, new LearnedModel(options.pairs, parts, gate));
    const after = chrf(adapted, references);
    if (after <= best.evaluation.after) continue;
    const examples = lines
      .map(({ fromText, toText }, at) => ({
        source: fromText,
        reference: toText,
        before: base[at] ?? '',
        after: adapted[at] ?? '',
      }))
      .filter(({ before: was, after: is }) => was !== is)
      .slice(0, EXAMPLES);
    best = { parts, evaluation: { pairs: lines.length, before, after, examples } };
  }
  return best;
}

async function translate(
  { model, from, to, domain, caller, signal }: LearnOptions,
  lines: readonly { readonly pair: number; readonly fromText: string }[],
  learned: LearnedModel | undefined,
): Promise<readonly string[]> {
  const requests = lines.map(({ pair, fromText }): SentenceRequest => {
    const adaptation = learned?.adapt(fromText, pair);
    const request = { from, to, domain, source: [{ kind: 'text' as const, text: fromText }] };
    return adaptation === undefined ? request : { ...request, adaptation };
  });
  const results = await model.translate(requests, { caller, priority: 'background', signal });
  return results.map(({ target }) => textOf(target));
}

export function textOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
