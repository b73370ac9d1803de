import type { ApiInstance } from '../parts.js';

/** Answers that are data: nothing in them is ever run, shown in a frame or sent along as an address. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const YEAR_SECONDS = 31_536_000;

/** Headers that tell browsers what an answer may not be used for. Routes with a page of their own say more themselves. */
export function secureAnswers(app: ApiInstance, isHttps: boolean): void {
  const headers = {
    'content-security-policy': DATA_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(isHttps && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
