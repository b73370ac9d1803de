import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanAttributes, TraceSpan, Tracing } from './trace-span.js';

export interface OtlpTracingSettings {
  /** Where spans are posted: `http://collector:4318/v1/traces`. */
  readonly url: string;
  /** Of requests whose callers do not trace, and of jobs whose requests were not traced, 0 to 1. */
  readonly share: number;
  readonly service: string;
}

/** Spans that may wait to be sent; more are dropped rather than held. */
const QUEUE_SPANS = 20_000;
const BATCH_SPANS = 1_000;
const SEND_EVERY_MS = 2_000;
const SEND_LIMIT_MS = 10_000;
/** Of one request or run: a long document has a decoder step for every word of it. */
const MOST_SPANS = 2_000;

/** Sends spans to a collector (OTLP over HTTP, JSON). Nothing is registered globally: spans go from hand to hand. */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor({ url, share, service }: OtlpTracingSettings) {
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler: new ParentBasedSampler({ root: new LinkedSampler(share) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url, timeoutMillis: SEND_LIMIT_MS }),
          maxQueueSize: QUEUE_SPANS,
          maxExportBatchSize: BATCH_SPANS,
          scheduledDelayMillis: SEND_EVERY_MS,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('kotobashi');
  }

  request(name: string, traceparent: string | undefined): TraceSpan | undefined {
    const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
    const context =
      caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
    return this.#root(this.#tracer.startSpan(name, { kind: SpanKind.SERVER }, context), context);
  }

  job(name: string, submitter: string | undefined): TraceSpan | undefined {
    const context = submitter === undefined ? null : parseTraceParent(submitter);
    const links = context === null ? [] : [{ context: { ...context, isRemote: true } }];
    return this.#root(
      this.#tracer.startSpan(name, { kind: SpanKind.CONSUMER, links }, ROOT_CONTEXT),
      ROOT_CONTEXT,
    );
  }

  #root(span: Span, context: Context): TraceSpan | undefined {
    return span.isRecording() ? new OtlpSpan(this.#tracer, span, context, { left: MOST_SPANS }) : undefined;
  }

  async close(): Promise<void> {
    await this.#provider.shutdown();
  }
}

/** Takes what links to something that was traced, and a share of the rest. */
class LinkedSampler implements Sampler {
  readonly #rest: Sampler;

  constructor(share: number) {
    this.#rest = new TraceIdRatioBasedSampler(share);
  }

  shouldSample(...asked: Parameters<Sampler['shouldSample']>): SamplingResult {
    const links: readonly Link[] = asked[5];
    const isLinked = links.some(({ context }) => (context.traceFlags & TraceFlags.SAMPLED) !== 0);
    return isLinked ? { decision: SamplingDecision.RECORD_AND_SAMPLED } : this.#rest.shouldSample(...asked);
  }
}

class OtlpSpan implements TraceSpan {
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #context: Context;
  /** Spans that the request may still have. */
  readonly #budget: { left: number };

  constructor(tracer: Tracer, span: Span, parent: Context, budget: { left: number }) {
    this.#tracer = tracer;
    this.#span = span;
    this.#context = trace.setSpan(parent, span);
    this.#budget = budget;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  child(name: string, attributes: SpanAttributes = {}): TraceSpan {
    this.#budget.left -= 1;
    const span = this.#tracer.startSpan(name, { attributes }, this.#context);
    return new OtlpSpan(this.#tracer, span, this.#context, this.#budget);
  }

  past(name: string, startMs: number, endMs: number, attributes: SpanAttributes = {}): void {
    if (this.#budget.left <= 0) return;
    this.#budget.left -= 1;
    this.#tracer.startSpan(name, { attributes, startTime: startMs }, this.#context).end(endMs);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      // The kind alone: messages may hold what a caller sent.
      const message = error instanceof Error ? error.name : 'failed';
      this.#span.setStatus({ code: SpanStatusCode.ERROR, message });
    }
    this.#span.end();
  }
}
