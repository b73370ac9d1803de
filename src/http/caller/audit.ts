import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AuditTrail } from '../../accounts/audit-trail.js';
import type { ApiInstance } from '../parts.js';
import { callerOf } from './authentication.js';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Hexadecimal digits of a fingerprint: enough to tell tokens apart, nothing to guess one from. */
const FINGERPRINT_DIGITS = 8;
/** Several people share one token; who they are they say themselves. */
const OPERATOR = /^[^\p{Cc}]{1,100}$/u;

/** Who makes a change, and in which organization. */
interface Author {
  readonly actor: string;
  readonly orgId: string | undefined;
}

/** Writes every change of these routes into the audit trail: before it is made, and how it ended. */
export function auditChanges(
  app: ApiInstance,
  trail: AuditTrail,
  authorOf: (request: FastifyRequest) => Author,
): void {
  const entries = new WeakMap<object, number>();
  app.addHook('preHandler', async (request) => {
    if (READS.has(request.method)) return;
    const id = await trail.begin({
      ...authorOf(request),
      origin: request.ip,
      action: `${request.method} ${request.routeOptions.url}`,
      detail: {
        requestId: request.id,
        params: record(request.params),
        query: request.query,
        body: request.body,
      },
    });
    entries.set(request, id);
  });
  app.addHook('onSend', async (request, reply) => {
    const id = entries.get(request);
    if (id === undefined) return;
    try {
      await trail.end(id, reply.statusCode);
    } catch (err) {
      // The change has been made or refused, and that is what the answer says; the entry stays without its end.
      request.log.error(
        { reqId: request.id, err },
        'the end of a change could not be written into the audit trail',
      );
    }
  });
}

/** The author of changes through the operator's interface. */
export function operatorOf(adminToken: string): (request: FastifyRequest) => Author {
  const fingerprint = createHash('sha256').update(adminToken).digest('hex').slice(0, FINGERPRINT_DIGITS);
  return ({ headers, params }) => {
    const { 'x-operator': operator } = headers;
    const name = typeof operator === 'string' && OPERATOR.test(operator) ? ` (${operator})` : '';
    const { orgId } = record(params);
    return {
      actor: `admin token ${fingerprint}${name}`,
      orgId: typeof orgId === 'string' ? orgId : undefined,
    };
  };
}

/** The author of changes that a caller makes to what its organization shares. */
export function callerAsAuthor(request: FastifyRequest): Author {
  const { accessKey, orgId } = callerOf(request);
  return { actor: `access key ${accessKey.slice(0, FINGERPRINT_DIGITS)}…`, orgId };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
