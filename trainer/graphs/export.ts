import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestDecode,
  type ManifestTable,
  type ManifestTokens,
} from '#src/model/folder/manifest.js';
import type { About } from './about.js';
import { decoderGraph } from './decoder.js';
import { DRAFT_TABLE, readDraftHead } from './draft-head.js';
import { encoderGraph } from './encoder.js';
import { EMBEDDING } from './layers.js';
import { batchOutputGraph, outputGraph } from './output-layer.js';
import { readPieces } from './pieces.js';
import type { QuantizedMatrix } from './safetensors.js';
import { Shards } from './shards.js';
import { frequentTokens, languageShortlists } from './shortlists.js';
import { singleSentenceGraph } from './single-sentence.js';
import { type Architecture, inputFactor, TrainedWeights } from './weights.js';
import { writeFolder } from './write.js';

const LEXICAL_TABLE = 'lexical-table.bin';
const DECODE: ManifestDecode = { beam: 1, lengthPenalty: 1, lengthFactor: 3, lengthOffset: 16 };

/**
 * Writes a model folder in our own layout from trained weights (`weights.int8.safetensors`, `config.json`,
 * `spm.model`, optionally `tokens.json` with symbols beyond the tokenizer's own, `shortlists.json`, `lexicon.bin`,
 * `calibration.json` and `draft-head.int8.safetensors`).
 */
export function exportModel(weightsFolder: string, about: About, outFolder: string): Manifest {
  const weights = new TrainedWeights(weightsFolder);
  const shards = new Shards();
  const embedding = tablePlace(shards, EMBEDDING, weights.embedding);
  const tokenizer = readFileSync(join(weightsFolder, 'spm.model'));
  const contents = new Map<string, Uint8Array>([
    ['encoder.onnx', encoderGraph(weights, shards).encode()],
    ['decoder.onnx', decoderGraph(weights, shards).encode()],
    ['output.onnx', outputGraph(weights, shards).encode()],
    ['spm.model', tokenizer],
  ]);
  const symbols = symbolTable(tokenizer, weightsFolder);
  const { architecture } = weights;
  const tokens = tokensOf(about, symbols, architecture);
  const shortlists = languageShortlists(weightsFolder, tokenizer, tokens);
  const lexical = frequentTokens(weightsFolder, architecture.vocab_size, shortlists, tokens);
  const outputs: Record<string, string> = {};
  for (const [lang, list] of shortlists) {
    outputs[lang] = `output-${lang}.onnx`;
    contents.set(`output-${lang}.onnx`, outputGraph(weights, shards, list).encode());
  }
  const draftHead = readDraftHead(weightsFolder, architecture.d_model / architecture.decoder_attention_heads);
  const singleSentence: Record<string, string> = {};
  const batchOutputs: Record<string, string> = {};
  for (const [lang, frequent] of lexical?.frequent ?? []) {
    const file = `single-sentence-${lang}.onnx`;
    singleSentence[lang] = file;
    contents.set(file, singleSentenceGraph(weights, shards, frequent, draftHead).encode());
    batchOutputs[lang] = `batch-output-${lang}.onnx`;
    contents.set(`batch-output-${lang}.onnx`, batchOutputGraph(weights, shards, frequent).encode());
  }
  if (lexical !== undefined) contents.set(LEXICAL_TABLE, lexical.bytes);
  const draftTable = draftHead === undefined ? undefined : tablePlace(shards, DRAFT_TABLE, draftHead.table);
  for (const [file, bytes] of shards.files()) contents.set(file, bytes);
  return writeFolder(
    outFolder,
    {
      format: MANIFEST_FORMAT,
      name: about.name,
      version: about.version,
      layout: 'kotobashi',
      description: about.description,
      licence: about.licence,
      trainingData: about.trainingData,
      scores: about.scores ?? {},
      directions: about.directions,
      tokenizer: { kind: 'sentencepiece', file: 'spm.model', symbols: symbols.literals },
      tokens,
      shape: {
        width: architecture.d_model,
        heads: architecture.decoder_attention_heads,
        decoderLayers: architecture.decoder_layers,
        vocabulary: architecture.vocab_size,
        positions: architecture.max_position_embeddings,
      },
      decode: { ...DECODE, ...about.decode },
      ...(shortlists.size === 0 ? {} : { outputs }),
      ...(lexical === undefined
        ? {}
        : {
            shortlist: {
              lexicalTable: LEXICAL_TABLE,
              outputs: batchOutputs,
              singleSentence,
            },
          }),
      tables: {
        embedding,
        inputFactor: inputFactor(architecture),
        ...(draftTable === undefined ? {} : { draftHead: draftTable }),
      },
    },
    contents,
  );
}

/** Where a table lies; by the names under which graphs hold it, so that it is stored once. */
function tablePlace(shards: Shards, name: string, { data, scale }: QuantizedMatrix): ManifestTable {
  const place = (tensor: string, numbers: Int8Array | Float32Array) => {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const { file, offset, length } = shards.keep(tensor, bytes);
    return { file, offset, bytes: length };
  };
  return { rows: place(name, data), scales: place(`${name}.scale`, scale) };
}

interface Symbols {
  /** Symbol → id, of the tokenizer and of `tokens.json`. */
  readonly ids: ReadonlyMap<string, number>;
  /** Those that the tokenizer finds in a text. */
  readonly literals: readonly string[];
  /** Ids of the tokenizer that stand for no text. */
  readonly reserved: readonly number[];
  /** Ids from here on are not in the tokenizer. */
  readonly pieces: number;
}

function symbolTable(tokenizer: Buffer, weightsFolder: string): Symbols {
  const table = new Map<string, number>();
  const { pieces } = readPieces(tokenizer);
  for (const [id, piece] of pieces.entries()) {
    if (piece.kind !== 'normal' && piece.kind !== 'byte') table.set(piece.text, id);
  }
  const literals = pieces.filter(({ kind }) => kind === 'user').map(({ text }) => text);
  const reserved = [...table.values()];
  const extra = join(weightsFolder, 'tokens.json');
  if (existsSync(extra)) {
    const more: Record<string, number> = JSON.parse(readFileSync(extra, 'utf8'));
    for (const [symbol, id] of Object.entries(more)) table.set(symbol, id);
  }
  return { ids: table, literals, reserved, pieces: pieces.length };
}

function tokensOf(about: About, symbols: Symbols, shape: Architecture): ManifestTokens {
  const id = (symbol: string) => {
    const found = symbols.ids.get(symbol);
    if (found === undefined) throw new Error(`Neither spm.model nor tokens.json holds the symbol ${symbol}.`);
    return found;
  };
  const ids = (table: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(table).map(([key, symbol]) => [key, id(symbol)]));
  const placeholders = Array.from({ length: 10 }, (_, i) => id(`<x${i}>`));
  const producible = new Set([shape.eos_token_id, ...placeholders]);
  // Rows beyond the tokenizer are tags or padding of the table: they have no text.
  const beyond = Array.from(
    { length: Math.max(0, shape.vocab_size - symbols.pieces) },
    (_, i) => symbols.pieces + i,
  );
  return {
    pad: shape.pad_token_id,
    eos: shape.eos_token_id,
    start: shape.decoder_start_token_id,
    languages: ids(about.languages),
    languagePlace: 'source',
    domains: ids(about.domains),
    ...(about.registers === undefined
      ? {}
      : { registers: { polite: id(about.registers.polite), plain: id(about.registers.plain) } }),
    ...(about.before === undefined ? {} : { before: [id(about.before[0]), id(about.before[1])] }),
    term: [id('<t>'), id('<=>'), id('</t>')],
    placeholders,
    banned: [...symbols.reserved, ...beyond].filter((token) => !producible.has(token)).sort((a, b) => a - b),
  };
}
