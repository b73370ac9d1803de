import {
  buildDomainIndex,
  type DomainIndex,
  LearnedModel,
  type LearnedParts,
} from '../adaptation/learned-model.js';
import { NO_NEIGHBOURS } from '../adaptation/parameters.js';
import { type SentencePair, unpackPairs } from '../adaptation/sentence-pair.js';
import type { TokenTable } from '../model/folder/tables.js';
import type { TaskContext } from '../threads/task.js';
import { buildDatastore } from './datastore.js';
import { headOptions } from './head-options.js';
import { type TrainedHead, trainHead } from './head-training.js';
import { holdOut } from './held-out.js';
import { principalDirections } from './projection.js';
import { type TraceData, Traces } from './traces.js';
import { tune } from './tuning.js';

export interface FitInput {
  readonly packedPairs: string;
  readonly traces: TraceData;
  /** Undefined where the base model keeps it to itself: then there is no head. */
  readonly layer: TokenTable | undefined;
  readonly intraOpThreads: number;
}

export interface Fitted {
  /** What may serve, the best first. */
  readonly choices: readonly LearnedParts[];
  /** Epochs that the head was trained for; undefined where it did not help. */
  readonly epochs: number | undefined;
  readonly index: DomainIndex;
}

/** Numbers per row of the datastore; see `principalDirections`. */
const STATE_WIDTH = 96;
const FEWEST_TUNING_PAIRS = 30;

/** Everything of a training that computes without translating: projection, datastore, head, interpolation weight. */
export async function run(
  { packedPairs, traces: data, layer, intraOpThreads }: FitInput,
  { signal, progress }: TaskContext,
): Promise<Fitted> {
  const pairs = unpackPairs(packedPairs);
  const traces = new Traces(data);
  const { kept, tuning } = holdOut(pairs.length);
  const projection = await principalDirections(traces, STATE_WIDTH);
  const datastore = await buildDatastore(traces, projection, STATE_WIDTH);
  const rows = traces.rowsOf(kept);
  const options = headOptions(rows.length, { intraOpThreads, signal, onProgress: progress });
  const head = layer && (await trainHead(traces, rows, traces.rowsOf(tuning), layer, options));
  signal.throwIfAborted();
  const index = buildDomainIndex(
    pairs,
    kept.flatMap((pair) => pairs[pair] ?? []),
  );
  const headOnly = { states: datastore, offsets: traces.offsets, parameters: NO_NEIGHBOURS };
  const interpolated = {
    ...headOnly,
    parameters: parametersOf(traces, pairs, { kept, tuning }, head, new LearnedModel(headOnly, index)),
  };
  return {
    choices: [
      ...(head === undefined ? [] : [{ ...interpolated, head: head.head, headShare: head.share }]),
      interpolated,
      headOnly,
    ],
    epochs: head?.epochs,
    index,
  };
}

/** A handful of pairs says little about neighbours; then all pairs are used, each against the others. */
function parametersOf(
  traces: Traces,
  pairs: readonly SentencePair[],
  { kept, tuning }: { readonly kept: readonly number[]; readonly tuning: readonly number[] },
  head: TrainedHead | undefined,
  searcher: LearnedModel,
) {
  const few = tuning.length < FEWEST_TUNING_PAIRS;
  const tuningPairs = few ? [...kept, ...tuning] : tuning;
  const unchanged = Float32Array.from(traces.rowsOf(tuningPairs), (row) => traces.logProbabilities[row] ?? 0);
  const logProbabilities = (few ? undefined : head?.heldOut) ?? unchanged;
  return tune(traces, tuningPairs, logProbabilities, (pair) =>
    searcher.searchFor(pairs[pair]?.fromText ?? '', pair),
  ).parameters;
}
