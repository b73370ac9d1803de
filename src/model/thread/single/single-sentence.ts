import { Tensor } from 'onnxruntime-node';
import type { Manifest } from '../../folder/manifest.js';
import type { TokenTable, TokenTables } from '../../folder/tables.js';
import { type BatchState, HIDDEN } from '../batch/batch-state.js';
import type { LayerCache } from '../batch/column-cache.js';
import { type Embedding, writeColumns, writeScales } from '../batch/embedding.js';
import { lowHalves } from '../batch/low-halves.js';
import type { EngineSettings } from '../job.js';
import { isCrowded, type Sessions } from '../session.js';
import type { RowView, Sentence } from '../step.js';

/** The draft grows only while all its tokens are right with this probability. */
const ACCEPTANCE_THRESHOLD = 0.6;
/** What single-sentence decoding never looks at. */
const NOTHING = new Float32Array();

type Feeds = Record<string, Tensor>;
type Fetches = Record<string, Tensor | null>;

/** What stays from one step of a sentence to the next; forgotten with it. */
interface StepInputs {
  /** Keys and values of the source, and the output rows of the sentence shortlist. */
  readonly constant: Feeds;
  /** Draft tokens behind the one that was chosen last. */
  draft: readonly number[];
}

/** The best tokens of every row, and the draft behind the last row whose draft token was accepted. */
interface StepOutputs {
  readonly view: (row: number) => RowView;
  readonly draft: readonly number[];
}

/**
 * Speculative decoding (Leviathan et al. 2023) of a sentence that is alone in its batch, greedy and with a shortlist of its
 * own: one that comes while every thread has at most one to do, because the graph takes memory in each of them, which does not pay
 * for the last sentence of a batch. A step verifies a draft of the next tokens together with the token that is due and keeps as many as the sentence
 * would have chosen itself. But for the rounding of sums the result is the same as without a draft.
 */
export class SingleSentenceDecoder {
  readonly #inputs = new WeakMap<Sentence, StepInputs>();
  readonly #draftLength: number;

  readonly #manifest: Manifest;
  readonly #tables: TokenTables;
  readonly #embedding: Embedding;
  readonly #sessions: Sessions;
  readonly #settings: EngineSettings;

  constructor(
    manifest: Manifest,
    tables: TokenTables,
    embedding: Embedding,
    sessions: Sessions,
    settings: EngineSettings,
  ) {
    this.#manifest = manifest;
    this.#tables = tables;
    this.#embedding = embedding;
    this.#sessions = sessions;
    this.#settings = settings;
    this.#draftLength = tables.draftHead === undefined ? 0 : settings.draftLength;
  }

  /** Most rows that a step has. */
  get rows(): number {
    return this.#draftLength === 2 ? 4 : 1 + this.#draftLength;
  }

  /** Takes a step with the only sentence of the batch; false where there are others or it needs more. */
  async step(state: BatchState): Promise<boolean> {
    const [slot] = state.slots;
    if (state.count !== 1 || state.beams !== 1 || slot === undefined) return false;
    const { sentence } = slot;
    const { sentenceShortlist, languageShortlist: lang } = sentence.request;
    if (sentenceShortlist === undefined || lang === undefined) return false;
    const graph = this.#manifest.shortlist?.singleSentence[lang];
    if (graph === undefined) return false;
    const begun = this.#inputs.get(sentence);
    if (begun === undefined && (slot.used > 0 || isCrowded(this.#settings))) return false;
    const inputs = begun ?? this.#prepare(sentence);
    const [token = 0] = sentence.inputs;
    const tokens = [token, ...inputs.draft];
    // Products take rows by one, two and four: three would read all weights twice. Nothing follows an end.
    if (tokens.length === 3) tokens.push(this.#manifest.tokens.eos);
    const outputs = await this.#run(graph, state, sentence, inputs.constant, tokens);
    inputs.draft = this.#advance(state, sentence, tokens, outputs);
    return true;
  }

  /** Lets the sentence choose as long as it accepts the draft; returns the draft for its next step. */
  #advance(
    state: BatchState,
    sentence: Sentence,
    tokens: readonly number[],
    outputs: StepOutputs,
  ): readonly number[] {
    for (let row = 0; ; row++) {
      const view = outputs.view(row);
      sentence.advance(() => view);
      state.advance(row);
      const [chosen] = sentence.inputs;
      // Rules may have chosen another token than the best: the draft does not follow that one.
      if (sentence.done || chosen !== view.topIds[0]) return [];
      if (chosen === tokens[row + 1]) continue;
      const end = outputs.draft.indexOf(this.#manifest.tokens.eos);
      return end < 0 ? outputs.draft : outputs.draft.slice(0, end);
    }
  }

  async #run(
    graph: string,
    state: BatchState,
    sentence: Sentence,
    constant: Feeds,
    tokens: readonly number[],
  ): Promise<StepOutputs> {
    const { width, heads, decoderLayers, positions: most } = this.#manifest.shape;
    const { top } = sentence.request;
    const rows = tokens.length;
    const { columns } = state;
    const { mask } = state.inputs();
    const [slot] = state.slots;
    const written = slot?.seen[0]?.length ?? 0;
    const embedded = new Float32Array(rows * width);
    for (const [row, token] of tokens.entries()) {
      this.#embedding.write(token, Math.min(written + 1 + row, most - 1), embedded, row * width);
    }
    const feeds: Feeds = {
      ...constant,
      embedded: new Tensor('float32', embedded, [rows, width]),
      mask: new Tensor('float32', maskOf(mask, rows), [1, 1, rows, 1, columns + rows]),
    };
    const bestIds = new BigInt64Array(rows * top);
    const topIds = new Int32Array(rows * top);
    const topScores = new Float32Array(rows * top);
    const fetches: Fetches = {
      top_ids: new Tensor('int64', bestIds, [rows, top]),
      top_scores: new Tensor('float32', topScores, [rows, top]),
    };
    if (this.#tables.draftHead !== undefined) {
      const expected = BigInt64Array.from(tokens, (_, row) => BigInt(tokens[row + 1] ?? -1));
      feeds.expected = new Tensor('int64', expected, [rows, 1]);
      fetches.draft_tokens = null;
    }
    const head = width / heads;
    const keysOf = ({ keys }: LayerCache, count: number) =>
      new Tensor('float32', keys, [1, heads, 1, head, count]);
    const valuesOf = ({ values }: LayerCache, count: number) =>
      new Tensor('float32', values, [1, heads, 1, count, head]);
    for (let i = 0; i < decoderLayers; i++) {
      // Taken anew in every step: a batch that grows moves into other buffers, and gives these to others.
      const [past, source, fresh] = [state.past(i), state.source(i), state.fresh(i, rows)];
      feeds[`past_k_${i}`] = keysOf(past, columns);
      feeds[`past_v_${i}`] = valuesOf(past, columns);
      feeds[`cross_k_${i}`] = keysOf(source, state.sourceColumns);
      feeds[`cross_v_${i}`] = valuesOf(source, state.sourceColumns);
      fetches[`k_${i}`] = new Tensor('float32', fresh.keys, [rows, width]);
      fetches[`v_${i}`] = new Tensor('float32', fresh.values, [rows, width]);
    }
    const session = await this.#sessions.of(graph);
    const { draft_tokens: draft } = await session.run(feeds, fetches);
    lowHalves(bestIds, topIds);
    return {
      view: (row) => ({
        topIds: topIds.subarray(row * top, (row + 1) * top),
        topScores: topScores.subarray(row * top, (row + 1) * top),
        scores: NOTHING,
        hidden: NOTHING,
      }),
      draft: draft?.data instanceof Int32Array ? [...draft.data] : [],
    };
  }

  #prepare(sentence: Sentence): StepInputs {
    const { sentenceShortlist = new Int32Array(), top } = sentence.request;
    const tokens = new Tensor('int32', sentenceShortlist, [sentenceShortlist.length]);
    const constant: Feeds = {
      ...columns('', this.#tables.embedding, sentenceShortlist),
      tokens,
      top: new Tensor('int64', BigInt64Array.of(BigInt(top)), [1]),
    };
    const { draftHead } = this.#tables;
    if (draftHead !== undefined) {
      Object.assign(constant, columns('draft_', draftHead, sentenceShortlist));
      constant.draft_length = new Tensor('int64', BigInt64Array.of(BigInt(this.#draftLength)), []);
      constant.acceptance_threshold = new Tensor('float32', Float32Array.of(ACCEPTANCE_THRESHOLD), []);
    }
    const inputs: StepInputs = { constant, draft: [] };
    this.#inputs.set(sentence, inputs);
    return inputs;
  }
}

/** The rows of some tokens in an output layer, as inputs with these names. */
function columns(prefix: string, table: TokenTable, tokens: Int32Array): Feeds {
  const count = tokens.length;
  const rows = new Int8Array(table.width * count);
  const scales = new Float32Array(count);
  writeColumns(table, tokens, rows, 0, count);
  writeScales(table, tokens, scales, 0);
  return {
    [`${prefix}rows`]: new Tensor('int8', rows, [table.width, count]),
    [`${prefix}scales`]: new Tensor('float32', scales, [count]),
  };
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
