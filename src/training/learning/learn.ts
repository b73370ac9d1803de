import { type DomainIndex, LearnedModel, type LearnedParts } from '../../adaptation/learned-model.js';
import { packPairs, type SentencePair } from '../../adaptation/sentence-pair.js';
import type { Lang } from '../../base/lang.js';
import type { Domain, ModelPort, SentenceRequest, TargetPart } from '../../model/model-port.js';
import { chrf } from '../../quality/chrf.js';
import type { ThreadPool } from '../../threads/thread-pool.js';
import { type TraceSpan, traced } from '../../tracing/trace-span.js';
import type { ForcedOutputData } from './forced-outputs.js';
import { MOST_ROWS_TWICE } from './head-options.js';
import { holdOut } from './held-out.js';
import { FIT, REFIT_HEAD } from './tasks.js';

export interface LearnOptions {
  readonly model: ModelPort;
  readonly from: Lang;
  readonly to: Lang;
  readonly domain: Domain;
  readonly pairs: readonly SentencePair[];
  readonly forced: ForcedOutputData;
  readonly threadPool: ThreadPool;
  /** Fairness unit of the sentences translated for the evaluation. */
  readonly fairnessKey: string;
  readonly intraOpThreads: number;
  readonly signal: AbortSignal;
  readonly trace?: TraceSpan | undefined;
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

/** chrF by which one line comes out lower or higher by chance; the choice was made by probabilities, which vary less. */
const CHANCE = 5;
const EXAMPLES = 3;

/**
 * From forced outputs to a model: a part of the pairs is held out; of these, one half chooses the parameters and the other
 * measures the outcome. Should the outcome be worse than the base model, the head goes; should that not help, the neighbours.
 */
export async function learn(options: LearnOptions): Promise<Learned> {
  const { forced, pairs, model, from, to, threadPool, intraOpThreads, signal, trace, onTraining } = options;
  const layer = await model.outputLayer(from, to);
  const { choices, epochs, index } = await traced(trace, 'training', () =>
    threadPool.run(
      FIT,
      { packedPairs: packPairs(pairs), forced, layer, intraOpThreads },
      { signal, onProgress: onTraining },
    ),
  );
  await options.onEvaluating();
  const learned = await traced(trace, 'evaluating', (span) =>
    firstThatHelps({ ...options, trace: span }, choices, index, holdOut(pairs.length).evaluation),
  );
  if (learned.parts.head === undefined || epochs === undefined || layer === undefined) return learned;
  if (forced.tokens.length > MOST_ROWS_TWICE) return learned;
  const head = await traced(trace, 'training', () =>
    threadPool.run(REFIT_HEAD, { forced, layer, epochs, intraOpThreads }, { signal }),
  );
  return { ...learned, parts: { ...learned.parts, head } };
}

async function firstThatHelps(
  options: LearnOptions,
  choices: readonly LearnedParts[],
  index: DomainIndex,
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
    const adapted = await translate(options, lines, new LearnedModel(parts, index));
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
  { model, from, to, domain, fairnessKey, signal, trace }: LearnOptions,
  lines: readonly { readonly pair: number; readonly fromText: string }[],
  learned: LearnedModel | undefined,
): Promise<readonly string[]> {
  const domainScores = learned?.domainScores(lines.map(({ fromText }) => fromText)) ?? [];
  const requests = lines.map(({ pair, fromText }, at): SentenceRequest => {
    const adaptation = learned?.adapt(fromText, domainScores[at] ?? 0, pair);
    const request = { from, to, domain, source: [{ kind: 'text' as const, text: fromText }] };
    return adaptation === undefined ? request : { ...request, adaptation };
  });
  const call = { fairnessKey, priority: 'background' as const, signal };
  const results = await traced(trace, 'model', (span) =>
    model.translate(requests, span === undefined ? call : { ...call, trace: span }),
  );
  return results.map(({ target }) => textOf(target));
}

export function textOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
