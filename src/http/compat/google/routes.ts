import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../../caller/bearer.js';
import type { ApiInstance } from '../../parts.js';
import type { VendorOptions } from '../routes.js';
import { answerFailuresAs } from '../vendor-failures.js';
import { headerOf, keyHook, memberOf } from '../vendor-key.js';
import { googleFailure } from './google-failure.js';
import { googleRoutesV2 } from './v2.js';
import { googleRoutesV3 } from './v3.js';

/** The interface of Google Translation, versions 2 and 3. */
export async function googleRoutes(app: ApiInstance, { parts, admit }: VendorOptions): Promise<void> {
  answerFailuresAs(app, parts, googleFailure);
  app.addHook('onRequest', keyHook(parts.authenticator, keyOf));
  admit(app);
  await app.register(googleRoutesV2, parts);
  await app.register(googleRoutesV3, parts);
}

/** Clients of version 3 have tokens where those of version 2 have keys. */
function keyOf(request: FastifyRequest): string | undefined {
  return memberOf(request.query, 'key') ?? headerOf(request, 'x-goog-api-key') ?? bearerOf(request);
}
