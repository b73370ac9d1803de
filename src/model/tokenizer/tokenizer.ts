import type { SentenceRequest, TargetPart } from '../model-port.js';

/** What the encoder reads of a request. */
export type SourceSentence = Pick<
  SentenceRequest,
  'source' | 'from' | 'to' | 'domain' | 'register' | 'before'
>;

/** Turns sentences into token ids and back; one per model and thread. */
export interface Tokenizer {
  /** Everything the encoder reads: tags, tokens, end mark. */
  encode(sentence: SourceSentence): number[];
  /** A target text without tags and end mark. */
  encodeTarget(text: string): number[];
  /** `given`: placeholders of the source, for models that write them as text. */
  decode(ids: readonly number[], given?: readonly number[]): TargetPart[];
  /** The byte that a token stands for, where characters without a token of their own are written in bytes. */
  byteOf(id: number): number | undefined;
}
