import type { Manifest, ManifestShape } from '../../folder/manifest.js';
import type { TokenTables } from '../../folder/tables.js';
import type { Backend, RunningBatch } from '../backend.js';
import type { EngineSettings } from '../job.js';
import { type OpenGraph, Sessions } from '../session.js';
import { SingleSentenceDecoder } from '../single/single-sentence.js';
import { Buffers } from './buffers.js';
import { ContinuousBatch, type Graphs } from './continuous-batch.js';
import { Embedding } from './embedding.js';
import { OutputGraphs } from './output-graphs.js';
import type { Shortlists } from './shortlist.js';

/** A model in our own layout. */
interface OwnModel {
  readonly manifest: Manifest;
  readonly tables: TokenTables;
  readonly settings: EngineSettings;
}

/** Our own layout: continuous batching (Yu et al. 2022) over a KV cache that stays in place. */
export class ContinuousBackend implements Backend {
  readonly joinable = true;
  readonly hidden = true;

  readonly #graphs: Graphs;
  readonly #outputs: OutputGraphs;
  readonly #singleSentence: SingleSentenceDecoder;
  readonly #sessions: Sessions;
  readonly #embedding: Embedding;
  readonly #shape: ManifestShape;
  readonly #buffers: Buffers;

  private constructor(
    graphs: Graphs,
    outputs: OutputGraphs,
    singleSentence: SingleSentenceDecoder,
    sessions: Sessions,
    embedding: Embedding,
    shape: ManifestShape,
  ) {
    this.#graphs = graphs;
    this.#outputs = outputs;
    this.#singleSentence = singleSentence;
    this.#sessions = sessions;
    this.#embedding = embedding;
    this.#shape = shape;
    // Those of one batch, and of the target and the source one more that the next contents move into.
    this.#buffers = new Buffers(shape.width, 4 * shape.decoderLayers + 2);
  }

  static async open(
    open: OpenGraph,
    { manifest, tables, settings }: OwnModel,
    shortlists: Shortlists,
  ): Promise<ContinuousBackend> {
    const embedding = new Embedding(tables);
    const sessions = new Sessions(open);
    const graphs: Graphs = {
      // With the threads of a single sentence also under load, where they sleep: a second session would be a second copy of the weights.
      encoder: await sessions.of('encoder.onnx', {
        threads: settings.encoderThreads,
        asWritten: true,
      }),
      decoder: await sessions.of('decoder.onnx', { asWritten: true }),
    };
    return new ContinuousBackend(
      graphs,
      new OutputGraphs(manifest, tables.embedding, shortlists, sessions),
      new SingleSentenceDecoder(manifest, tables, embedding, sessions, settings),
      sessions,
      embedding,
      manifest.shape,
    );
  }

  batch(beams: number): RunningBatch {
    return new ContinuousBatch(
      this.#graphs,
      this.#outputs,
      this.#singleSentence,
      this.#embedding,
      this.#shape,
      this.#buffers,
      beams,
    );
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }
}
