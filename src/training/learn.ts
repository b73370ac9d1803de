import type { Lang } from '../lang.js';
import type { Domain, ModelPort, SentenceRequest, TargetPart } from '../model/port.js';
import { chrf } from '../quality/chrf.js';
import { DomainGate } from './domain-gate.js';
import { type HeadTrainingOptions, retrainHead, trainHead } from './head-training.js';
import { LearnedModel, type LearnedParts } from './learned-model.js';
import { principalDirections } from './projection.js';
import { storeStates } from './stored-states.js';
import type { Traces } from './traces.js';
import { SILENT, tune } from './tuning.js';
import type { SentencePair } from './upload.js';

export interface LearnOptions {
  readonly model: ModelPort;
  readonly from: Lang;
  readonly to: Lang;
  readonly domain: Domain;
  readonly pairs: readonly SentencePair[];
  readonly traces: Traces;
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
const STATE_WIDTH = 96;
/** Few states are soon learnt by heart; many have more to teach than a narrow head can hold. */
const NARROW_HEAD = { rank: 64, dropout: 0 };
const WIDE_HEAD = { rank: 256, dropout: 0.3 };
const HEAD_RATE = 2e-3;
const HEAD_DECAY = 0.01;
/** Up to so many states a head is trained once more when everything is chosen, with what was held out. */
const MOST_ROWS_TWICE = 60_000;
const MOST_HELD_OUT = 300;
const HELD_OUT_SHARE = 0.2;
/** chrF by which one line comes out lower or higher by chance; the choice was made by probabilities, which vary less. */
const CHANCE = 5;
const BLOCKS = 6;
const FEWEST_TUNING_PAIRS = 30;
const EXAMPLES = 3;

/**
 * From traces to a model: a part of the pairs is held out; of these, one half chooses the parameters and the other
 * measures the outcome. Should the outcome be worse than the base model, the head goes; should that not help, the voters.
 */
export async function learn(options: LearnOptions): Promise<Learned> {
  const { traces, pairs, model, from, to, signal } = options;
  const { kept, tuning, evaluation } = split(pairs.length);
  const layer = await model.outputLayer(from, to);
  const projection = await principalDirections(traces, STATE_WIDTH);
  const states = await storeStates(traces, projection, STATE_WIDTH);
  const gate = new DomainGate(kept.map((pair) => pairs[pair]?.fromText ?? ''));
  const rows = traces.rowsOf(kept);
  const training = headTraining(options, rows.length);
  const head = layer && (await trainHead(traces, rows, traces.rowsOf(tuning), layer, training));
  signal.throwIfAborted();
  const silent = { states, offsets: traces.offsets, parameters: SILENT };
  const searcher = new LearnedModel(pairs, silent, gate);
  // A handful of pairs says little about the voters; then all may speak, each about the others.
  const few = tuning.length < FEWEST_TUNING_PAIRS;
  const judges = few ? [...kept, ...tuning] : tuning;
  const known = (few ? undefined : head?.heldOut) ?? logProbabilities(traces, judges);
  const { parameters } = tune(traces, judges, known, (pair) =>
    searcher.voters(pairs[pair]?.fromText ?? '', pair),
  );
  const voting = { ...silent, parameters };
  const choices: LearnedParts[] = [
    ...(head === undefined ? [] : [{ ...voting, head: head.head, headShare: head.share }]),
    voting,
    silent,
  ];
  await options.onEvaluating();
  const learned = await firstThatHelps(options, choices, gate, evaluation);
  const everything = traces.rowsOf(pairs.map((_, pair) => pair));
  if (learned.parts.head === undefined || head === undefined || layer === undefined) return learned;
  if (everything.length > MOST_ROWS_TWICE) return learned;
  const whole = await retrainHead(traces, everything, layer, training, head.epochs);
  return { ...learned, parts: { ...learned.parts, head: whole } };
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

function headTraining(
  { signal, intraOpThreads, onTraining }: LearnOptions,
  rows: number,
): HeadTrainingOptions {
  return {
    ...(rows > MOST_ROWS_TWICE ? WIDE_HEAD : NARROW_HEAD),
    rate: HEAD_RATE,
    decay: HEAD_DECAY,
    // Few states are learnt by heart in many rounds; many states need few.
    epochs: Math.min(5, Math.max(3, Math.round(50_000 / rows) + 2)),
    batch: Math.min(256, Math.max(32, 2 ** Math.floor(Math.log2(rows / 32)))),
    intraOpThreads,
    signal,
    onProgress: onTraining,
  };
}

function logProbabilities(traces: Traces, pairs: readonly number[]): Float32Array {
  return Float32Array.from(traces.rowsOf(pairs), (row) => traces.logProbabilities[row] ?? 0);
}

async function firstThatHelps(
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
  let last: Learned | undefined;
  for (const parts of choices) {
    const adapted = await translate(options, lines, new LearnedModel(options.pairs, parts, gate));
    const after = chrf(adapted, references);
    const examples = lines
      .map(({ fromText, toText }, at) => ({
        source: fromText,
        reference: toText,
        before: base[at] ?? '',
        after: adapted[at] ?? '',
      }))
      .filter(({ before: was, after: is }) => was !== is)
      .slice(0, EXAMPLES);
    last = { parts, evaluation: { pairs: lines.length, before, after, examples } };
    if (after >= before - CHANCE / Math.sqrt(lines.length)) break;
  }
  if (last === undefined) throw new Error('There is always a choice.');
  return last;
}

async function translate(
  { model, from, to, domain, caller, signal }: LearnOptions,
  lines: readonly { readonly pair: number; readonly fromText: string }[],
  learned: LearnedModel | undefined,
): Promise<readonly string[]> {
  const kinds = learned?.kinds(lines.map(({ fromText }) => fromText)) ?? [];
  const requests = lines.map(({ pair, fromText }, at): SentenceRequest => {
    const adaptation = learned?.adapt(fromText, kinds[at] ?? 0, pair);
    const request = { from, to, domain, source: [{ kind: 'text' as const, text: fromText }] };
    return adaptation === undefined ? request : { ...request, adaptation };
  });
  const results = await model.translate(requests, { caller, priority: 'background', signal });
  return results.map(({ target }) => textOf(target));
}

export function textOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
