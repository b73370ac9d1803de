import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { About } from '../../trainer/graphs/about.js';
import { BASE } from './service.js';

const WIDTH = 64;

/** A model of another shape: more tokens than the tokenizer has, other depths, narrow, with weights of noise. */
const CONFIG = {
  d_model: WIDTH,
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
  writeFileSync(join(folder, 'weights.int8.safetensors'), weights());
}

/** Puts a draft head of noise beside the weights. */
export function writeDraftHead(folder: string): void {
  const noise = new Noise();
  noise.linear('model.draft_head.mix', 32, 2 * WIDTH);
  noise.linear('model.draft_head.query', WIDTH, 32);
  noise.linear('model.draft_head.out', WIDTH, 32 + WIDTH);
  noise.linear('model.draft_head.narrow', 16, WIDTH);
  noise.matrix('model.draft_head.table', CONFIG.vocab_size, 16);
  writeFileSync(join(folder, 'draft-head.int8.safetensors'), noise.file());
}

/** Puts ranges of inputs beside the weights, for all matrices but one. */
export function writeCalibration(folder: string): void {
  const ranges = Object.fromEntries(
    ['encoder.layers.0', 'encoder.layers.1', 'decoder.layers.0'].flatMap((layer) =>
      ['self_attn.q_proj', 'self_attn.out_proj', 'fc1', 'fc2'].map((part) => [`${layer}.${part}`, 4]),
    ),
  );
  writeFileSync(join(folder, 'calibration.json'), JSON.stringify(ranges));
}

/** Tensors in the trainer's format. A linear congruential generator keeps them the same on every run. */
class Noise {
  #seed = 1;
  #at = 0;
  readonly #entries: Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }> = {};
  readonly #parts: Buffer[] = [];

  vector(name: string, length: number, value: () => number): void {
    this.#add(name, 'F32', [length], Buffer.from(Float32Array.from({ length }, value).buffer));
  }

  matrix(name: string, rows: number, columns: number): void {
    const numbers = Int8Array.from({ length: rows * columns }, () => this.#next() * 200);
    this.#add(name, 'I8', [rows, columns], Buffer.from(numbers.buffer));
    this.vector(`${name}.scale`, rows, () => 0.002);
  }

  linear(name: string, outputs: number, inputs: number): void {
    this.matrix(`${name}.weight`, outputs, inputs);
    this.vector(`${name}.bias`, outputs, () => this.#next());
  }

  norm(name: string): void {
    this.vector(`${name}.weight`, WIDTH, () => 1);
    this.vector(`${name}.bias`, WIDTH, () => 0);
  }

  file(): Buffer {
    const header = Buffer.from(JSON.stringify(this.#entries));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    return Buffer.concat([length, header, ...this.#parts]);
  }

  #next(): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return this.#seed / 2 ** 31 - 0.5;
  }

  #add(name: string, dtype: string, shape: number[], bytes: Buffer): void {
    this.#entries[name] = { dtype, shape, data_offsets: [this.#at, this.#at + bytes.length] };
    this.#parts.push(bytes);
    this.#at += bytes.length;
  }
}

function weights(): Buffer {
  const noise = new Noise();
  noise.matrix('model.shared.weight', CONFIG.vocab_size, WIDTH);
  for (const [side, count] of [
    ['encoder', CONFIG.encoder_layers],
    ['decoder', CONFIG.decoder_layers],
  ] as const) {
    noise.norm(`model.${side}.layer_norm`);
    for (let i = 0; i < count; i++) {
      const layer = `model.${side}.layers.${i}`;
      for (const attention of side === 'encoder' ? ['self_attn'] : ['self_attn', 'encoder_attn']) {
        for (const part of ['q_proj', 'k_proj', 'v_proj', 'out_proj'])
          noise.linear(`${layer}.${attention}.${part}`, WIDTH, WIDTH);
        noise.norm(`${layer}.${attention}_layer_norm`);
      }
      noise.linear(`${layer}.fc1`, 128, WIDTH);
      noise.linear(`${layer}.fc2`, WIDTH, 128);
      noise.norm(`${layer}.final_layer_norm`);
    }
  }
  return noise.file();
}
