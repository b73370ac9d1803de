import type { ApiInstance } from '../../parts.js';
import type { VendorOptions } from '../routes.js';
import { answerFailuresAs } from '../vendor-failures.js';
import { headerOf, keyHook } from '../vendor-key.js';
import { microsoftFailure } from './failures.js';
import { microsoftLanguageRoutes } from './languages.js';
import { microsoftTextRoutesDated } from './text-dated.js';
import { microsoftTextRoutesV3 } from './text-v3.js';

/** Below it, clients find what they are given an address of their own company for; nothing else has these paths. */
const PREFIX = '/translator/text/v3.0';
const ABOUT = { tags: ['Microsoft Translator'], security: [{ microsoftKey: [] }] };
const HIDDEN = { ...ABOUT, hide: true };

/** The interface of Microsoft Translator: version 3.0, and translation in the versions named by a day. */
export async function microsoftRoutes(app: ApiInstance, { parts, admit }: VendorOptions): Promise<void> {
  answerFailuresAs(app, parts, microsoftFailure);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-requestid', request.id);
  });
  const v3 = [
    { parts, prefix: PREFIX, constraints: {}, about: ABOUT },
    { parts, prefix: '', constraints: { apiVersion: '3.0' }, about: HIDDEN },
  ] as const;
  const dated = [PREFIX, ''].map((prefix) => ({
    parts,
    prefix,
    constraints: { apiVersion: 'dated' } as const,
    about: HIDDEN,
  }));
  await app.register(async (known) => {
    known.addHook(
      'onRequest',
      keyHook(parts.authenticator, (request) => headerOf(request, 'ocp-apim-subscription-key')),
    );
    admit(known);
    for (const options of v3) await known.register(microsoftTextRoutesV3, options);
    for (const options of dated) await known.register(microsoftTextRoutesDated, options);
  });
  await app.register(async (open) => {
    admit(open);
    for (const options of [...v3, ...dated]) await open.register(microsoftLanguageRoutes, options);
  });
}
