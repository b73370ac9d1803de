import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { About } from '#src/model/export/about.js';
import { BASE } from './service.js';

/** A model of another shape: more tokens than the tokenizer has, other depths, narrow, with weights of noise. */
const CONFIG = {
  d_model: 64,
  encoder_layers: 2,
  decoder_layers: 1,
  encoder_attention_heads: 4,
  decoder_attention_heads: 4,
  encoder_ffn_dim: 128,
  decoder_ffn_dim: 128,
  vocab_size: 32_016,
  max_position_embeddings: 128,
  pad_token_id: 0,
  bos_token_id: 2,
  eos_token_id: 3,
  decoder_start_token_id: 3,
  activation_function: 'relu',
  scale_embedding: true,
  tie_word_embeddings: true,
};

/** What is said about it. */
export const ABOUT: About = {
  name: 'noise',
  version: '9',
  description: 'noise',
  licence: 'none',
  trainingData: [],
  languages: { ja: '<2ja>', en: '<2en>' },
  domains: { it: '<it>', news: '<news>', law: '<law>', general: '<gen>' },
  directions: [{ from: 'ja', to: 'en' }],
  decode: { beam: 2, lengthFactor: 1, lengthOffset: 4 },
};

/** Leaves a folder as the trainer does. */
export function writeNoise(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(CONFIG));
  writeFileSync(
    join(folder, 'tokens.json'),
    JSON.stringify({ '<news>': 32_000, '<law>': 32_001, '<biz>': 32_002, '<gen>': 32_003 }),
  );
  copyFileSync(join(BASE, 'spm.model'), join(folder, 'spm.model'));
  writeFileSync(join(folder, 'weights.int8.safetensors'), noise());
}

/** Weights in the trainer's format. A linear congruential generator keeps them the same on every run. */
function noise(): Buffer {
  let seed = 1;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31 - 0.5;
  };
  const entries: Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }> = {};
  const parts: Buffer[] = [];
  let at = 0;
  const add = (name: string, dtype: string, shape: number[], bytes: Buffer) => {
    entries[name] = { dtype, shape, data_offsets: [at, at + bytes.length] };
    parts.push(bytes);
    at += bytes.length;
  };
  const vector = (name: string, length: number, value: () => number) =>
    add(name, 'F32', [length], Buffer.from(Float32Array.from({ length }, value).buffer));
  const matrix = (name: string, rows: number, columns: number) => {
    add(
      name,
      'I8',
      [rows, columns],
      Buffer.from(Int8Array.from({ length: rows * columns }, () => next() * 200).buffer),
    );
    vector(`${name}.scale`, rows, () => 0.002);
  };
  const linear = (name: string, outputs: number, inputs: number) => {
    matrix(`${name}.weight`, outputs, inputs);
    vector(`${name}.bias`, outputs, next);
  };
  const norm = (name: string) => {
    vector(`${name}.weight`, 64, () => 1);
    vector(`${name}.bias`, 64, () => 0);
  };
  matrix('model.shared.weight', CONFIG.vocab_size, 64);
  for (const [side, count] of [
    ['encoder', CONFIG.encoder_layers],
    ['decoder', CONFIG.decoder_layers],
  ] as const) {
    norm(`model.${side}.layer_norm`);
    for (let i = 0; i < count; i++) {
      const layer = `model.${side}.layers.${i}`;
      for (const attention of side === 'encoder' ? ['self_attn'] : ['self_attn', 'encoder_attn']) {
        for (const part of ['q_proj', 'k_proj', 'v_proj', 'out_proj'])
          linear(`${layer}.${attention}.${part}`, 64, 64);
        norm(`${layer}.${attention}_layer_norm`);
      }
      linear(`${layer}.fc1`, 128, 64);
      linear(`${layer}.fc2`, 64, 128);
      norm(`${layer}.final_layer_norm`);
    }
  }
  const header = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, ...parts]);
}
