import { Failure } from '../failure.js';
import type { ApiInstance } from './parts.js';

const RETRY_SECONDS = 1;

/** Bounds the requests that are worked on at once; beyond it callers hear 503 at once instead of waiting in memory. */
export function boundInFlight(app: ApiInstance, most: number): void {
  let inFlight = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    if (inFlight >= most) {
      done(new Failure(40104, { detail: { retryAfter: RETRY_SECONDS } }));
      return;
    }
    inFlight += 1;
    // `close` comes exactly once, whether the answer was sent or the caller has gone.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    done();
  });
}
