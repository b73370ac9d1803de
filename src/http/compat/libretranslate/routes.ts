import type { ApiInstance } from '../../parts.js';
import { readFormBodies } from '../form-body.js';
import type { VendorOptions } from '../routes.js';
import { answerFailuresAs } from '../vendor-failures.js';
import { keyHook, memberOf } from '../vendor-key.js';
import { libreAboutRoutes } from './about.js';
import { libreFileRoutes } from './files.js';
import { libreFailure } from './libretranslate-failure.js';
import { libreTextRoutes } from './text.js';

/** The interface of LibreTranslate. */
export async function libreTranslateRoutes(app: ApiInstance, { parts, admit }: VendorOptions): Promise<void> {
  answerFailuresAs(app, parts, libreFailure);
  readFormBodies(app);
  await app.register(async (known) => {
    // The key stands in the body, so that it is looked for when that has been read.
    known.addHook(
      'preValidation',
      keyHook(
        parts.authenticator,
        ({ body, query }) => memberOf(body, 'api_key') ?? memberOf(query, 'api_key'),
      ),
    );
    admit(known);
    await known.register(libreTextRoutes, parts);
  });
  await app.register(async (open) => {
    admit(open);
    await open.register(libreAboutRoutes, parts);
    await open.register(libreFileRoutes, parts);
  });
}
