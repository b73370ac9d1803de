import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Lang } from '../lang.js';
import type { Engine, RoadResult } from '../translate/port.js';

/** Numbers for Prometheus. One registry per service, so that several can live in one process. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'kotobashi_http_request_seconds',
    help: 'Time from request to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });
  readonly failures = new Counter({
    name: 'kotobashi_failures_total',
    help: 'Failures answered, by code.',
    labelNames: ['code'],
    registers: [this.registry],
  });
  readonly words = new Counter({
    name: 'kotobashi_translated_words_total',
    help: 'Words of the originals translated, by engine.',
    labelNames: ['engine'],
    registers: [this.registry],
  });
  readonly elements = new Counter({
    name: 'kotobashi_translated_texts_total',
    help: 'Texts translated, by engine and direction.',
    labelNames: ['engine', 'from', 'to'],
    registers: [this.registry],
  });
  readonly terms = new Counter({
    name: 'kotobashi_terms_total',
    help: 'Terms found in originals, by whether they were applied.',
    labelNames: ['applied'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts a finished translation. */
  translated(engine: Engine, to: Lang, result: RoadResult): void {
    for (const { detectedLang, explanation } of result.elements) {
      this.elements.inc({ engine, from: detectedLang, to });
      for (const term of explanation.terms) this.terms.inc({ applied: String(term.applied) });
    }
    this.words.inc({ engine }, result.wordCount);
  }

  close(): void {
    this.registry.clear();
  }
}
