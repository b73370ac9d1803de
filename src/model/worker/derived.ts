import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { type DerivedDecoder, unpackDecoder } from '../derived-decoder.js';
import { decoderGraph } from '../export/decoder.js';
import { FolderWeights } from '../export/folder-weights.js';
import type { Manifest } from '../folder/manifest.js';
import { openSession } from './session.js';

/** A customer's decoder: the graph that all of them share, and what was learnt, which goes in at every step. */
export interface OpenDecoder {
  readonly key: string;
  readonly session: InferenceSession;
  readonly learnt: Readonly<Record<string, Tensor>>;
}

/** The decoder graph that takes what customers have trained; opened when a sentence first needs it. */
export class DerivedDecoders {
  readonly #sessions = new Map<number, Promise<InferenceSession>>();

  constructor(
    private readonly folder: string,
    private readonly manifest: Manifest,
    private readonly intraOpThreads: number,
  ) {}

  async open(decoder: DerivedDecoder): Promise<OpenDecoder> {
    const session = this.#sessions.get(decoder.rank) ?? this.#create(decoder.rank);
    this.#sessions.set(decoder.rank, session);
    const learnt = Array.from(unpackDecoder(decoder), ([{ name, dims }, values]): [string, Tensor] => [
      name,
      new Tensor('float32', values, dims),
    ]);
    return { key: decoder.key, session: await session, learnt: Object.fromEntries(learnt) };
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) await (await session).release();
  }

  #create(rank: number): Promise<InferenceSession> {
    const weights = new FolderWeights(this.folder, this.manifest);
    return openSession(decoderGraph(weights, undefined, rank).encode(), this.intraOpThreads);
  }
}
