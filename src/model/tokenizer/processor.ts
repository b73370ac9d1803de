import { isUtf8 } from 'node:buffer';
import { ModelProto } from './model-proto.js';
import { characterLength, Normalizer } from './normalizer.js';
import { UnigramModel } from './unigram.js';

const ESCAPED_BLANK = '▁';

/**
 * SentencePiece's unigram model, written anew: its ids and texts are those of the original, which the trainer uses. The
 * original in WebAssembly would be compiled in every thread again.
 */
export class SentencePieceProcessor {
  readonly #model: ModelProto;
  readonly #normalizer: Normalizer;
  readonly #unigram: UnigramModel;
  /** Id → byte. */
  readonly #bytes: ReadonlyMap<number, number>;

  /** @param bytes a model file, usually called `spm.model`. */
  constructor(bytes: Buffer) {
    this.#model = new ModelProto(bytes);
    const { isUnigram, treatWhitespaceAsSuffix } = this.#model.trainer;
    if (!isUnigram || treatWhitespaceAsSuffix) {
      throw new Error('Only unigram models of SentencePiece with blanks in front of words can be read.');
    }
    this.#normalizer = new Normalizer(this.#model);
    this.#unigram = new UnigramModel(this.#model);
    this.#bytes = new Map(this.#model.ids('byte').map((id) => [id, this.#model.byte(id)]));
  }

  byteOf(id: number): number | undefined {
    return this.#bytes.get(id);
  }

  encode(text: string): number[] {
    return this.#unigram.encode(this.#normalizer.normalize(text));
  }

  /** The text that pieces stand for; ids that the vocabulary lacks stand for none. */
  decode(ids: readonly number[]): string {
    const { addDummyPrefix, removeExtraWhitespaces } = this.#model.normalizer;
    let dropsBlank = addDummyPrefix || removeExtraWhitespaces;
    let text = '';
    let bytes: number[] = [];
    for (const id of ids) {
      const byte = this.#bytes.get(id);
      if (byte !== undefined) {
        bytes.push(byte);
        continue;
      }
      if (bytes.length > 0) text += characters(bytes);
      bytes = [];
      if (text !== '') dropsBlank = false;
      const surface = this.#surface(id);
      const blank = dropsBlank && surface.startsWith(ESCAPED_BLANK);
      if (blank && !removeExtraWhitespaces) dropsBlank = false;
      text += surface.slice(blank ? ESCAPED_BLANK.length : 0).replaceAll(ESCAPED_BLANK, ' ');
    }
    return text + characters(bytes);
  }

  #surface(id: number): string {
    switch (this.#model.kind(id)) {
      case undefined:
      case 'control':
        return '';
      case 'unknown':
        return this.#model.trainer.unknownSurface;
      default:
        return this.#model.text(id);
    }
  }
}

/** The characters of UTF-8, with U+FFFD for every single byte that is part of none. */
function characters(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const character = Buffer.from(bytes.slice(at, at + characterLength(bytes[at] ?? 0)));
    const valid = isUtf8(character);
    text += valid ? character.toString('utf8') : '\ufffd';
    at += valid ? character.length : 1;
  }
  return text;
}
