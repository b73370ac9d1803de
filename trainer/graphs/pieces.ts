import { ModelProto, type PieceKind } from '#src/model/tokenizer/model-proto.js';

/** A SentencePiece vocabulary entry. */
export interface Piece {
  readonly text: string;
  readonly score: number;
  readonly kind: PieceKind;
}

/** What the exporter needs of a SentencePiece model file. */
export interface PieceFile {
  readonly pieces: readonly Piece[];
  /** The compiled normalisation rules, for tokenizers that take them as they are. */
  readonly charsmap: Uint8Array;
}

/** Reads the pieces of a SentencePiece model. */
export function readPieces(bytes: Buffer): PieceFile {
  const model = new ModelProto(bytes);
  const pieces = Array.from(model.scores, (score, id) => ({
    text: model.text(id),
    score,
    kind: model.kind(id) ?? 'normal',
  }));
  return { pieces, charsmap: model.normalizer.charsmap };
}
