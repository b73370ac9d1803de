import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Manifest } from '../folder/manifest.js';
import { openSession } from './session.js';
import type { OutputNeed, RowView } from './step.js';

/** The output layer with all tokens. */
const WHOLE = 'output.onnx';

/** What the output layer says about some rows, in their order. */
type View = (index: number) => RowView;

/**
 * The output layers of a model: the whole one and those with the tokens of one language. Each is opened when a
 * sentence first needs it and stays, so that a language that nobody asks for takes no memory.
 */
export class OutputGraphs {
  readonly #open = new Map<string, Promise<InferenceSession>>();

  constructor(
    private readonly folder: string,
    private readonly manifest: Manifest,
    private readonly intraOpThreads: number,
  ) {}

  /** `hidden` holds the states of the rows, one behind the other. */
  async read(hidden: Float32Array, { list, top, scores }: OutputNeed): Promise<View> {
    const { width } = this.manifest.shape;
    const rows = hidden.length / width;
    const session = await this.#session(list);
    const feeds = {
      hidden: new Tensor('float32', hidden, [rows, width]),
      top: new Tensor('int64', BigInt64Array.of(BigInt(top)), [1]),
    };
    const wanted = ['top_ids', 'top_scores', ...(scores ? ['scores'] : [])];
    const out = await session.run(feeds, wanted);
    const topIds = out.top_ids?.data;
    const topScores = out.top_scores?.data;
    const all = out.scores?.data ?? new Float32Array();
    if (
      !(topIds instanceof BigInt64Array && topScores instanceof Float32Array && all instanceof Float32Array)
    )
      throw new Error('The output layer gave tensors of other types.');
    const size = all.length / rows;
    return (index) => ({
      topIds: topIds.subarray(index * top, (index + 1) * top),
      topScores: topScores.subarray(index * top, (index + 1) * top),
      scores: all.subarray(index * size, (index + 1) * size),
      hidden: hidden.subarray(index * width, (index + 1) * width),
    });
  }

  async close(): Promise<void> {
    for (const session of this.#open.values()) await (await session).release();
  }

  #session(list: string | undefined): Promise<InferenceSession> {
    const file = (list === undefined ? undefined : this.manifest.outputs?.[list]) ?? WHOLE;
    let session = this.#open.get(file);
    if (session === undefined) {
      session = openSession(join(this.folder, file), this.intraOpThreads);
      this.#open.set(file, session);
    }
    return session;
  }
}
