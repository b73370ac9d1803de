import type { OutputHead } from '../../model/adaptation.js';
import type { TokenTable } from '../../model/folder/tables.js';
import type { TaskContext } from '../../threads/task.js';
import { type ForcedOutputData, ForcedOutputs } from './forced-outputs.js';
import { headOptions } from './head-options.js';
import { retrainHead } from './head-training.js';
import { holdOut } from './held-out.js';

export interface RefitInput {
  readonly forced: ForcedOutputData;
  readonly layer: TokenTable;
  readonly epochs: number;
  readonly intraOpThreads: number;
}

/** Trains the head once more when everything is chosen, with what was held out. */
export async function run(
  { forced: data, layer, epochs, intraOpThreads }: RefitInput,
  { signal }: TaskContext,
): Promise<OutputHead> {
  const forced = new ForcedOutputs(data);
  const pairs = data.offsets.length - 1;
  const { kept } = holdOut(pairs);
  const options = headOptions(forced.rowsOf(kept).length, { intraOpThreads, signal });
  const everything = Int32Array.from({ length: forced.rows }, (_, row) => row);
  return await retrainHead(forced, everything, layer, options, epochs);
}
