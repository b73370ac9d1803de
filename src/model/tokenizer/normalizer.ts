import { Charsmap } from './charsmap.js';
import type { ModelProto, NormalizerSpec } from './model-proto.js';
import { PieceTrie } from './piece-trie.js';

const BLANK = 0x20;
/** `▁` in UTF-8. */
const ESCAPED_BLANK = [0xe2, 0x96, 0x81] as const;

/** Length in bytes of a character of UTF-8, by its first byte. */
export function characterLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Writes a text as SentencePiece does before it looks for pieces; user-defined symbols stay what they are. */
export class Normalizer {
  readonly #spec: NormalizerSpec;
  readonly #charsmap: Charsmap;
  readonly #symbols: PieceTrie;
  readonly #blank: readonly number[];

  constructor(model: ModelProto) {
    this.#spec = model.normalizer;
    this.#charsmap = new Charsmap(this.#spec.charsmap);
    this.#symbols = new PieceTrie(model, model.ids('user'));
    this.#blank = this.#spec.escapeWhitespaces ? ESCAPED_BLANK : [BLANK];
  }

  /** The bytes of the text in UTF-8; a lone surrogate counts as U+FFFD. */
  normalize(text: string): number[] {
    const { addDummyPrefix, removeExtraWhitespaces } = this.#spec;
    const input = Buffer.from(text, 'utf8');
    if (input.length === 0) return [];
    const output = addDummyPrefix ? [...this.#blank] : [];
    let blankBefore = removeExtraWhitespaces;
    const write = (bytes: Uint8Array, from: number, to: number) => {
      let at = from;
      while (blankBefore && at < to && bytes[at] === BLANK) at++;
      if (at === to) return;
      for (; at < to; at++) {
        const byte = bytes[at] ?? 0;
        if (byte === BLANK) output.push(...this.#blank);
        else output.push(byte);
      }
      blankBefore = removeExtraWhitespaces && bytes[to - 1] === BLANK;
    };
    for (let at = 0; at < input.length; ) {
      const symbol = this.#symbols.longest(input, at);
      const replacement = symbol > 0 ? undefined : this.#charsmap.longest(input, at);
      if (replacement === undefined) {
        const length = symbol > 0 ? symbol : characterLength(input[at] ?? 0);
        write(input, at, at + length);
        at += length;
      } else {
        write(replacement.bytes, 0, replacement.bytes.length);
        at += replacement.length;
      }
    }
    if (removeExtraWhitespaces) this.#trimEnd(output);
    return output;
  }

  #trimEnd(output: number[]): void {
    const { length } = this.#blank;
    while (this.#blank.every((byte, i) => output[output.length - length + i] === byte))
      output.length -= length;
  }
}
