import { auditChanges, operatorOf } from '../../caller/audit.js';
import { bearerHook } from '../../caller/bearer.js';
import type { ApiInstance, AppParts } from '../../parts.js';
import { adminAuditRoutes } from './audit.js';
import { adminContractRoutes } from './contracts.js';
import { adminDeliveryRoutes } from './deliveries.js';
import { adminKeyRoutes } from './keys.js';
import { adminModelRoutes } from './models.js';
import { adminOrganizationRoutes } from './organizations.js';
import { adminResourceRoutes } from './resources.js';
import { adminStatusRoutes } from './status.js';

/** The operator's interface, below `/admin/v1` and behind a token of its own. */
export async function adminRoutes(app: ApiInstance, parts: AppParts): Promise<void> {
  app.addHook('onRequest', bearerHook(parts.throttle, 'admin', parts.adminToken));
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
