import {
  buildDomainIndex,
  type DomainIndex,
  LearnedModel,
  type LearnedParts,
} from '../../adaptation/learned-model.js';
import { NO_NEIGHBOURS } from '../../adaptation/parameters.js';
import { type SentencePair, unpackPairs } from '../../adaptation/sentence-pair.js';
import type { TokenTable } from '../../model/folder/tables.js';
import type { TaskContext } from '../../threads/task.js';
import { buildDatastore } from './datastore.js';
import { type ForcedOutputData, ForcedOutputs } from './forced-outputs.js';
import { headOptions } from './head-options.js';
import { type TrainedHead, trainHead } from './head-training.js';
import { holdOut } from './held-out.js';
import { principalDirections } from './projection.js';
import { tune } from './tuning.js';

export interface FitInput {
  readonly packedPairs: string;
  readonly forced: ForcedOutputData;
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
  { packedPairs, forced: data, layer, intraOpThreads }: FitInput,
  { signal, progress }: TaskContext,
): Promise<Fitted> {
  const pairs = unpackPairs(packedPairs);
  const forced = new ForcedOutputs(data);
  const { kept, tuning } = holdOut(pairs.length);
  const projection = await principalDirections(forced, STATE_WIDTH);
  const datastore = await buildDatastore(forced, projection, STATE_WIDTH);
  const rows = forced.rowsOf(kept);
  const options = headOptions(rows.length, { intraOpThreads, signal, onProgress: progress });
  const head = layer && (await trainHead(forced, rows, forced.rowsOf(tuning), layer, options));
  signal.throwIfAborted();
  const index = buildDomainIndex(
    pairs,
    kept.flatMap((pair) => pairs[pair] ?? []),
  );
  const headOnly = { states: datastore, offsets: forced.offsets, parameters: NO_NEIGHBOURS };
  const interpolated = {
    ...headOnly,
    parameters: parametersOf(forced, pairs, { kept, tuning }, head, new LearnedModel(headOnly, index)),
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
  forced: ForcedOutputs,
  pairs: readonly SentencePair[],
  { kept, tuning }: { readonly kept: readonly number[]; readonly tuning: readonly number[] },
  head: TrainedHead | undefined,
  searcher: LearnedModel,
) {
  const few = tuning.length < FEWEST_TUNING_PAIRS;
  const tuningPairs = few ? [...kept, ...tuning] : tuning;
  const unchanged = Float32Array.from(forced.rowsOf(tuningPairs), (row) => forced.logProbabilities[row] ?? 0);
  const logProbabilities = (few ? undefined : head?.heldOut) ?? unchanged;
  return tune(forced, tuningPairs, logProbabilities, (pair) =>
    searcher.searchFor(pairs[pair]?.fromText ?? '', pair),
  ).parameters;
}
