import type { Tensor } from 'onnxruntime-node';

/** One graph that can be computed, wherever that is. */
export interface GraphSession {
  /** Writes into the tensors of `fetches`; those that are null there, or all where there is none, come back fresh. */
  run(
    feeds: Readonly<Record<string, Tensor>>,
    fetches?: Readonly<Record<string, Tensor | null>>,
  ): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}
