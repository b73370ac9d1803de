import { Tensor } from 'onnxruntime-node';
import type { Manifest } from '../folder/manifest.js';
import type { Sessions } from './session.js';
import type { Slots } from './slots.js';
import type { RowView, Sentence } from './step.js';

/** What a lone sentence never looks at. */
const NOTHING = new Float32Array();

type Feeds = Record<string, Tensor>;

/** Steps of a sentence that is alone in its batch, with one beam and tokens of its own: token in, best next tokens out. */
export class LoneSteps {
  /** What stays the same over the steps of a sentence, made at its first and forgotten with it. */
  readonly #constant = new WeakMap<Sentence, Promise<Feeds>>();

  constructor(
    private readonly manifest: Manifest,
    private readonly sessions: Sessions,
  ) {}

  /** What the model says about the only sentence in these slots; undefined where there are others or it needs more. */
  async view(slots: Slots): Promise<RowView | undefined> {
    const [seat] = slots.seats;
    if (slots.count !== 1 || slots.beams !== 1 || seat === undefined) return undefined;
    const { own, list } = seat.sentence.need;
    const graph = own === undefined || list === undefined ? undefined : this.manifest.lexicon?.lone[list];
    return graph === undefined ? undefined : this.#step(graph, slots, seat.sentence);
  }

  async #step(graph: string, slots: Slots, sentence: Sentence): Promise<RowView> {
    const { width, heads, decoderLayers } = this.manifest.shape;
    const { top } = sentence.need;
    const { ids, positions } = slots.inputs();
    const span = slots.span;
    const feeds: Feeds = {
      ...(await this.#constantFeeds(slots, sentence)),
      ids: new Tensor('int32', ids, [1]),
      positions: new Tensor('int32', positions, [1]),
      mask: new Tensor('float32', slots.mask(), [1, 1, 1, span]),
    };
    const topIds = new BigInt64Array(top);
    const topScores = new Float32Array(top);
    const fetches: Feeds = {
      top_ids: new Tensor('int64', topIds, [1, top]),
      top_scores: new Tensor('float32', topScores, [1, top]),
    };
    for (let i = 0; i < decoderLayers; i++) {
      const past = slots.past(i);
      const next = slots.next(i);
      for (const part of ['k', 'v'] as const) {
        feeds[`past_${part}_${i}`] = new Tensor('float32', past[part], [span, 1, heads, width / heads]);
        fetches[`${part}_${i}`] = new Tensor('float32', next[part], [1, width]);
      }
    }
    await (await this.sessions.of(graph)).run(feeds, fetches);
    return { topIds, topScores, scores: NOTHING, hidden: NOTHING };
  }

  #constantFeeds(slots: Slots, sentence: Sentence): Promise<Feeds> {
    const known = this.#constant.get(sentence);
    if (known !== undefined) return known;
    const feeds = this.#makeConstant(slots, sentence);
    this.#constant.set(sentence, feeds);
    return feeds;
  }

  /** Keys and values of the source, and the rows of the sentence's own tokens. */
  async #makeConstant(slots: Slots, { need }: Sentence): Promise<Feeds> {
    const { width, heads, decoderLayers } = this.manifest.shape;
    const own = need.own ?? new Int32Array();
    const tokens = new Tensor('int32', own, [own.length]);
    const picked = await (await this.sessions.of(this.manifest.lexicon?.rows ?? '')).run({ tokens });
    const { rows, scales } = picked;
    if (rows === undefined || scales === undefined) throw new Error('The graph of rows gave none.');
    const top = new Tensor('int64', BigInt64Array.of(BigInt(need.top)), [1]);
    const feeds: Feeds = { tokens, rows, scales, top };
    for (let i = 0; i < decoderLayers; i++) {
      const cross = slots.cross(i);
      for (const part of ['k', 'v'] as const) {
        const dims = [slots.sourceLength, 1, heads, width / heads];
        feeds[`cross_${part}_${i}`] = new Tensor('float32', cross[part], dims);
      }
    }
    return feeds;
  }
}
