import { InferenceSession } from 'onnxruntime-node';
import type { GraphSession } from './graph-session.js';
import type { EngineSettings } from './job.js';
import { byteProducts } from './processor.js';

/** How a graph is opened. */
export interface GraphOptions {
  /** Threads inside one inference; default 1. */
  readonly threads?: number;
  /** Whether it was written the way it is computed: then nothing is looked for that could be joined, a third of the time to open it. */
  readonly asWritten?: boolean;
}

/**
 * Opens a graph in our own layout. One session per thread and graph, single-threaded: on small matrices a second intra-op thread
 * brings nothing, a second thread of the model does.
 */
export function openSession(path: string, options: GraphOptions): Promise<InferenceSession> {
  return create(path, options, false);
}

/** Opens a graph of another exporter, whose activations may have all 8 bits. */
export async function openForeignSession(path: string): Promise<InferenceSession> {
  if (byteProducts() !== '16-bit pairs') return create(path, {}, false);
  try {
    return await create(path, {}, true);
  } catch {
    // ONNX Runtime cannot convert weights that several nodes share, as merged decoders do: rather inexact than not at all.
    return create(path, {}, false);
  }
}

/** @param isExact keeps products exact that would overflow 16 bits, at some cost */
function create(
  path: string,
  { threads = 1, asWritten = false }: GraphOptions,
  isExact: boolean,
): Promise<InferenceSession> {
  return InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Its arenas keep the most that a graph ever needed, for each graph and thread: memory would rise for hours.
    enableCpuMemArena: false,
    executionMode: 'sequential',
    graphOptimizationLevel: asWritten ? 'disabled' : 'all',
    logSeverityLevel: 4,
    extra: {
      session: {
        x64quantprecision: isExact ? '1' : '0',
        // Threads that wait for each other with a busy core take it from others. One that sleeps is passed by where nobody
        // has a core for it, and the first does all the work.
        intra_op: { allow_spinning: '0' },
      },
      // Its fused kernel is scalar: twice as slow as the parts that it replaces.
      optimization: { disable_specified_optimizers: 'SkipLayerNormFusion' },
    },
  });
}

/** Whether there are more sentences in flight than threads that could take one each. */
export function isCrowded({ inFlight, threads }: Pick<EngineSettings, 'inFlight' | 'threads'>): boolean {
  return Atomics.load(inFlight, 0) > threads;
}

/** Opens a graph of a model. */
export type OpenGraph = (file: string, options: GraphOptions) => Promise<GraphSession>;

/** Graphs of a model that are opened when first needed and stay, so that a language that nobody asks for takes no memory. */
export class Sessions {
  readonly #open = new Map<string, Promise<GraphSession>>();

  readonly #openGraph: OpenGraph;

  constructor(open: OpenGraph) {
    this.#openGraph = open;
  }

  of(file: string, options: GraphOptions = {}): Promise<GraphSession> {
    let session = this.#open.get(file);
    if (session === undefined) {
      session = this.#openGraph(file, options);
      this.#open.set(file, session);
    }
    return session;
  }

  async close(): Promise<void> {
    for (const session of this.#open.values()) await (await session).release();
  }
}
