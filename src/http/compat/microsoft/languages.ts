import Type from 'typebox';
import type { ApiInstance } from '../../parts.js';
import { languageNames, scriptTag } from '../language-codes.js';
import { headerOf } from '../vendor-key.js';
import { microsoftAnswers } from './failures.js';
import type { TextRoutes } from './text-v3.js';

const Language = Type.Object({
  name: Type.String(),
  nativeName: Type.String(),
  dir: Type.String(),
  models: Type.Array(Type.String()),
});
const Answer = Type.Object({
  translation: Type.Optional(Type.Record(Type.String(), Language)),
  transliteration: Type.Optional(Type.Object({})),
  dictionary: Type.Optional(Type.Object({})),
});
const SCOPES = ['translation', 'transliteration', 'dictionary'] as const;

/** The languages; everybody may ask for them. */
export async function microsoftLanguageRoutes(app: ApiInstance, options: TextRoutes): Promise<void> {
  const { parts, constraints, about } = options;
  app.get(
    '/languages',
    {
      constraints,
      schema: {
        ...about,
        security: [],
        summary: 'Languages by scope, named in the language of Accept-Language',
        querystring: Type.Object({
          'api-version': Type.Optional(Type.String()),
          scope: Type.Optional(
            Type.String({ description: 'Scopes joined by commas; all where it is absent.' }),
          ),
        }),
        response: microsoftAnswers(Answer),
      },
    },
    async (request) => {
      const wanted = request.query.scope?.split(',').map((scope) => scope.trim()) ?? SCOPES;
      const name = languageNames(headerOf(request, 'accept-language')?.split(/[,;]/, 1)[0]);
      const translation = Object.fromEntries(
        parts.languages
          .list()
          .map(({ abbreviation, description }) => [
            scriptTag(abbreviation),
            { name: name(abbreviation), nativeName: description, dir: 'ltr', models: ['general'] },
          ]),
      );
      return {
        ...(wanted.includes('translation') && { translation }),
        ...(wanted.includes('transliteration') && { transliteration: {} }),
        ...(wanted.includes('dictionary') && { dictionary: {} }),
      };
    },
  );
}
