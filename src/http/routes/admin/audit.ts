import { Readable } from 'node:stream';
import Type from 'typebox';
import type { AuditEntry } from '../../../accounts/audit-trail.js';
import { checkDay } from '../../../accounts/metering/day.js';
import { tableLine } from '../../../interchange/table-line.js';
import { binaryAnswer } from '../../answer/download.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { Day } from '../day.js';
import { Moment, route } from './shapes.js';

const EntryShape = Type.Object({
  id: Type.Integer(),
  at: Moment,
  actor: Type.String({
    description: 'Fingerprint of the admin token and x-operator, or the account of a command.',
  }),
  origin: Type.String({ description: 'Address, or the machine on which a command ran.' }),
  action: Type.String(),
  orgId: Type.Union([Type.String(), Type.Null()]),
  detail: Type.Unknown(),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the answer; null when the process did not live to say.',
  }),
});
const Filter = {
  orgId: Type.Optional(Type.String()),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};
const COLUMNS = ['id', 'at', 'actor', 'origin', 'action', 'orgId', 'status', 'detail'] as const;
const DAY_MS = 86_400_000;

/** What operators changed: who, when, from where, what. */
export async function adminAuditRoutes(app: ApiInstance, { auditTrail }: Parts<'auditTrail'>): Promise<void> {
  app.get(
    '/admin/v1/audit',
    route('Changes made by operators, newest first, 500 at a time', {
      querystring: Type.Object({
        ...Filter,
        before: Type.Optional(
          Type.String({ pattern: '^\\d{1,15}$', description: 'Entries older than this id.' }),
        ),
      }),
      response: wrapped(Type.Array(EntryShape)),
    }),
    async ({ query }) => {
      const { before, ...filter } = query;
      const entries = await auditTrail.list({
        ...span(filter),
        ...(before !== undefined && { before: Number(before) }),
      });
      return success(entries.map(shown));
    },
  );
  app.get(
    '/admin/v1/audit/export',
    route('All of them as CSV or as JSON lines', {
      querystring: Type.Object({ ...Filter, format: Type.Enum(['csv', 'jsonl']) }),
      response: binaryAnswer('The entries.', ['text/csv', 'application/jsonl']),
    }),
    async ({ query }, reply) => {
      const { format, ...filter } = query;
      const entries = auditTrail.walk(span(filter));
      reply.header('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl');
      reply.header('content-disposition', `attachment; filename="audit.${format}"`);
      return reply.send(Readable.from(format === 'csv' ? csv(entries) : jsonLines(entries)));
    },
  );
}

/** Days are whole: `to` is included. */
function span({ orgId, from, to }: { orgId?: string; from?: string; to?: string }) {
  checkDay('from', from);
  checkDay('to', to);
  return {
    ...(orgId !== undefined && { orgId }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(Date.parse(to) + DAY_MS) }),
  };
}

function shown(entry: AuditEntry) {
  return { ...entry, at: entry.at.toISOString() };
}

async function* csv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield `${tableLine(COLUMNS)}\r\n`;
  for await (const entry of entries) {
    const row = shown(entry);
    const cells = COLUMNS.map((name) =>
      name === 'detail' ? JSON.stringify(row.detail) : String(row[name] ?? ''),
    );
    yield `${tableLine(cells)}\r\n`;
  }
}

async function* jsonLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(shown(entry))}\n`;
}
