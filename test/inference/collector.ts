import { startTracePeer } from './otlp-peer.js';
import type { Peer } from './peer.js';

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<OtlpSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span with the name of the service that sent it. */
export interface CollectedSpan extends OtlpSpan {
  readonly service: unknown;
}

/** A collector, and what it has got so far. */
export interface Collector {
  readonly url: string;
  spans(): readonly CollectedSpan[];
  stop: Peer['stop'];
}

export async function startCollector(): Promise<Collector> {
  const peer = await startTracePeer();
  const collected: CollectedSpan[] = [];
  return {
    url: peer.url,
    spans() {
      for (const { resourceSpans } of peer.calls() as readonly Export[]) {
        for (const { resource, scopeSpans } of resourceSpans) {
          const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
          const spans = scopeSpans.flatMap((scope) => scope.spans);
          collected.push(...spans.map((span) => ({ ...span, service: name })));
        }
      }
      return collected;
    },
    stop: peer.stop,
  };
}
