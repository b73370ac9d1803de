import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Engine } from '../../base/engine.js';
import type { Lang } from '../../base/lang.js';
import type { DiskSpace } from '../../store/disk-space.js';
import type {
  CheckKind,
  FiredCheck,
  PipelineCounter,
  PipelineMetrics,
  TranslationResult,
} from '../../translate/pipeline-types.js';

/** Synchronous translations, what came of them, and how long they took. */
export interface CountedRequests {
  readonly count: number;
  readonly seconds: number;
  /** How many took at most so many seconds. */
  readonly buckets: readonly { readonly le: number; readonly count: number }[];
  readonly words: readonly { readonly engine: string; readonly words: number }[];
  readonly failures: readonly { readonly code: number; readonly count: number }[];
}

const TRANSLATE_ROUTE = '/api/v1/translate';

/** Numbers for Prometheus. One registry per service, so that several can live in one process. */
export class Metrics implements PipelineMetrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'kotobashi_http_request_seconds',
    help: 'Time from request to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });
  readonly #failures = new Counter({
    name: 'kotobashi_failures_total',
    help: 'Failures answered, by code.',
    labelNames: ['code'],
    registers: [this.registry],
  });
  readonly #words = new Counter({
    name: 'kotobashi_translated_words_total',
    help: 'Words of the originals translated, by engine.',
    labelNames: ['engine'],
    registers: [this.registry],
  });
  readonly #texts = new Counter({
    name: 'kotobashi_translated_texts_total',
    help: 'Texts translated, by engine and direction.',
    labelNames: ['engine', 'from', 'to'],
    registers: [this.registry],
  });
  readonly #pipeline = new Counter({
    name: 'kotobashi_pipeline_total',
    help: 'What happened to sentences on the pipeline, by kind of event.',
    labelNames: ['event'],
    registers: [this.registry],
  });
  readonly #pipelineSeconds = new Counter({
    name: 'kotobashi_pipeline_seconds_total',
    help: 'Time on the pipeline, waiting for the model and outside of it.',
    labelNames: ['where'],
    registers: [this.registry],
  });

  readonly #checks = new Counter({
    name: 'kotobashi_pipeline_checks_total',
    help: 'Checks that fired on the first answer of the model, by what they check and whether it could be repaired.',
    labelNames: ['check', 'outcome'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Free space on the disk of the data folder, and how much of it is kept back. */
  measureDisk(disk: Pick<DiskSpace, 'freeBytes' | 'trouble'>, reserveBytes: number): void {
    const registers = [this.registry];
    new Gauge({
      name: 'kotobashi_disk_free_bytes',
      help: 'Free space on the disk of the data folder; not a number where the database is elsewhere.',
      registers,
      collect() {
        this.set(disk.freeBytes ?? Number.NaN);
      },
    });
    new Gauge({
      name: 'kotobashi_disk_reserve_bytes',
      help: 'Free space below which nothing new is taken in.',
      registers,
    }).set(reserveBytes);
    new Gauge({
      name: 'kotobashi_disk_short',
      help: '1 while nothing new is taken in for want of space.',
      registers,
      collect() {
        this.set(disk.trouble === undefined ? 0 : 1);
      },
    });
  }

  /** Documents of this process that are read or written, and that wait for a thread. */
  measureDocuments(documents: {
    readonly standing: { readonly running: number; readonly waiting: number };
  }): void {
    new Gauge({
      name: 'kotobashi_documents',
      help: 'Documents that threads read or write, and those that wait for one, by state.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        this.set({ state: 'running' }, documents.standing.running);
        this.set({ state: 'waiting' }, documents.standing.waiting);
      },
    });
  }

  answered(method: string, route: string, status: number, elapsedMs: number): void {
    this.#requests.observe({ method, route, status }, elapsedMs / 1000);
  }

  failed(code: number): void {
    this.#failures.inc({ code });
  }

  /** Counts a finished translation. */
  translated(engine: Engine, to: Lang, result: TranslationResult): void {
    const counts = new Map<Lang, number>();
    for (const { detectedLang } of result.elements) {
      counts.set(detectedLang, (counts.get(detectedLang) ?? 0) + 1);
    }
    for (const [from, count] of counts) this.#texts.inc({ engine, from, to }, count);
    this.#words.inc({ engine }, result.wordCount);
  }

  add(counter: PipelineCounter, by: number): void {
    this.#pipeline.inc({ event: counter }, by);
  }

  time(totalMs: number, outsideMs: number): void {
    this.#pipelineSeconds.inc({ where: 'outside' }, outsideMs / 1000);
    this.#pipelineSeconds.inc({ where: 'model' }, Math.max(0, totalMs - outsideMs) / 1000);
  }

  check(check: CheckKind, outcome: FiredCheck['outcome']): void {
    this.#checks.inc({ check, outcome });
  }

  /** Numbers since the start, for those who look without a Prometheus. Differences of two looks are rates. */
  async counted(): Promise<CountedRequests> {
    const buckets = new Map<number, number>();
    let [count, seconds] = [0, 0];
    for (const { labels, metricName, value } of (await this.#requests.get()).values) {
      if (labels.route !== TRANSLATE_ROUTE) continue;
      const le = 'le' in labels ? labels.le : undefined;
      if (metricName?.endsWith('_count')) count += value;
      else if (metricName?.endsWith('_sum')) seconds += value;
      else if (typeof le === 'number') buckets.set(le, (buckets.get(le) ?? 0) + value);
    }
    const failures = (await this.#failures.get()).values;
    const words = (await this.#words.get()).values;
    return {
      count,
      seconds,
      buckets: [...buckets].sort(([a], [b]) => a - b).map(([le, below]) => ({ le, count: below })),
      words: words.map(({ labels, value }) => ({ engine: String(labels.engine), words: value })),
      failures: failures.map(({ labels, value }) => ({ code: Number(labels.code), count: value })),
    };
  }

  close(): void {
    this.registry.clear();
  }
}
