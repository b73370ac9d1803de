import Type from 'typebox';
import { FORMATS } from '../../../documents/formats.js';
import { LARGEST_TOTAL_BYTES } from '../../../requests/limits.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { languageNames, scriptTag } from '../language-codes.js';
import { libreAnswers } from './libretranslate-failure.js';
import { LIBRE, route } from './shapes.js';

const Languages = Type.Array(
  Type.Object({ code: Type.String(), name: Type.String(), targets: Type.Array(Type.String()) }),
);
const Language = Type.Object({ code: Type.String(), name: Type.String() });
const FrontendSettings = Type.Object({
  apiKeys: Type.Boolean(),
  charLimit: Type.Integer(),
  filesTranslation: Type.Boolean(),
  frontendTimeout: Type.Integer(),
  keyRequired: Type.Boolean(),
  language: Type.Object({ source: Language, target: Language }),
  suggestions: Type.Boolean(),
  supportedFilesFormat: Type.Array(Type.String()),
});

const FRONTEND_TIMEOUT_MS = 500;

/** What anybody may know: languages, settings, health and the interface itself. No key, as with LibreTranslate. */
export async function libreAboutRoutes(
  app: ApiInstance,
  { languages, troubles }: Parts<'languages' | 'troubles'>,
): Promise<void> {
  const name = languageNames('en');

  app.get(
    '/languages',
    route('Languages and what they are translated into', { response: libreAnswers(Languages) }),
    async () => {
      const all = languages.list().map(({ abbreviation }) => abbreviation);
      return all.map((from) => ({
        code: scriptTag(from),
        name: name(from),
        targets: all.filter((to) => languages.supports(from, to)).map(scriptTag),
      }));
    },
  );
  app.get(
    '/frontend/settings',
    route('What a page in front of the interface needs', { response: libreAnswers(FrontendSettings) }),
    async () => {
      const [first] = languages.list();
      const target = first?.abbreviation ?? 'en';
      return {
        apiKeys: true,
        // In characters of three bytes, as the largest texts have them.
        charLimit: Math.floor(LARGEST_TOTAL_BYTES / 3),
        filesTranslation: true,
        frontendTimeout: FRONTEND_TIMEOUT_MS,
        keyRequired: true,
        language: {
          source: { code: 'auto', name: 'Auto Detect' },
          target: { code: scriptTag(target), name: name(target) },
        },
        suggestions: false,
        supportedFilesFormat: FORMATS.flatMap(({ extensions }) => extensions.map((ending) => `.${ending}`)),
      };
    },
  );
  app.get(
    '/health',
    route('Whether the service can do its work', {
      response: {
        ...libreAnswers(Type.Object({ status: Type.String() })),
        '5xx': Type.Object({ status: Type.String() }),
      },
    }),
    async (_request, reply) => {
      const isReady = (await troubles()).length === 0;
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
    },
  );
  app.get('/spec', { schema: { hide: true } }, async () => specification(app));
}

/** The part of the OpenAPI document that speaks of these routes. */
function specification(app: ApiInstance) {
  const { paths = {}, ...rest } = app.swagger();
  const [tag] = LIBRE.tags;
  const own = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods ?? {}).some(
      (operation: unknown) => typeof operation === 'object' && JSON.stringify(operation).includes(`"${tag}"`),
    ),
  );
  return { ...rest, paths: Object.fromEntries(own) };
}
