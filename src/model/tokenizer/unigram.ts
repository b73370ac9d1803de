import type { ModelProto } from './model-proto.js';
import { characterLength } from './normalizer.js';
import { NOWHERE, PieceTrie, ROOT } from './piece-trie.js';

/** An unknown character costs this much more than the rarest piece. */
const UNKNOWN_PENALTY = 10;
/** What SentencePiece compares the scores with to find the highest: the smallest positive float. */
const LEAST_POSITIVE = 2 ** -126;

/**
 * The segmentation of highest probability, each piece being as probable as the vocabulary says (Kudo 2018, "Subword
 * Regularization"): Viterbi over the bytes of a normalised text. A path's score is rounded to 32 bits where it is stored
 * and nowhere else, as in SentencePiece, and of two equal paths the first one found stays: ties fall as they did in training.
 */
export class UnigramModel {
  readonly #trie: PieceTrie;
  /** What each piece adds to a path. */
  readonly #scores: Float64Array;
  readonly #unknown: number;
  readonly #unknownScore: number;
  /** Byte → id; empty where unknown characters are not written in bytes. */
  readonly #bytes: number[] = [];

  constructor(model: ModelProto) {
    const normal = model.ids('normal');
    const symbols = model.ids('user');
    this.#trie = new PieceTrie(model, [...normal, ...symbols]);
    this.#scores = new Float64Array(model.scores);
    let least = Number.POSITIVE_INFINITY;
    let most = LEAST_POSITIVE;
    for (const id of normal) {
      const score = model.scores[id] ?? 0;
      least = Math.min(least, score);
      most = Math.max(most, score);
    }
    // High enough that a symbol is never cut.
    for (const id of symbols) this.#scores[id] = Math.fround(most * model.size(id)) - 0.1;
    this.#unknown = model.ids('unknown')[0] ?? -1;
    this.#unknownScore = Math.fround(least - UNKNOWN_PENALTY);
    const bytes = model.trainer.byteFallback ? model.ids('byte') : [];
    for (const id of bytes) this.#bytes[model.byte(id)] = id;
  }

  encode(text: readonly number[]): number[] {
    const scores = new Float32Array(text.length + 1);
    /** Where the last piece of the best path to each place begins; -1: no path leads there yet. */
    const starts = new Int32Array(text.length + 1).fill(-1);
    const ids = new Int32Array(text.length + 1);
    for (let start = 0; start < text.length; ) {
      const before = scores[start] ?? 0;
      const offer = (end: number, id: number, score: number) => {
        if (starts[end] !== -1 && score + before <= (scores[end] ?? 0)) return;
        scores[end] = score + before;
        starts[end] = start;
        ids[end] = id;
      };
      const next = Math.min(start + characterLength(text[start] ?? 0), text.length);
      let known = false;
      let node = ROOT;
      for (let end = start + 1; end <= text.length; end++) {
        node = this.#trie.next(node, text[end - 1] ?? 0);
        if (node === NOWHERE) break;
        const id = this.#trie.idAt(node);
        if (id < 0) continue;
        offer(end, id, this.#scores[id] ?? 0);
        if (end === next) known = true;
      }
      if (!known) offer(next, this.#unknown, this.#unknownScore);
      start = next;
    }
    return this.#path(text, starts, ids);
  }

  /** From the end to the beginning, which is turned round. */
  #path(text: readonly number[], starts: Int32Array, ids: Int32Array): number[] {
    const path: number[] = [];
    for (let end = text.length; end > 0; ) {
      const start = starts[end] ?? 0;
      const id = ids[end] ?? this.#unknown;
      if (id !== this.#unknown) path.push(id);
      else if (this.#bytes.length > 0) {
        for (let at = end - 1; at >= start; at--) path.push(this.#bytes[text[at] ?? 0] ?? id);
      } else if (path.at(-1) !== id) path.push(id);
      end = start;
    }
    return path.reverse();
  }
}
