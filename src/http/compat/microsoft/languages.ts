import Type, { type Static } from 'typebox';
import type { ApiInstance } from '../../parts.js';
import { routesOf } from '../../shapes.js';
import { languageNames, scriptTag } from '../language-codes.js';
import { headerOf } from '../vendor-key.js';
import { MicrosoftRefusal, microsoftAnswers } from './microsoft-failure.js';
import type { TextRoutes } from './texts.js';

const Language = Type.Object({
  name: Type.String(),
  nativeName: Type.String(),
  dir: Type.String(),
  models: Type.Array(Type.String()),
});
const Words = Type.Object({
  name: Type.String(),
  nativeName: Type.String(),
  dir: Type.String(),
  translations: Type.Array(
    Type.Object({
      name: Type.String(),
      nativeName: Type.String(),
      dir: Type.String(),
      code: Type.String(),
    }),
  ),
});
const Answer = Type.Object({
  translation: Type.Optional(Type.Record(Type.String(), Language)),
  transliteration: Type.Optional(Type.Object({})),
  dictionary: Type.Optional(Type.Record(Type.String(), Words)),
});
const SCOPES = ['translation', 'transliteration', 'dictionary'] as const;

/** The languages; everybody may ask for them. */
export async function microsoftLanguageRoutes(app: ApiInstance, options: TextRoutes): Promise<void> {
  const { parts, constraints, about } = options;
  const route = routesOf(about);
  app.get(
    '/languages',
    {
      constraints,
      ...route('Languages by scope, named in the language of Accept-Language', {
        querystring: Type.Object({
          'api-version': Type.String({ description: '3.0, or a day.' }),
          scope: Type.Optional(
            Type.String({ description: 'Scopes joined by commas; all where it is absent.' }),
          ),
        }),
        response: microsoftAnswers(Answer),
      }),
    },
    async (request) => {
      const wanted = scopesOf(request.query.scope);
      const name = languageNames(headerOf(request, 'accept-language')?.split(/[,;]/, 1)[0]);
      const all = parts.languages.list().map(({ abbreviation, description }) => ({
        lang: abbreviation,
        code: scriptTag(abbreviation),
        about: { name: name(abbreviation), nativeName: description, dir: 'ltr' },
      }));
      const translation = all.map(({ code, about }): [string, Static<typeof Language>] => [
        code,
        { ...about, models: ['general'] },
      ]);
      const dictionary = all.map(({ lang: from, code, about }): [string, Static<typeof Words>] => {
        const targets = all.filter(({ lang: to }) => parts.languages.supports(from, to));
        const translations = targets.map((target) => ({ ...target.about, code: target.code }));
        return [code, { ...about, translations }];
      });
      return {
        ...(wanted.includes('translation') && { translation: Object.fromEntries(translation) }),
        ...(wanted.includes('transliteration') && { transliteration: {} }),
        ...(wanted.includes('dictionary') && { dictionary: Object.fromEntries(dictionary) }),
      };
    },
  );
}

function scopesOf(sent: string | undefined): readonly string[] {
  const scopes = sent?.split(',').map((scope) => scope.trim()) ?? SCOPES;
  // The newer versions know models as a scope; there is nothing to say about it.
  if (scopes.every((scope) => scope === 'models' || SCOPES.some((known) => known === scope))) return scopes;
  throw new MicrosoftRefusal('scope', `scope must hold ${SCOPES.join(', ')}.`);
}
