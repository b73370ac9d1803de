import type { FastifyRequest } from 'fastify';
import type { TraceSpan, Tracing } from '../../tracing/trace-span.js';
import type { ApiInstance } from '../parts.js';

/** Gives every request a span, from its first line to the end of its answer; none where nothing is traced. */
export function traceRequests(app: ApiInstance, tracing: Tracing | undefined): void {
  app.decorateRequest('trace', null);
  if (tracing === undefined) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const span = tracing.request(
      `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      typeof traceparent === 'string' ? traceparent : undefined,
    );
    span?.set({ 'http.request.method': request.method, 'kotobashi.request_id': request.id });
    request.trace = span ?? null;
    done();
  });
  app.addHook('onResponse', ({ trace }, { statusCode }, done) => {
    trace?.set({ 'http.response.status_code': statusCode });
    trace?.end(statusCode >= 500 ? new Error(String(statusCode)) : undefined);
    done();
  });
}

/** As a member of options: absent where nothing is traced. */
export function traceOf({ trace }: FastifyRequest): { readonly trace?: TraceSpan } {
  return trace === null ? {} : { trace };
}
