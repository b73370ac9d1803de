import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import proto, { type onnx } from 'onnx-proto';
import type { Manifest } from '#src/model/folder/manifest.js';
import type { QuantizedMatrix } from '../../trainer/graphs/safetensors.js';
import type { Architecture, Linear, Norm, Weights } from '../../trainer/graphs/weights.js';

/** Reads the weights back out of a folder in our own layout, so that other layouts can be made from it. */
export class FolderWeights implements Weights {
  readonly architecture: Architecture;
  readonly embedding: QuantizedMatrix;
  readonly #folder: string;
  readonly #tensors = new Map<string, onnx.ITensorProto>();
  readonly #files = new Map<string, Uint8Array>();

  constructor(folder: string, manifest: Manifest) {
    this.#folder = folder;
    for (const file of ['encoder.onnx', 'decoder.onnx', 'output.onnx']) {
      const model = proto.onnx.ModelProto.decode(readFileSync(join(folder, file)));
      for (const tensor of model.graph?.initializer ?? []) this.#tensors.set(tensor.name ?? '', tensor);
    }
    const { shape, tokens } = manifest;
    this.architecture = {
      d_model: shape.width,
      encoder_layers: this.#layers('encoder'),
      decoder_layers: this.#layers('decoder'),
      encoder_attention_heads: shape.heads,
      decoder_attention_heads: shape.heads,
      encoder_ffn_dim: this.#floats('encoder.layers.0.fc1.bias').length,
      decoder_ffn_dim: this.#floats('decoder.layers.0.fc1.bias').length,
      vocab_size: shape.vocabulary,
      max_position_embeddings: shape.positions,
      pad_token_id: tokens.pad,
      bos_token_id: tokens.start,
      eos_token_id: tokens.eos,
      decoder_start_token_id: tokens.start,
      activation_function: 'relu',
      scale_embedding: true,
      tie_word_embeddings: true,
    };
    this.embedding = {
      rows: shape.vocabulary,
      columns: shape.width,
      data: this.#integers('embedding'),
      scale: this.#floats('embedding.scale'),
    };
  }

  norm(name: string): Norm {
    return { name, gamma: this.#floats(`${name}.gamma`), beta: this.#floats(`${name}.beta`) };
  }

  /** The factor is already in the stored scales. */
  linear(names: readonly string[]): Linear {
    const name = names.join('+');
    const scale = this.#floats(`${name}.scale`);
    const data = this.#integers(`${name}.weight`);
    return {
      name,
      inputs: data.length / scale.length,
      outputs: scale.length,
      data,
      scale,
      bias: this.#floats(`${name}.bias`),
    };
  }

  #layers(side: string): number {
    let count = 0;
    while (this.#tensors.has(`${side}.layers.${count}.fc1.bias`)) count++;
    return count;
  }

  #floats(name: string): Float32Array {
    const bytes = this.#bytes(name);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  #integers(name: string): Int8Array {
    const bytes = this.#bytes(name);
    return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #bytes(name: string): Uint8Array {
    const tensor = this.#tensors.get(name);
    if (tensor === undefined) throw new Error(`The graphs hold no tensor ${name}.`);
    const place = new Map(tensor.externalData?.map(({ key, value }) => [key, value]));
    const file = place.get('location');
    // Copies: a float view needs an aligned start.
    if (typeof file !== 'string') return Uint8Array.from(tensor.rawData ?? []);
    const offset = Number(place.get('offset') ?? 0);
    return Uint8Array.from(this.#file(file).subarray(offset, offset + Number(place.get('length'))));
  }

  #file(name: string): Uint8Array {
    const bytes = this.#files.get(name) ?? readFileSync(join(this.#folder, name));
    this.#files.set(name, bytes);
    return bytes;
  }
}
