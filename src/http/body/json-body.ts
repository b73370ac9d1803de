import { hash } from 'node:crypto';
import { Failure } from '../../base/failure.js';
import type { ApiInstance } from '../parts.js';

/** Far deeper than any body of the interface. */
const DEEPEST = 32;

/**
 * Reads JSON bodies. Stricter than JSON itself, because what gets in ends up in PostgreSQL and in the tokenizer: valid
 * UTF-8, no lone surrogates, no NUL, no names that reach into prototypes, bounded depth. An empty body is no body:
 * many clients send a content type with GET and DELETE.
 */
export function readJsonBodies(app: ApiInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (request.signed !== null) request.bodyDigest = hash('sha256', body, 'buffer');
      done(null, body.length === 0 ? undefined : parse(decoder, body));
    } catch (error) {
      done(
        error instanceof Failure
          ? error
          : unreadable('The body is not valid JSON: check its quotes, commas and brackets.', error),
        undefined,
      );
    }
  });
  // Plain text and anything else is refused with 415 instead of being handed on as a string.
  app.removeContentTypeParser('text/plain');
}

function parse(decoder: InstanceType<typeof TextDecoder>, body: string | Buffer): unknown {
  let text: string;
  try {
    text = typeof body === 'string' ? body : decoder.decode(body);
  } catch (cause) {
    throw unreadable('The body is not valid UTF-8: encode it as UTF-8.', cause);
  }
  const value: unknown = JSON.parse(text);
  checkValue(value);
  return value;
}

/** Refuses what must not get in. Walks without recursion: the depth is what the caller chose. */
export function checkValue(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw unreadable(`The body is nested more than ${DEEPEST} deep: send it flatter.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') checkString(value);
      else if (Array.isArray(value)) for (const item of value) next.push(item);
      else if (typeof value === 'object' && value !== null) {
        for (const [name, member] of Object.entries(value)) {
          if (name === '__proto__') throw unreadable('The body holds the name __proto__: leave it out.');
          checkString(name);
          next.push(member);
        }
      }
    }
    level = next;
  }
}

function checkString(text: string): void {
  if (text.includes('\0')) throw unreadable('The body holds a NUL character: take it out.');
  if (!text.isWellFormed())
    throw unreadable('The body holds half of a surrogate pair: send whole characters.');
}

function unreadable(message: string, cause?: unknown): Failure {
  return new Failure('requestInvalid', { message, cause });
}
