import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sameSecret } from '../../../accounts/constant-time.js';
import { Failure } from '../../../base/failure.js';
import { auditChanges, operatorOf } from '../../caller/audit.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { adminAuditRoutes } from './audit.js';
import { adminContractRoutes } from './contracts.js';
import { adminDeliveryRoutes } from './deliveries.js';
import { adminKeyRoutes } from './keys.js';
import { adminModelRoutes } from './models.js';
import { adminOrganizationRoutes } from './organizations.js';
import { adminResourceRoutes } from './resources.js';
import { adminStatusRoutes } from './status.js';

/** Those of all routes below. */
type AdminParts = Parts<
  | 'adminToken'
  | 'auditTrail'
  | 'backlog'
  | 'bindings'
  | 'contracts'
  | 'deadLetters'
  | 'disk'
  | 'entries'
  | 'imports'
  | 'keyAdmin'
  | 'lists'
  | 'metrics'
  | 'model'
  | 'organizationAdmin'
  | 'pairReader'
  | 'settings'
  | 'throttle'
  | 'trainedModels'
  | 'trainingRequests'
  | 'troubles'
  | 'usage'
>;

/** The operator's interface, below `/admin/v1` and behind a token of its own. */
export async function adminRoutes(app: ApiInstance, parts: AdminParts): Promise<void> {
  app.addHook('onRequest', adminHook(parts));
  auditChanges(app, parts.auditTrail, operatorOf(parts.adminToken));
  await app.register(adminOrganizationRoutes, parts);
  await app.register(adminKeyRoutes, parts);
  await app.register(adminContractRoutes, parts);
  await app.register(adminResourceRoutes, parts);
  await app.register(adminModelRoutes, parts);
  await app.register(adminDeliveryRoutes, parts);
  await app.register(adminStatusRoutes, parts);
  await app.register(adminAuditRoutes, parts);
}

function adminHook({ adminToken, throttle }: Parts<'adminToken' | 'throttle'>) {
  const expected = digest(adminToken);
  return async (request: FastifyRequest): Promise<void> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // Digests have one length, so that not even the length of the token shows in the time.
    if (token === undefined || !sameSecret(digest(token), expected)) {
      await throttle.count(request.ip, 'admin');
      throw new Failure('signatureInvalid', { message: 'Send the admin token as Authorization: Bearer.' });
    }
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
