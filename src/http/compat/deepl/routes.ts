import { registerForms } from '../../body/file-form.js';
import { auditChanges, callerAsAuthor } from '../../caller/audit.js';
import type { ApiInstance } from '../../parts.js';
import { readFormBodies } from '../form-body.js';
import type { VendorOptions } from '../routes.js';
import { answerFailuresAs } from '../vendor-failures.js';
import { keyHook } from '../vendor-key.js';
import { deeplAccountRoutes } from './account.js';
import { deeplFailure } from './deepl-failure.js';
import { deeplDocumentRoutes } from './documents.js';
import { deeplGlossaryRoutesV2 } from './glossary-routes-v2.js';
import { deeplGlossaryRoutesV3 } from './glossary-routes-v3.js';
import { deeplTranslateRoutes } from './translate.js';

const AUTHORIZATION = /^DeepL-Auth-Key +(\S+)$/i;

/** The interface of DeepL, versions 2 and 3. */
export async function deeplRoutes(app: ApiInstance, { parts, admit }: VendorOptions): Promise<void> {
  answerFailuresAs(app, parts, deeplFailure);
  app.addHook(
    'onRequest',
    keyHook(parts.authenticator, ({ headers }) => AUTHORIZATION.exec(headers.authorization ?? '')?.[1]),
  );
  admit(app);
  readFormBodies(app);
  await registerForms(app, parts.settings.fileMegabytes * 1024 ** 2);
  await app.register(deeplTranslateRoutes, parts);
  await app.register(deeplAccountRoutes, parts);
  await app.register(async (glossaries) => {
    // They belong to the whole organization.
    auditChanges(glossaries, parts.auditTrail, callerAsAuthor);
    await glossaries.register(deeplGlossaryRoutesV2, parts);
    await glossaries.register(deeplGlossaryRoutesV3, parts);
  });
  await app.register(deeplDocumentRoutes, parts);
}
