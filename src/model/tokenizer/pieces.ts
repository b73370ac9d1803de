/** A SentencePiece vocabulary entry. */
export interface Piece {
  readonly text: string;
  readonly score: number;
  readonly kind: 'normal' | 'unknown' | 'control' | 'user' | 'unused' | 'byte';
}

/** What the exporter needs of a SentencePiece model file. */
export interface PieceFile {
  readonly pieces: readonly Piece[];
  /** The compiled normalisation rules, for tokenizers that take them as they are. */
  readonly charsmap: Uint8Array;
}

const KINDS = ['normal', 'normal', 'unknown', 'control', 'user', 'unused', 'byte'] as const;
const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const FIXED32 = 5;

type Field = { readonly number: number; readonly value: number | Buffer };

/** The fields of one protocol-buffer message. */
function* fields(bytes: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case VARINT:
        yield { number, value: varint() };
        break;
      case FIXED64:
        at += 8;
        break;
      case LENGTH: {
        const length = varint();
        yield { number, value: bytes.subarray(at, at + length) };
        at += length;
        break;
      }
      case FIXED32:
        yield { number, value: bytes.readFloatLE(at) };
        at += 4;
        break;
      default:
        throw new Error('This is not a SentencePiece model file.');
    }
  }
}

/** Reads the pieces of a SentencePiece model (`sentencepiece_model.proto`: 1 = pieces, 3 = normalizer). */
export function readPieces(bytes: Buffer): PieceFile {
  const pieces: Piece[] = [];
  let charsmap: Uint8Array = new Uint8Array();
  for (const { number, value } of fields(bytes)) {
    if (number === 1 && typeof value !== 'number') pieces.push(readPiece(value));
    if (number === 3 && typeof value !== 'number') {
      for (const inner of fields(value)) {
        if (inner.number === 2 && typeof inner.value !== 'number') charsmap = inner.value;
      }
    }
  }
  return { pieces, charsmap };
}

function readPiece(bytes: Buffer): Piece {
  let text = '';
  let score = 0;
  let kind: Piece['kind'] = 'normal';
  for (const { number, value } of fields(bytes)) {
    if (number === 1 && typeof value !== 'number') text = value.toString('utf8');
    if (number === 2 && typeof value === 'number') score = value;
    if (number === 3 && typeof value === 'number') kind = KINDS[value] ?? 'normal';
  }
  return { text, score, kind };
}
