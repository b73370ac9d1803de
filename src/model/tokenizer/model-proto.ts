import { Fields } from './fields.js';

/** By their numbers in the file, which begin with 1. */
const KINDS = ['normal', 'unknown', 'control', 'user', 'unused', 'byte'] as const;

export type PieceKind = (typeof KINDS)[number];

/** What is done to a text before it is cut into pieces. */
export interface NormalizerSpec {
  /** The compiled rules. */
  readonly charsmap: Uint8Array;
  /** A text begins with a blank, so that its first word has the pieces of any other. */
  readonly addDummyPrefix: boolean;
  /** No blanks at the ends, one at a time inside. */
  readonly removeExtraWhitespaces: boolean;
  /** Blanks are written `▁`. */
  readonly escapeWhitespaces: boolean;
}

/** How the pieces were made, as far as it matters to those who use them. */
export interface TrainerSpec {
  readonly isUnigram: boolean;
  readonly treatWhitespaceAsSuffix: boolean;
  /** Characters without a piece of their own are written in bytes. */
  readonly byteFallback: boolean;
  /** How the unknown piece is written in a text. */
  readonly unknownSurface: string;
}

const DEFAULT_NORMALIZER: NormalizerSpec = {
  charsmap: new Uint8Array(),
  addDummyPrefix: true,
  removeExtraWhitespaces: true,
  escapeWhitespaces: true,
};

const DEFAULT_TRAINER: TrainerSpec = {
  isUnigram: true,
  treatWhitespaceAsSuffix: false,
  byteFallback: false,
  unknownSurface: ' ⁇ ',
};

/**
 * A SentencePiece model file (`sentencepiece_model.proto`). The texts of the pieces stay where they are in it, so that
 * opening tens of thousands of them makes no objects.
 */
export class ModelProto {
  readonly bytes: Buffer;
  /** Where each piece's text begins and ends in the file. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The natural logarithm of each piece's probability. */
  readonly scores: Float32Array;
  readonly normalizer: NormalizerSpec;
  readonly trainer: TrainerSpec;
  readonly #kinds: Uint8Array;
  readonly #ids: ReadonlyMap<PieceKind, number[]> = new Map(KINDS.map((kind) => [kind, []]));

  constructor(bytes: Buffer) {
    const length = countPieces(bytes);
    this.bytes = bytes;
    this.starts = new Uint32Array(length);
    this.ends = new Uint32Array(length);
    this.scores = new Float32Array(length);
    this.#kinds = new Uint8Array(length);
    const file = new Fields(bytes);
    const message = new Fields(bytes);
    let trainer = DEFAULT_TRAINER;
    let normalizer = DEFAULT_NORMALIZER;
    for (let id = 0; file.next(); ) {
      if (file.number === 1) this.#readPiece(id++, message.within(file));
      if (file.number === 2) trainer = readTrainer(trainer, bytes, message.within(file));
      if (file.number === 3) normalizer = readNormalizer(normalizer, bytes, message.within(file));
    }
    this.trainer = trainer;
    this.normalizer = normalizer;
  }

  /** How many pieces there are. */
  get length(): number {
    return this.scores.length;
  }

  kind(id: number): PieceKind | undefined {
    return KINDS[this.#kinds[id] ?? KINDS.length];
  }

  /** All pieces of one kind. */
  ids(kind: PieceKind): readonly number[] {
    return this.#ids.get(kind) ?? [];
  }

  text(id: number): string {
    return this.bytes.toString('utf8', this.starts[id], this.ends[id]);
  }

  /** Length of the text in UTF-8. */
  size(id: number): number {
    return (this.ends[id] ?? 0) - (this.starts[id] ?? 0);
  }

  /** The byte that a piece of that kind stands for; its text is like `<0xE3>`. */
  byte(id: number): number {
    return Number(this.text(id).slice(1, -1));
  }

  #readPiece(id: number, fields: Fields): void {
    while (fields.next()) {
      if (fields.number === 1) {
        this.starts[id] = fields.start;
        this.ends[id] = fields.end;
      } else if (fields.number === 2) this.scores[id] = fields.value;
      else if (fields.number === 3) this.#kinds[id] = fields.value - 1;
    }
    this.#ids.get(this.kind(id) ?? 'normal')?.push(id);
  }
}

function countPieces(bytes: Buffer): number {
  const file = new Fields(bytes);
  let count = 0;
  while (file.next()) if (file.number === 1) count++;
  return count;
}

/** A message that comes in several parts adds up, as protocol buffers have it. */
function readTrainer(before: TrainerSpec, bytes: Buffer, fields: Fields): TrainerSpec {
  let { isUnigram, treatWhitespaceAsSuffix, byteFallback, unknownSurface } = before;
  while (fields.next()) {
    if (fields.number === 3) isUnigram = fields.value === 1;
    if (fields.number === 24) treatWhitespaceAsSuffix = fields.value === 1;
    if (fields.number === 35) byteFallback = fields.value === 1;
    if (fields.number === 44) unknownSurface = bytes.toString('utf8', fields.start, fields.end);
  }
  return { isUnigram, treatWhitespaceAsSuffix, byteFallback, unknownSurface };
}

function readNormalizer(before: NormalizerSpec, bytes: Buffer, fields: Fields): NormalizerSpec {
  let { charsmap, addDummyPrefix, removeExtraWhitespaces, escapeWhitespaces } = before;
  while (fields.next()) {
    if (fields.number === 2) charsmap = bytes.subarray(fields.start, fields.end);
    if (fields.number === 3) addDummyPrefix = fields.value === 1;
    if (fields.number === 4) removeExtraWhitespaces = fields.value === 1;
    if (fields.number === 5) escapeWhitespaces = fields.value === 1;
  }
  return { charsmap, addDummyPrefix, removeExtraWhitespaces, escapeWhitespaces };
}
