import type { Lang } from '../../lang.js';
import type { Domain, SourcePart, TargetPart } from '../model-port.js';

/** Turns sentences into token ids and back; one per model and worker. */
export interface Tokenizer {
  /** Everything the encoder reads: tags, tokens, end mark. */
  encode(source: readonly SourcePart[], from: Lang, to: Lang, domain: Domain | undefined): number[];
  /** A target text without tags and end mark. */
  encodeTarget(text: string): number[];
  /** `given`: placeholders of the source, for models that write them as text. */
  decode(ids: readonly number[], given?: readonly number[]): TargetPart[];
  /** The byte that a token stands for, where characters without a token of their own are written in bytes. */
  byteOf(id: number): number | undefined;
}
