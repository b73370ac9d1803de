import { Tensor } from 'onnxruntime-node';
import type { Lang } from '../../lang.js';
import type { Manifest } from '../folder/manifest.js';
import { RowMasks } from './masks.js';
import type { Sessions } from './session.js';
import type { Shortlists } from './shortlist.js';
import type { OutputRequest, RowView } from './step.js';

/** The output layer with all tokens. */
const WHOLE = 'output.onnx';

/** What the output layer says about some rows, in their order. */
type View = (index: number) => RowView;
type Feeds = Record<string, Tensor>;

/** The output layers of a model: the whole one, and those with the tokens of one language. */
export class OutputGraphs {
  readonly #masks = new Map<string, RowMasks>();

  readonly #manifest: Manifest;
  readonly #shortlists: Shortlists;
  readonly #sessions: Sessions;

  constructor(manifest: Manifest, shortlists: Shortlists, sessions: Sessions) {
    this.#manifest = manifest;
    this.#shortlists = shortlists;
    this.#sessions = sessions;
  }

  /**
   * `hidden` holds the states of the rows, one behind the other. Their requests differ in nothing but the sentence shortlist.
   */
  async read(hidden: Float32Array, requests: readonly OutputRequest[]): Promise<View> {
    const { width } = this.#manifest.shape;
    const rows = requests.length;
    const [first] = requests;
    if (first === undefined) throw new Error('The output layer was asked about no rows.');
    const { top, scores } = first;
    const { file, feeds } = this.#graph(first.languageShortlist, requests);
    const session = await this.#sessions.of(file);
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

  /** The graph that serves all rows, and what it needs besides their states. */
  #graph(
    lang: Lang | undefined,
    requests: readonly OutputRequest[],
  ): { readonly file: string; readonly feeds: Feeds } {
    const { shortlist, outputs } = this.#manifest;
    const file = lang === undefined ? undefined : outputs?.[lang];
    if (lang === undefined || file === undefined) return { file: WHOLE, feeds: {} };
    if (shortlist === undefined) return { file, feeds: {} };
    const masks = this.#masks.get(lang) ?? new RowMasks(this.#shortlists, lang);
    this.#masks.set(lang, masks);
    return { file, feeds: { mask: masks.of(requests) } };
  }
}
