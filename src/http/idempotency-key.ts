import { createHash, webcrypto } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.js';
import { RETENTION_SECONDS } from '../jobs/clean-up.js';
import type { IdempotencyKey } from '../jobs/idempotency.js';
import type { FileForm } from './file-form.js';

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

/** The same for a form, which is digested only if there is a key. */
export async function givenKeyOfForm(
  request: FastifyRequest,
  form: FileForm,
): Promise<IdempotencyKey | undefined> {
  if (request.headers['idempotency-key'] === undefined) return undefined;
  return givenKey(request, await formDigest(form));
}

/** SHA-256 of what a form says: its bytes differ each time it is sent. Files are digested beside the event loop. */
async function formDigest({ files, texts }: FileForm): Promise<Buffer> {
  const contents = await Promise.all(
    files.map(async ({ name, content }) => {
      const digest = await webcrypto.subtle.digest('SHA-256', content);
      return [name, Buffer.from(digest).toString('hex')];
    }),
  );
  const said = [...texts].sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([said, contents]))
    .digest();
}
