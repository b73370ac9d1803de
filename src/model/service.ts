import type { Lang } from '../base/lang.js';
import { abortable } from './abortable.js';
import { batchOrder } from './batch-order.js';
import { ChineseConverter } from './chinese.js';
import { FairQueue } from './fair-queue.js';
import { Checksums } from './folder/checksums.js';
import { type RefusedModel, reasonOf } from './folder/installed.js';
import { readTable, type TokenTable } from './folder/tables.js';
import { JobTrace } from './job-trace.js';
import {
  type CallOptions,
  type DecodeOptions,
  type Direction,
  type ForcedOutput,
  ModelBusy,
  type ModelPort,
  type ScoreRequest,
  type SentenceRequest,
  type SentenceResult,
  type Standing,
  type Steering,
  UnsupportedDirection,
} from './model-port.js';
import { DEFAULT_BUDGET, DEFAULT_QUEUE, inferenceOf, type ModelSettings } from './model-settings.js';
import { ModelThreads } from './model-threads.js';
import { pivotHops, translateByRoute } from './pivot.js';
import { Registry } from './registry.js';
import type { Hop, Route } from './routes.js';
import type { Job, Outcome } from './thread/job.js';
import { type ByteProducts, byteProducts } from './thread/processor.js';
import { UsableModels } from './usable-models.js';

interface QueuedSentence {
  readonly job: Job;
  readonly fairnessKey: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  readonly call: object;
  readonly trace: JobTrace | undefined;
}

/** What is chosen by the processor. */
export interface ProcessorChoices {
  readonly byteProducts: ByteProducts;
  /** Most draft tokens per step of speculative decoding. */
  readonly draftLength: number;
  readonly threads: number;
}

type Run = (request: SentenceRequest, hop: Hop, forced?: Job['forced']) => Promise<Outcome>;

/** Neural translation: routes, queue, threads. Built once, closed once. */
export class ModelService implements ModelPort {
  readonly #usable: UsableModels;
  readonly #chinese = new ChineseConverter();
  readonly #pool: ModelThreads;
  readonly #registry: Registry;
  readonly #queue: FairQueue<QueuedSentence>;
  readonly #rowsPerCaller: number;
  readonly #decode: DecodeOptions;
  /** What each model has translated so far. */
  readonly #worked = new Map<string, { sentences: number; tokens: number }>();
  readonly #draftLength: number;
  #nextId = 1;

  constructor(settings: ModelSettings) {
    const { threads, waitingRows, rowsPerCaller, engine } = inferenceOf(settings);
    this.#draftLength = engine.draftLength;
    this.#usable = new UsableModels(settings.directory);
    this.#rowsPerCaller = rowsPerCaller;
    this.#pool = new ModelThreads(threads, engine.maxRows + waitingRows, engine);
    this.#registry = new Registry(
      this.#usable.installed,
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
    return this.#usable.refused;
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
      unusable: this.#usable.unusable(),
      models: this.#usable.installed.map(({ manifest: { name, version } }) => ({
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
    };
  }

  directions(): readonly Direction[] {
    return this.#usable.directions();
  }

  version(from: Lang, to: Lang): string {
    return this.#usable.route(from, to).models.join('+');
  }

  /** Behind a pivot language the sentence before is in a language that the last model does not read. */
  steering(from: Lang, to: Lang): Steering {
    const { hops } = this.#usable.route(from, to);
    const tokens = hops.at(-1)?.model.manifest.tokens;
    return {
      register: to === 'ja' && tokens?.registers !== undefined,
      before: hops.length === 1 && tokens?.before !== undefined,
    };
  }

  async outputLayer(from: Lang, to: Lang): Promise<TokenTable | undefined> {
    const last = this.#usable.route(from, to).hops.at(-1);
    const table = last?.model.manifest.tables?.embedding;
    return last === undefined || table === undefined ? undefined : await readTable(last.model.folder, table);
  }

  async translate(
    sentences: readonly SentenceRequest[],
    options: CallOptions,
  ): Promise<readonly SentenceResult[]> {
    return this.#call(sentences, options, (request, route, run) =>
      translateByRoute(request, route, this.#chinese, run),
    );
  }

  async score(sentences: readonly ScoreRequest[], options: CallOptions): Promise<readonly ForcedOutput[]> {
    return this.#call(sentences, options, async (request, route, run) => {
      const { source } = await pivotHops(request, route, this.#chinese, run);
      const last = route.hops.at(-1);
      const { target, states = false } = request;
      if (last === undefined) throw new UnsupportedDirection(request.from, request.to);
      const { forced } = await run({ ...request, source }, last, { target, states });
      if (forced === undefined) throw new Error('Forced decoding ended without an output.');
      return forced;
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
      this.#enqueue(this.#job(request, hop, options, forced), options, call, running);
    try {
      options.signal?.throwIfAborted();
      if (requests.length > this.#queue.room) throw new ModelBusy('Too many sentences are waiting.');
      const results: Promise<Result>[] = new Array(requests.length);
      for (const index of batchOrder(requests)) {
        const [request, route] = [requests[index], routes[index]];
        if (request === undefined || route === undefined) throw new Error('Every request has a route.');
        results[index] = work(request, route, run);
      }
      return await abortable(Promise.all(results), options.signal);
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
      const routes = requests.map(({ from, to }) => this.#usable.route(from, to));
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
        this.#usable.refuse(broken, reasonOf(error));
      }
    }
  }

  #enqueue(job: Job, options: CallOptions, call: object, running: Set<number>): Promise<Outcome> {
    const trace = JobTrace.begin(options.trace, job);
    return new Promise((resolve, reject) => {
      const settle = () => running.delete(job.id);
      const task: QueuedSentence = {
        job,
        fairnessKey: options.fairnessKey,
        call,
        trace,
        resolve: (outcome) => {
          settle();
          trace?.done(outcome);
          resolve(outcome);
        },
        reject: (error) => {
          settle();
          trace?.failed(error);
          reject(error);
        },
      };
      running.add(job.id);
      this.#queue.push(options.fairnessKey, options.priority, task);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#pool.room > 0) {
      const task = this.#queue.shift((fairnessKey) => this.#pool.rowsOf(fairnessKey) < this.#rowsPerCaller);
      if (task === undefined) return;
      task.trace?.dispatched();
      this.#pool
        .run(task.job, task.fairnessKey)
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

  #job(request: SentenceRequest, hop: Hop, { trace }: CallOptions, forced?: Job['forced']): Job {
    return {
      id: this.#nextId++,
      model: hop.model.manifest.name,
      from: hop.from,
      to: hop.to,
      source: request.source,
      decode: { ...this.#decode, ...request.decode },
      ...(request.domain === undefined ? {} : { domain: request.domain }),
      ...(request.register === undefined ? {} : { register: request.register }),
      ...(request.before === undefined ? {} : { before: request.before }),
      ...(request.adaptation === undefined ? {} : { adaptation: request.adaptation }),
      ...(forced === undefined ? {} : { forced }),
      ...(trace === undefined ? {} : { isTraced: true }),
    };
  }
}
