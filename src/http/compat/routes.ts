import type { ApiInstance, AppParts } from '../parts.js';
import { distinguishApiVersions } from './api-version.js';
import { deeplRoutes } from './deepl/routes.js';
import { googleRoutes } from './google/routes.js';
import { libreTranslateRoutes } from './libretranslate/routes.js';
import { microsoftRoutes } from './microsoft/routes.js';

export interface VendorOptions {
  readonly parts: AppParts;
  /** Puts the service's admission in front of routes: after the key, so that a place is counted for its organization. */
  readonly admit: (app: ApiInstance) => void;
}

/** The interfaces of other vendors: shapes, onto the way of our own. */
export async function compatibleRoutes(app: ApiInstance, options: VendorOptions): Promise<void> {
  const { settings } = options.parts;
  distinguishApiVersions(app);
  if (settings.deeplInterface) await app.register(deeplRoutes, options);
  if (settings.libreTranslateInterface) await app.register(libreTranslateRoutes, options);
  if (settings.googleInterface) await app.register(googleRoutes, options);
  if (settings.microsoftInterface) await app.register(microsoftRoutes, options);
}
