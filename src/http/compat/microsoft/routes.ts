import type { ApiInstance } from '../../parts.js';
import type { VendorOptions } from '../routes.js';
import { answerFailuresAs } from '../vendor-failures.js';
import { headerOf, keyHook, memberOf } from '../vendor-key.js';
import { microsoftDictionaryRoutes } from './dictionary.js';
import { microsoftLanguageRoutes } from './languages.js';
import { MicrosoftRefusal, microsoftFailure } from './microsoft-failure.js';
import { microsoftSentenceRoutes } from './sentences.js';
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
    checkVersion(memberOf(request.query, 'api-version'));
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
    for (const options of v3) {
      await known.register(microsoftTextRoutesV3, options);
      await known.register(microsoftSentenceRoutes, options);
      await known.register(microsoftDictionaryRoutes, options);
    }
    for (const options of dated) await known.register(microsoftTextRoutesDated, options);
  });
  await app.register(async (open) => {
    admit(open);
    for (const options of [...v3, ...dated]) await open.register(microsoftLanguageRoutes, options);
  });
}

/** Version 3.0, or one that is named by a day. */
function checkVersion(version: string | undefined): void {
  if (version !== undefined && /^(?:3\.0|\d{4}-\d{2}-\d{2}(?:-preview)?)$/.test(version)) return;
  throw new MicrosoftRefusal('version', 'api-version is missing or not known: send api-version=3.0.');
}
