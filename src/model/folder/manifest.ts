import type { Lang } from '../../base/lang.js';
import type { Direction, Domain, Register } from '../model-port.js';

/** One file of a model folder, as it has to be found on disk. */
export interface ManifestFile {
  readonly bytes: number;
  readonly sha256: string;
}

export interface ManifestDecode {
  /** Default beam; 1 is greedy. */
  readonly beam: number;
  /** Exponent of the length normalisation. */
  readonly lengthPenalty: number;
  /** Hard cap of the target: `lengthOffset + lengthFactor × source tokens`. */
  readonly lengthFactor: number;
  readonly lengthOffset: number;
}

/** Token ids with a meaning of their own. */
export interface ManifestTokens {
  readonly pad: number;
  readonly eos: number;
  /** First input of the decoder. */
  readonly start: number;
  /** Token that asks for a target language; -1 where the model has no such tokens. */
  readonly languages: Readonly<Record<Lang, number>>;
  /** Where the target language stands: before the source, or as the decoder's first output (M2M100, NLLB). */
  readonly languagePlace: 'source' | 'target' | 'none';
  /** Tokens that name the source language, before the source (M2M100, NLLB). */
  readonly sourceLanguages?: Readonly<Record<Lang, number>>;
  readonly domains: Partial<Readonly<Record<Domain, number>>>;
  /** Tokens that ask for a register of Japanese; absent where the model knows none. */
  readonly registers?: Readonly<Record<Register, number>>;
  /** Tokens behind the sentence before, and behind its translation; absent where the model reads no context. */
  readonly before?: readonly [number, number];
  /** Marks around a term: open, between source and target, close. */
  readonly term?: readonly [number, number, number];
  /** Tokens of placeholder 0, 1, … */
  readonly placeholders: readonly number[];
  /** Never produced: padding, tags, marks. */
  readonly banned: readonly number[];
}

export interface ManifestTokenizer {
  readonly kind: 'sentencepiece' | 'huggingface';
  readonly file: string;
  /** Literals that the tokenizer turns into one token wherever they stand; in a user's text they are text. */
  readonly symbols: readonly string[];
}

export interface ManifestShape {
  readonly width: number;
  readonly heads: number;
  readonly decoderLayers: number;
  readonly vocabulary: number;
  /** Rows of the position table; longest source and target, in tokens. */
  readonly positions: number;
}

/** Some bytes of a file of the model folder. */
export interface ManifestPlace {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

/** A row of 8-bit numbers for every token, and a scale for every row. */
export interface ManifestTable {
  readonly rows: ManifestPlace;
  readonly scales: ManifestPlace;
}

/** Tables that are looked up outside the graphs, so that they are in memory once for all threads. */
export interface ManifestTables {
  /** Of the decoder's inputs, the encoder's, and the output layer. */
  readonly embedding: ManifestTable;
  /** What a row is multiplied with when it is an input. */
  readonly inputFactor: number;
  /** The output layer of the draft head. */
  readonly draftHead?: ManifestTable;
}

/** The tensor that holds the tokens of an output graph. */
export const SHORTLIST_TENSOR = 'shortlist';

/** Shortlists of single sentences, and the graphs that decode with them. */
export interface ManifestShortlist {
  /** Source token → tokens that it is translated with. */
  readonly lexicalTable: string;
  /** Target language → graph of the output layer of a batch; it holds the frequent tokens and takes, for every sentence, the rows of others. */
  readonly outputs: Readonly<Record<Lang, string>>;
  /** Target language → graph of a whole step of single-sentence decoding; it holds the frequent tokens and takes the rows of others. */
  readonly singleSentence: Readonly<Record<Lang, string>>;
}

/** Another number whenever folders of our own layout have to be exported again. */
export const MANIFEST_FORMAT = 4;

export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly name: string;
  readonly version: string;
  readonly layout: 'kotobashi' | 'optimum';
  readonly description: string;
  readonly licence: string;
  readonly trainingData: readonly string[];
  /** What was measured with it, as text: `"flores-dev ja-en chrF": 46.1`. */
  readonly scores: Readonly<Record<string, number>>;
  readonly directions: readonly Direction[];
  readonly tokenizer: ManifestTokenizer;
  readonly tokens: ManifestTokens;
  readonly shape: ManifestShape;
  readonly decode: ManifestDecode;
  /** Target language → graph of the output layer with only the tokens that the language uses. */
  readonly outputs?: Readonly<Record<Lang, string>>;
  readonly shortlist?: ManifestShortlist;
  /** Present in our own layout. */
  readonly tables?: ManifestTables;
  readonly files: Readonly<Record<string, ManifestFile>>;
}
