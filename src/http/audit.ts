import { createHash } from 'node:crypto';
import type { AuditTrail } from '../accounts/audit-trail.js';
import type { ApiInstance } from './parts.js';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Hexadecimal digits of a fingerprint: enough to tell tokens apart, nothing to guess one from. */
const FINGERPRINT_DIGITS = 8;
/** Several people share one token; who they are they say themselves. */
const OPERATOR = /^[^\p{Cc}]{1,100}$/u;

/** Writes every change of the operator's interface into the audit trail: before it is made, and how it ended. */
export function auditChanges(app: ApiInstance, trail: AuditTrail, adminToken: string): void {
  const fingerprint = createHash('sha256').update(adminToken).digest('hex').slice(0, FINGERPRINT_DIGITS);
  const entries = new WeakMap<object, number>();
  app.addHook('preHandler', async (request) => {
    if (READS.has(request.method)) return;
    const { 'x-operator': operator } = request.headers;
    const name = typeof operator === 'string' && OPERATOR.test(operator) ? ` (${operator})` : '';
    const params = record(request.params);
    const id = await trail.begin({
      actor: `admin token ${fingerprint}${name}`,
      origin: request.ip,
      action: `${request.method} ${request.routeOptions.url}`,
      orgId: typeof params['orgId'] === 'string' ? params['orgId'] : undefined,
      detail: { requestId: request.id, params, query: request.query, body: request.body },
    });
    entries.set(request, id);
  });
  app.addHook('onSend', async (request, reply) => {
    const id = entries.get(request);
    if (id !== undefined) await trail.end(id, reply.statusCode);
  });
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
