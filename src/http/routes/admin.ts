import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sameSecret } from '../../accounts/constant-time.js';
import { Failure } from '../../failure.js';
import type { ApiInstance, AppParts } from '../parts.js';
import { adminContractRoutes } from './admin-contracts.js';
import { adminDirectoryRoutes } from './admin-directory.js';
import { adminKeyRoutes } from './admin-keys.js';
import { adminModelRoutes } from './admin-models.js';
import { adminResourceRoutes } from './admin-resources.js';

/** The operator's interface, below `/admin/v1` and behind a token of its own. */
export async function adminRoutes(app: ApiInstance, parts: AppParts): Promise<void> {
  app.addHook('onRequest', adminHook(parts.adminToken));
  await app.register(adminDirectoryRoutes, parts);
  await app.register(adminKeyRoutes, parts);
  await app.register(adminContractRoutes, parts);
  await app.register(adminResourceRoutes, parts);
  await app.register(adminModelRoutes, parts);
}

function adminHook(adminToken: string) {
  const expected = digest(adminToken);
  return async (request: FastifyRequest): Promise<void> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // Digests have one length, so that not even the length of the token shows in the time.
    if (token === undefined || !sameSecret(digest(token), expected)) {
      throw new Failure(40006, { message: 'Send the admin token as Authorization: Bearer.' });
    }
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
