import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { WHICH_CODES } from '../../../base/lang.js';
import { ENCODINGS } from '../../../interchange/encoding.js';
import { INTERCHANGE_FORMATS, type InterchangeFormat } from '../../../interchange/format.js';
import { isLangCode } from '../../../interchange/lang-tag.js';
import type { Pair } from '../../../interchange/pair.js';
import { writePairs } from '../../../interchange/write.js';
import type { ImportReport, ImportRequest } from '../../../resources/imports/imports.js';
import { binaryAnswer } from '../../answer/download.js';
import { tableOf } from '../../body/table-body.js';
import { successOf } from '../../shapes.js';

/** Tables as both doors take and give them: the interface and the administration. */

export const Format = Type.Enum(['tsv', 'csv', 'tmx', 'xlsx']);
export const ImportQuery = Type.Object({
  format: Format,
  fromLang: Type.Optional(Type.String({ description: 'Not needed where the table names its languages.' })),
  toLang: Type.Optional(Type.String()),
  encoding: Type.Optional(
    Type.Enum([...ENCODINGS], { description: 'Of text without a byte order mark; default utf-8.' }),
  ),
});

export const RejectedRow = Type.Object({ line: Type.Integer(), reason: Type.String() });
const Progress = {
  state: Type.Enum(['queued', 'running', 'finished', 'failed']),
  total: Type.Integer({ description: 'Rows of the table; 0 while they have not been counted.' }),
  done: Type.Integer(),
  rejectedCount: Type.Integer(),
  rejected: Type.Array(RejectedRow, { description: 'The first thousand rows that could not be taken over.' }),
  errorMessage: Type.Union([Type.String(), Type.Null()]),
};
export const ImportShape = Type.Object({ importId: Type.String(), ...Progress });
export const ImportAnswer = successOf(ImportShape);

export function importBody(report: ImportReport) {
  return { ...report, rejected: [...report.rejected] };
}

/** What a query and a body ask to take over. */
export function importRequestOf(query: Type.Static<typeof ImportQuery>, body: unknown): ImportRequest {
  for (const name of ['fromLang', 'toLang'] as const) {
    const code = query[name];
    if (code !== undefined && !isLangCode(code)) {
      throw new Failure('argumentInvalid', { message: `${name} is not a language code: ${WHICH_CODES}.` });
    }
  }
  const { format, fromLang: from, toLang: to, encoding } = query;
  return {
    format,
    bytes: tableOf(body),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(encoding !== undefined && { encoding }),
  };
}

/** What a route answers that sends a table. */
export const TABLE_ANSWER = binaryAnswer('The table.', Object.values(INTERCHANGE_FORMATS).map(bareType));

function bareType(mediaType: string): string {
  return mediaType.split(';', 1)[0] ?? mediaType;
}

/** Sends pairs as a table that a browser saves under a name. */
export async function sendTable(
  reply: FastifyReply,
  pairs: AsyncIterable<Pair>,
  format: InterchangeFormat,
  name: string,
): Promise<FastifyReply> {
  const pieces = writePairs(pairs, format);
  // The first piece is made before the answer begins: what goes wrong until then is still a failure.
  const first = await pieces.next();
  reply.header('content-type', INTERCHANGE_FORMATS[format]);
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  return reply.send(Readable.from(continued(first, pieces), { objectMode: false }));
}

async function* continued(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
