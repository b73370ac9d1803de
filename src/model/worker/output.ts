import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Manifest } from '../folder/manifest.js';
import { RowMasks } from './masks.js';
import { openSession } from './session.js';
import type { Shortlists } from './shortlist.js';
import type { OutputNeed, RowView } from './step.js';

/** The output layer with all tokens. */
const WHOLE = 'output.onnx';

/** What the output layer says about some rows, in their order. */
type View = (index: number) => RowView;
type Feeds = Record<string, Tensor>;

/**
 * The output layers of a model: the whole one, those with the tokens of one language, and those for one sentence. Each is
 * opened when a sentence first needs it and stays, so that a language that nobody asks for takes no memory.
 */
export class OutputGraphs {
  readonly #open = new Map<string, Promise<InferenceSession>>();
  /** What a sentence's own tokens need, made at its first step and forgotten with it. */
  readonly #rows = new WeakMap<Int32Array, Promise<Feeds>>();
  readonly #masks = new Map<string, RowMasks>();

  constructor(
    private readonly folder: string,
    private readonly manifest: Manifest,
    private readonly shortlists: Shortlists,
    private readonly intraOpThreads: number,
  ) {}

  /**
   * `hidden` holds the states of the rows, one behind the other. They all belong to one sentence, or differ in nothing but
   * their own tokens.
   */
  async read(hidden: Float32Array, needs: readonly OutputNeed[]): Promise<View> {
    const { width } = this.manifest.shape;
    const rows = needs.length;
    const [first] = needs;
    if (first === undefined) throw new Error('The output layer was asked about no rows.');
    const { top, scores } = first;
    const { file, feeds } = await this.#graph(first, needs);
    const session = await this.#session(file);
    // Room of our own for the results: tensors that come out of the runtime keep the garbage collector busy.
    const topIds = new BigInt64Array(rows * top);
    const topScores = new Float32Array(rows * top);
    const out = await session.run(
      {
        ...feeds,
        hidden: new Tensor('float32', hidden, [rows, width]),
        top: new Tensor('int64', BigInt64Array.of(BigInt(top)), [1]),
      },
      {
        top_ids: new Tensor('int64', topIds, [rows, top]),
        top_scores: new Tensor('float32', topScores, [rows, top]),
        ...(scores ? { scores: null } : {}),
      },
    );
    const all = out.scores?.data ?? new Float32Array();
    if (!(all instanceof Float32Array)) throw new Error('The output layer gave scores of another type.');
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

  /** The graph that serves all rows, and what it needs besides their states. */
  async #graph(
    { list, own }: OutputNeed,
    needs: readonly OutputNeed[],
  ): Promise<{ readonly file: string; readonly feeds: Feeds }> {
    const { lexicon, outputs } = this.manifest;
    const language = list === undefined ? undefined : outputs?.[list];
    if (list === undefined || language === undefined) return { file: WHOLE, feeds: {} };
    const core = lexicon?.outputs[list];
    if (own !== undefined && core !== undefined && needs.every((need) => need.own === own)) {
      return { file: core, feeds: await this.#ownRows(own) };
    }
    if (lexicon === undefined) return { file: language, feeds: {} };
    const masks = this.#masks.get(list) ?? new RowMasks(this.shortlists, list);
    this.#masks.set(list, masks);
    return { file: language, feeds: { mask: masks.of(needs) } };
  }

  #ownRows(own: Int32Array): Promise<Feeds> {
    const known = this.#rows.get(own);
    if (known !== undefined) return known;
    const rows = this.#pick(own);
    this.#rows.set(own, rows);
    return rows;
  }

  async #pick(own: Int32Array): Promise<Feeds> {
    const tokens = new Tensor('int32', own, [own.length]);
    const session = await this.#session(this.manifest.lexicon?.rows ?? '');
    const { rows, scales } = await session.run({ tokens });
    if (rows === undefined || scales === undefined) throw new Error('The graph of rows gave none.');
    return { tokens, rows, scales };
  }

  #session(file: string): Promise<InferenceSession> {
    let session = this.#open.get(file);
    if (session === undefined) {
      session = openSession(join(this.folder, file), this.intraOpThreads);
      this.#open.set(file, session);
    }
    return session;
  }
}
