import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../base/failure.js';
import { RETENTION_SECONDS } from '../../jobs/clean-up.js';
import type { IdempotencyKey } from '../../jobs/translations/idempotency.js';
import type { FileForm } from '../body/file-form.js';

const PRINTABLE = /^[\x21-\x7e]{1,255}$/;

/** The key that a caller gave its submission, so that it can be sent again; undefined when it gave none. */
export function givenKey({ headers }: FastifyRequest, body: Buffer): IdempotencyKey | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !PRINTABLE.test(given)) {
    throw new Failure('argumentInvalid', {
      message: 'Idempotency-Key must have 1 to 255 printable ASCII characters without blanks.',
    });
  }
  return { key: `key ${given}`, body, seconds: RETENTION_SECONDS, isGiven: true };
}

/** The same for a form: what it says, since its bytes differ each time it is sent. */
export function givenKeyOfForm(
  request: FastifyRequest,
  { files, texts }: Pick<FileForm, 'files' | 'texts'>,
): IdempotencyKey | undefined {
  const contents = files.map(({ name, sha256 }) => [name, sha256.toString('hex')]);
  const said = [...texts].sort(([one], [other]) => (one < other ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([said, contents]))
    .digest();
  return givenKey(request, digest);
}
