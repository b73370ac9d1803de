import { BrokenModel } from './broken.js';

const FORMAT = 1;

/** What the table knows about one target language. */
interface Side {
  /** Tags of the source languages with enough text to learn from. */
  readonly sources: ReadonlySet<number>;
  /** Tokens that any sentence may use, ascending. */
  readonly frequent: Int32Array;
  /** Where the list of each source token begins. */
  readonly lists: Uint32Array;
}

/**
 * Which tokens of a target language a source token is translated with, as `trainer/lexicon.py` found them in the training
 * text. Numbers are LEB128: format, vocabulary, languages, and for each language its tag, the tags of the
 * source languages, its frequent tokens, and a list per source token; a list is its length, its first token, and the distances from one token to the next.
 */
export class LexicalTable {
  readonly #bytes: Uint8Array;
  readonly #sides: ReadonlyMap<number, Side>;

  private constructor(bytes: Uint8Array, sides: ReadonlyMap<number, Side>) {
    this.#bytes = bytes;
    this.#sides = sides;
  }

  /** @param name what to call the file when it cannot be read */
  static decode(bytes: Uint8Array, vocabulary: number, name: string): LexicalTable {
    const reader = new Reader(bytes, 0);
    if (reader.number() !== FORMAT || reader.number() !== vocabulary) {
      throw new BrokenModel(`${name} is no lexical table of this vocabulary; make it again.`);
    }
    const sides = new Map<number, Side>();
    for (let left = reader.number(); left > 0; left--) {
      const tag = reader.number();
      const sources = new Set(reader.list());
      const frequent = Int32Array.from(reader.list());
      const lists = new Uint32Array(vocabulary);
      for (let token = 0; token < vocabulary; token++) {
        lists[token] = reader.at;
        reader.skip();
      }
      sides.set(tag, { sources, frequent, lists });
    }
    if (reader.at !== bytes.length) throw new BrokenModel(`${name} is not whole; copy it again.`);
    return new LexicalTable(bytes, sides);
  }

  /** Tokens that any sentence in the language may use; undefined for a language that the table does not cover. */
  frequent(tag: number): Int32Array | undefined {
    return this.#sides.get(tag)?.frequent;
  }

  /** True when there was enough text in this direction to learn from. */
  covers(from: number, to: number): boolean {
    return this.#sides.get(to)?.sources.has(from) === true;
  }

  /** Tokens that a source token is translated with. */
  *translations(tag: number, token: number): Generator<number> {
    const at = this.#sides.get(tag)?.lists[token];
    if (at !== undefined) yield* new Reader(this.#bytes, at).list();
  }
}

class Reader {
  readonly #bytes: Uint8Array;

  constructor(
    bytes: Uint8Array,
    public at: number,
  ) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  *list(): Generator<number> {
    let token = 0;
    for (let left = this.number(); left > 0; left--) {
      token += this.number();
      yield token;
    }
  }

  skip(): void {
    for (let left = this.number(); left > 0 && this.at < this.#bytes.length; left--) this.number();
  }
}
