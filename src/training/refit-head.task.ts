import type { OutputHead } from '../model/adaptation.js';
import type { TokenTable } from '../model/folder/tables.js';
import type { TaskContext } from '../threads/task.js';
import { headOptions } from './head-options.js';
import { retrainHead } from './head-training.js';
import { holdOut } from './held-out.js';
import { type TraceData, Traces } from './traces.js';

export interface RefitInput {
  readonly traces: TraceData;
  readonly layer: TokenTable;
  readonly epochs: number;
  readonly intraOpThreads: number;
}

/** Trains the head once more when everything is chosen, with what was held out. */
export async function run(
  { traces: data, layer, epochs, intraOpThreads }: RefitInput,
  { signal }: TaskContext,
): Promise<OutputHead> {
  const traces = new Traces(data);
  const pairs = data.offsets.length - 1;
  const { kept } = holdOut(pairs);
  const options = headOptions(traces.rowsOf(kept).length, { intraOpThreads, signal });
  const everything = Int32Array.from({ length: traces.rows }, (_, row) => row);
  return await retrainHead(traces, everything, layer, options, epochs);
}
