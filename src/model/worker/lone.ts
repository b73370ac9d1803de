import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Manifest } from '../folder/manifest.js';
import type { EngineSettings } from './job.js';
import { Pace } from './pace.js';
import { nobodyElse, type Sessions } from './session.js';
import { HIDDEN, type Slots } from './slots.js';
import type { RowView, Sentence } from './step.js';

/** A further guess is made only where those before it are all right with this probability. */
const SURE = 0.6;
/** What a lone sentence never looks at. */
const NOTHING = new Float32Array();

type Feeds = Record<string, Tensor>;
type Fetches = Record<string, Tensor | null>;

/** What is known of a sentence from one step to the next; forgotten with it. */
interface Known {
  /** Keys and values of the source, and the rows of the sentence's own tokens. */
  readonly constant: Feeds;
  /** Tokens that may follow the one that was chosen last. */
  guesses: readonly number[];
}

/** What a step says: for every row its best tokens; and what could follow, if the best were chosen as far as they had been guessed. */
interface Said {
  readonly view: (row: number) => RowView;
  readonly guesses: readonly number[];
}

/**
 * Steps of a sentence that is alone in its batch, with one beam and tokens of its own. A step checks guesses of the next tokens
 * together with the token that is due: as many as are what the sentence itself chooses are kept. But for the rounding of sums the result is the same as without guesses.
 */
export class LoneSteps {
  readonly #known = new WeakMap<Sentence, Known>();
  readonly #guesses: number;
  readonly #pace = new Pace();

  constructor(
    private readonly manifest: Manifest,
    private readonly sessions: Sessions,
    private readonly settings: EngineSettings,
  ) {
    this.#guesses = manifest.lexicon?.guesses === true ? settings.guesses : 0;
  }

  /** Most rows that a step has. */
  get rows(): number {
    return this.#guesses === 2 ? 4 : 1 + this.#guesses;
  }

  /** Takes a step with the only sentence in these slots; false where there are others or it needs more. */
  async step(slots: Slots): Promise<boolean> {
    const [seat] = slots.seats;
    if (slots.count !== 1 || slots.beams !== 1 || seat === undefined) return false;
    const { sentence } = seat;
    const { own, list } = sentence.need;
    const graph = own === undefined || list === undefined ? undefined : this.manifest.lexicon?.lone[list];
    if (graph === undefined) return false;
    const known = this.#known.get(sentence) ?? (await this.#meet(slots, sentence));
    const [token = 0] = sentence.inputs;
    const tokens = [token, ...known.guesses];
    // Products take rows by one, two and four: three would read all weights twice. Nothing follows an end.
    if (tokens.length === 3) tokens.push(this.manifest.tokens.eos);
    const said = await this.#run(graph, slots, sentence, known.constant, tokens);
    known.guesses = this.#advance(slots, sentence, tokens, said);
    return true;
  }

  /** Lets the sentence choose as long as it chooses what was guessed; returns the guesses for its next step. */
  #advance(slots: Slots, sentence: Sentence, tokens: readonly number[], said: Said): readonly number[] {
    for (let row = 0; ; row++) {
      const view = said.view(row);
      sentence.advance(() => view);
      slots.tick();
      const [chosen] = sentence.inputs;
      // Rules may have chosen another token than the best: what was guessed does not follow that one.
      if (sentence.done || chosen !== Number(view.topIds[0])) return [];
      if (chosen === tokens[row + 1]) continue;
      const end = said.guesses.indexOf(this.manifest.tokens.eos);
      return end < 0 ? said.guesses : said.guesses.slice(0, end);
    }
  }

  async #run(
    graph: string,
    slots: Slots,
    sentence: Sentence,
    constant: Feeds,
    tokens: readonly number[],
  ): Promise<Said> {
    const { width, heads, decoderLayers, positions: most } = this.manifest.shape;
    const { top } = sentence.need;
    const rows = tokens.length;
    const span = slots.span;
    const [position = 1] = slots.inputs().positions;
    const positions = Int32Array.from(tokens, (_, row) => Math.min(position + row, most - 1));
    const feeds: Feeds = {
      ...constant,
      ids: new Tensor('int32', Int32Array.from(tokens), [rows]),
      positions: new Tensor('int32', positions, [rows]),
      mask: new Tensor('float32', maskOf(slots.mask(), rows), [1, 1, rows, span + rows]),
    };
    const topIds = new BigInt64Array(rows * top);
    const topScores = new Float32Array(rows * top);
    const fetches: Fetches = {
      top_ids: new Tensor('int64', topIds, [rows, top]),
      top_scores: new Tensor('float32', topScores, [rows, top]),
    };
    if (this.manifest.lexicon?.guesses === true) {
      const expected = BigInt64Array.from(tokens, (_, row) => BigInt(tokens[row + 1] ?? -1));
      feeds.expected = new Tensor('int64', expected, [rows, 1]);
      fetches.guesses = null;
    }
    for (let i = 0; i < decoderLayers; i++) {
      const past = slots.past(i);
      const next = slots.next(i, rows);
      for (const part of ['k', 'v'] as const) {
        feeds[`past_${part}_${i}`] = new Tensor('float32', past[part], [span, 1, heads, width / heads]);
        fetches[`${part}_${i}`] = new Tensor('float32', next[part], [rows, width]);
      }
    }
    const { guesses } = await this.#timed(graph, feeds, fetches);
    return {
      view: (row) => ({
        topIds: topIds.subarray(row * top, (row + 1) * top),
        topScores: topScores.subarray(row * top, (row + 1) * top),
        scores: NOTHING,
        hidden: NOTHING,
      }),
      guesses: guesses?.data instanceof Int32Array ? [...guesses.data] : [],
    };
  }

  /** With several threads where nobody else needs them and they are faster. */
  async #timed(graph: string, feeds: Feeds, fetches: Fetches): Promise<InferenceSession.OnnxValueMapType> {
    const { loneThreads, intraOpThreads } = this.settings;
    const free = loneThreads > intraOpThreads && nobodyElse(this.settings);
    const together = free && this.#pace.together;
    const session = await this.sessions.of(graph, together ? loneThreads : intraOpThreads);
    const start = performance.now();
    const said = await session.run(feeds, fetches);
    if (free) this.#pace.note(together, performance.now() - start);
    return said;
  }

  async #meet(slots: Slots, sentence: Sentence): Promise<Known> {
    const { width, heads, decoderLayers } = this.manifest.shape;
    const { own = new Int32Array(), top } = sentence.need;
    const tokens = new Tensor('int32', own, [own.length]);
    const constant: Feeds = {
      ...(await (await this.sessions.of(this.manifest.lexicon?.rows ?? '')).run({ tokens })),
      tokens,
      top: new Tensor('int64', BigInt64Array.of(BigInt(top)), [1]),
    };
    if (this.manifest.lexicon?.guesses === true) {
      constant.ahead = new Tensor('int64', BigInt64Array.of(BigInt(this.#guesses)), []);
      constant.sure = new Tensor('float32', Float32Array.of(SURE), []);
    }
    for (let i = 0; i < decoderLayers; i++) {
      const cross = slots.cross(i);
      for (const part of ['k', 'v'] as const) {
        const dims = [slots.sourceLength, 1, heads, width / heads];
        constant[`cross_${part}_${i}`] = new Tensor('float32', cross[part], dims);
      }
    }
    const known: Known = { constant, guesses: [] };
    this.#known.set(sentence, known);
    return known;
  }
}

/** For every row what the first sees of the past, and of the new tokens those up to its own: [rows, past + rows]. */
function maskOf(past: Float32Array, rows: number): Float32Array {
  const columns = past.length + rows;
  const mask = new Float32Array(rows * columns).fill(HIDDEN);
  for (let row = 0; row < rows; row++) {
    mask.set(past, row * columns);
    mask.fill(0, row * columns + past.length, row * columns + past.length + row + 1);
  }
  return mask;
}
