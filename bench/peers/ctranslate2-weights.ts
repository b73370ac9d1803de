import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '#src/model/folder/installed.js';
import { LexicalTable } from '#src/model/folder/lexical-table.js';
import type { Manifest } from '#src/model/folder/manifest.js';
import type { Linear } from '../../trainer/graphs/weights.js';
import { FolderWeights } from '../optimum/folder-weights.js';

/**
 * Lays the weights of a model folder out for `ctranslate2_peer.py`: `weights.bin` with float matrices [out, in] and vectors behind
 * each other, `weights.json` with their names and shapes, and `vmap.txt`, the vocabulary map, from the lexical table. Rounded to 8 bits again the
 * matrices are what they were, because the largest weight of every row is ±127 steps.
 */
export function writeCTranslate2Weights(folder: string, out: string, languages: readonly string[]): void {
  const { manifest } = readModel(folder);
  const weights = new FolderWeights(folder, manifest);
  const { architecture, embedding } = weights;
  const parts: { name: string; shape: readonly number[] }[] = [];
  const data: Uint8Array[] = [];
  const add = (name: string, shape: readonly number[], values: Float32Array) => {
    parts.push({ name, shape });
    data.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  };
  const linear = (names: readonly string[]) => {
    const one = weights.linear(names);
    add(`${one.name}.weight`, [one.outputs, one.inputs], floats(one));
    add(`${one.name}.bias`, [one.outputs], one.bias);
  };
  const norm = (name: string) => {
    const { gamma, beta } = weights.norm(name);
    add(`${name}.gamma`, [gamma.length], gamma);
    add(`${name}.beta`, [beta.length], beta);
  };
  for (const [side, count] of [
    ['encoder', architecture.encoder_layers],
    ['decoder', architecture.decoder_layers],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const prefix = `${side}.layers.${i}`;
      linear(['q_proj', 'k_proj', 'v_proj'].map((part) => `${prefix}.self_attn.${part}`));
      for (const one of ['self_attn.out_proj', 'fc1', 'fc2']) linear([`${prefix}.${one}`]);
      for (const one of ['self_attn_layer_norm', 'final_layer_norm']) norm(`${prefix}.${one}`);
      if (side === 'encoder') continue;
      for (const part of ['q', 'k', 'v', 'out']) linear([`${prefix}.encoder_attn.${part}_proj`]);
      norm(`${prefix}.encoder_attn_layer_norm`);
    }
    norm(`${side}.layer_norm`);
  }
  const table = Float32Array.from(
    embedding.data,
    (value, i) => value * (embedding.scale[Math.floor(i / embedding.columns)] ?? 0),
  );
  add('embedding', [embedding.rows, embedding.columns], table);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'weights.bin'), Buffer.concat(data));
  writeFileSync(join(out, 'weights.json'), JSON.stringify({ architecture, tokens: manifest.tokens, parts }));
  const path = join(folder, manifest.shortlist?.lexicalTable ?? '');
  const lexical = LexicalTable.decode(readFileSync(path), embedding.rows, path);
  writeFileSync(join(out, 'vmap.txt'), vocabularyMap(lexical, languages, manifest.tokens, embedding.rows));
}

/** What Argos Translate's models are like. */
const ARGOS = {
  encoder_layers: 6,
  decoder_layers: 6,
  d_model: 512,
  encoder_ffn_dim: 2048,
  decoder_attention_heads: 8,
  vocab_size: 32_000,
  max_position_embeddings: 512,
} as const;

/** The shape of a model of random weights for `ctranslate2_peer.py`: what a user would install instead is of that size. */
export function writeArgosShape(out: string): void {
  mkdirSync(out, { recursive: true });
  const about = { architecture: ARGOS, tokens: { eos: 1, start: 2 } };
  writeFileSync(join(out, 'weights.json'), JSON.stringify(about));
}

/** A token of ours as one of that model's vocabulary. */
export function argosToken(token: number): number {
  return 3 + (token % (ARGOS.vocab_size - 3));
}

/**
 * A line per source token: the token, a tab, what it may be translated with. The tag of a language brings its frequent tokens. A map
 * does not know where a sentence goes, so a token brings its translations into all of the languages.
 */
function vocabularyMap(
  table: LexicalTable,
  languages: readonly string[],
  tokens: Manifest['tokens'],
  vocabulary: number,
): string {
  const tags = languages.flatMap((lang) => tokens.languages[lang] ?? []);
  const banned = new Set(tokens.banned);
  const lines = Array.from({ length: vocabulary }, (_, source) => {
    const targets = tags.flatMap((tag) => [
      ...(source === tag ? (table.frequent(tag) ?? []) : []),
      ...table.translations(tag, source),
    ]);
    const allowed = [...new Set([source, tokens.eos, ...targets])].filter((token) => !banned.has(token));
    return `${source}\t${allowed.join(' ')}`;
  });
  return `${lines.join('\n')}\n`;
}

function floats({ data, scale, inputs, outputs }: Linear): Float32Array {
  const matrix = new Float32Array(outputs * inputs);
  for (let i = 0; i < inputs; i++)
    for (let o = 0; o < outputs; o++) matrix[o * inputs + i] = (data[i * outputs + o] ?? 0) * (scale[o] ?? 0);
  return matrix;
}
