import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Lang } from '../lang.js';
import { ChineseConverter } from './chinese.js';
import { FairQueue } from './fair-queue.js';
import { Checksums } from './folder/checksums.js';
import { findModels, type InstalledModel, type RefusedModel } from './folder/installed.js';
import {
  type CallOptions,
  type DecodeOptions,
  type Direction,
  type ForcedTrace,
  ModelBusy,
  type ModelPort,
  type ScoreRequest,
  type SentenceRequest,
  type SentenceResult,
  type Standing,
  UnsupportedDirection,
} from './model-port.js';
import { type OutputLayer, readOutputLayer } from './output-layer.js';
import { pivotHops, translateByRoute } from './pivot.js';
import { Pool, type PoolSettings } from './pool.js';
import { Registry } from './registry.js';
import { type Hop, type Route, Routes } from './routes.js';
import type { Job, Outcome } from './worker/job.js';
import { type ByteProducts, byteProducts } from './worker/processor.js';

/** Settings of neural inference; every one has a default. */
export interface ModelSettings {
  /** Folder that holds one folder per model. */
  readonly directory: string;
  /** Worker threads; default: the cores that this process may use. */
  readonly threads?: number;
  /** Threads inside one inference; default 1. */
  readonly intraOpThreads?: number;
  /** Rows (sentences × beams) per decoder step and thread; default 32. */
  readonly maxRows?: number;
  /** Beam of requests that ask for none; default: the manifest's. */
  readonly beam?: number;
  /** Sentences that may wait; more are refused with `ModelBusy`. Default 20,000. */
  readonly queueLimit?: number;
  /** Bytes of weights in memory, all threads together; default 2 GiB. */
  readonly memoryBudget?: number;
  /** File that remembers which model folders were found whole; default: none, so that every start reads all of them. */
  readonly checksums?: string;
  /** Most draft tokens per step of speculative decoding; default 3, on ARM 1. */
  readonly draftLength?: number;
  /** Threads inside one inference when a single sentence is in flight; default: those of the pool, at most 4. */
  readonly singleSentenceThreads?: number;
}

const DEFAULT_ROWS = 32;
const DEFAULT_QUEUE = 20_000;
const DEFAULT_BUDGET = 2 * 1024 ** 3;
/** More activations than the second-level cache holds make every element-wise node slower. */
const ENCODER_TOKENS = 256;
/** A sentence has too few tokens to keep more threads busy. */
const MOST_SINGLE_SENTENCE_THREADS = 4;
/** A row more costs a step a tenth of its time on ARM, where two further draft tokens bring no more than they cost. */
const DRAFT_LENGTH = process.arch === 'arm64' ? 1 : 3;
/** Rows that a thread holds beyond those in its batches, so that a free slot is filled at once. */
const WAITING_PER_THREAD = 8;
/**
 * Of the rows in the batches, those that one caller may fill. Every row makes the step longer for all that share it, so
 * this bounds what another's single sentence feels of a flood; and there is always a free slot for it.
 */
const SHARE_OF_A_CALLER = 0.5;

interface QueuedSentence {
  readonly job: Job;
  readonly caller: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  readonly call: object;
}

/** What is chosen by the processor, or was found out by trying. */
export interface ProcessorChoices {
  readonly byteProducts: ByteProducts;
  /** Most draft tokens per step of speculative decoding. */
  readonly draftLength: number;
  readonly threads: number;
  /** Threads inside a step of a single sentence; 0 until enough of them were timed. */
  readonly singleSentenceThreads: number;
}

type Run = (request: SentenceRequest, hop: Hop, forced?: Job['forced']) => Promise<Outcome>;

/** Neural translation: routes, queue, worker threads. Built once, closed once. */
export class ModelService implements ModelPort {
  #installed: readonly InstalledModel[];
  #refused: readonly RefusedModel[];
  readonly #chinese = new ChineseConverter();
  #routes: Routes;
  readonly #pool: Pool;
  readonly #registry: Registry;
  readonly #queue: FairQueue<QueuedSentence>;
  readonly #rowsPerCaller: number;
  readonly #decode: DecodeOptions;
  /** What each model has translated so far. */
  readonly #worked = new Map<string, { sentences: number; tokens: number }>();
  readonly #draftLength: number;
  #nextId = 1;

  constructor(settings: ModelSettings) {
    const threads = settings.threads ?? availableParallelism();
    const maxRows = settings.maxRows ?? DEFAULT_ROWS;
    const engine: PoolSettings = {
      maxRows,
      encoderTokens: ENCODER_TOKENS,
      intraOpThreads: settings.intraOpThreads ?? 1,
      singleSentenceThreads:
        settings.singleSentenceThreads ?? Math.min(threads, MOST_SINGLE_SENTENCE_THREADS),
      draftLength: settings.draftLength ?? DRAFT_LENGTH,
    };
    this.#draftLength = engine.draftLength;
    const { installed, refused } = findModels(settings.directory);
    this.#installed = installed;
    this.#refused = refused;
    this.#routes = new Routes(installed);
    this.#rowsPerCaller = threads * maxRows * SHARE_OF_A_CALLER;
    this.#pool = new Pool(threads, maxRows + WAITING_PER_THREAD, engine);
    this.#registry = new Registry(
      installed,
      this.#pool,
      settings.memoryBudget ?? DEFAULT_BUDGET,
      threads,
      new Checksums(settings.checksums),
    );
    this.#decode = settings.beam === undefined ? {} : { beam: settings.beam };
    this.#queue = new FairQueue(settings.queueLimit ?? DEFAULT_QUEUE);
  }

  /** Folders that cannot be used, and why: those found broken at the start, and those that failed to load. */
  get refused(): readonly RefusedModel[] {
    return this.#refused;
  }

  /** Names of the models that are in memory. */
  loaded(): readonly string[] {
    return this.#registry.loaded();
  }

  standing(): Standing {
    const sizes = this.#registry.sizes();
    const loaded = new Set(this.#registry.loaded());
    return {
      waiting: this.#queue.size,
      running: this.#pool.running,
      threads: this.#pool.threads,
      models: this.#installed.map(({ manifest: { name, version } }) => ({
        name,
        version,
        loaded: loaded.has(name),
        bytes: sizes.get(name) ?? 0,
        ...(this.#worked.get(name) ?? { sentences: 0, tokens: 0 }),
      })),
    };
  }

  choices(): ProcessorChoices {
    return {
      byteProducts: byteProducts(),
      draftLength: this.#draftLength,
      threads: this.#pool.threads,
      singleSentenceThreads: this.#pool.fastestThreads,
    };
  }

  directions(): readonly Direction[] {
    return this.#routes.directions();
  }

  version(from: Lang, to: Lang): string {
    return this.#route(from, to).models.join('+');
  }

  async outputLayer(from: Lang, to: Lang): Promise<OutputLayer | undefined> {
    const last = this.#route(from, to).hops.at(-1);
    if (last === undefined || last.model.manifest.layout !== 'kotobashi') return undefined;
    return await readOutputLayer(last.model.folder);
  }

  async translate(
    sentences: readonly SentenceRequest[],
    options: CallOptions,
  ): Promise<readonly SentenceResult[]> {
    return this.#call(sentences, options, (request, route, run) =>
      translateByRoute(request, route, this.#chinese, run),
    );
  }

  async score(sentences: readonly ScoreRequest[], options: CallOptions): Promise<readonly ForcedTrace[]> {
    return this.#call(sentences, options, async (request, route, run) => {
      const { source } = await pivotHops(request, route, this.#chinese, run);
      const last = route.hops.at(-1);
      const { target, states = false } = request;
      if (last === undefined) throw new UnsupportedDirection(request.from, request.to);
      const { trace } = await run({ ...request, source }, last, { target, states });
      if (trace === undefined) throw new Error('Forced decoding ended without a trace.');
      return trace;
    });
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Runs one call: models are held, sentences queued, and everything is let go when it ends or is aborted. */
  async #call<Request extends SentenceRequest, Result>(
    requests: readonly Request[],
    options: CallOptions,
    work: (request: Request, route: Route, run: Run) => Promise<Result>,
  ): Promise<readonly Result[]> {
    options.signal?.throwIfAborted();
    const call = {};
    const { routes, names } = await this.#hold(requests);
    const running = new Set<number>();
    const run: Run = (request, hop, forced) =>
      this.#enqueue(this.#job(request, hop, forced), options, call, running);
    try {
      options.signal?.throwIfAborted();
      if (requests.length > this.#queue.room) throw new ModelBusy('Too many sentences are waiting.');
      const results = Promise.all(
        requests.map((request, index) => {
          const route = routes[index];
          if (route === undefined) throw new Error('Every request has a route.');
          return work(request, route, run);
        }),
      );
      return await abortable(results, options.signal);
    } finally {
      this.#queue.remove((task) => task.call === call);
      for (const id of running) this.#pool.cancel(id);
      for (const name of names) this.#registry.release(name);
      this.#dispatch();
    }
  }

  /**
   * Finds the way of every request and loads the models on it. A model that turns out to be broken is refused
   * from then on, and the ways are looked for again without it.
   */
  async #hold(
    requests: readonly SentenceRequest[],
  ): Promise<{ routes: readonly Route[]; names: ReadonlySet<string> }> {
    for (;;) {
      const routes = requests.map(({ from, to }) => this.#route(from, to));
      const models = new Set(routes.flatMap(({ hops }) => hops.map(({ model }) => model)));
      const held: string[] = [];
      try {
        for (const { manifest } of models) {
          await this.#registry.acquire(manifest.name);
          held.push(manifest.name);
        }
        return { routes, names: new Set(held) };
      } catch (error) {
        for (const name of held) this.#registry.release(name);
        const broken = [...models][held.length];
        if (broken === undefined) throw error;
        this.#refuse(broken, error instanceof Error ? error.message : String(error));
      }
    }
  }

  #refuse(broken: InstalledModel, reason: string): void {
    if (!this.#installed.includes(broken)) return;
    this.#refused = [...this.#refused, { folder: broken.folder, reason }];
    this.#installed = this.#installed.filter((model) => model !== broken);
    this.#routes = new Routes(this.#installed);
  }

  #enqueue(job: Job, options: CallOptions, call: object, running: Set<number>): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const settle = () => running.delete(job.id);
      const task: QueuedSentence = {
        job,
        caller: options.caller,
        call,
        resolve: (outcome) => {
          settle();
          resolve(outcome);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      running.add(job.id);
      this.#queue.push(options.caller, options.priority, task);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#pool.room > 0) {
      const task = this.#queue.shift((caller) => this.#pool.rowsOf(caller) < this.#rowsPerCaller);
      if (task === undefined) return;
      this.#pool
        .run(task.job, task.caller)
        .then((outcome) => {
          this.#count(task.job, outcome);
          task.resolve(outcome);
        }, task.reject)
        .finally(() => this.#dispatch());
    }
  }

  #count({ model }: Job, { hypotheses }: Outcome): void {
    const worked = this.#worked.get(model) ?? { sentences: 0, tokens: 0 };
    worked.sentences += 1;
    worked.tokens += hypotheses[0]?.tokens ?? 0;
    this.#worked.set(model, worked);
  }

  #job(request: SentenceRequest, hop: Hop, forced?: Job['forced']): Job {
    return {
      id: this.#nextId++,
      model: hop.model.manifest.name,
      from: hop.from,
      to: hop.to,
      source: request.source,
      decode: { ...this.#decode, ...request.decode },
      ...(request.domain === undefined ? {} : { domain: request.domain }),
      ...(request.adaptation === undefined ? {} : { adaptation: request.adaptation }),
      ...(forced === undefined ? {} : { forced }),
    };
  }

  #route(from: Lang, to: Lang): Route {
    const route = this.#routes.find(from, to);
    if (route === undefined) throw new UnsupportedDirection(from, to);
    return route;
  }
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    // As many calls as a request has sentences may share its signal; each takes its listener away again.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
