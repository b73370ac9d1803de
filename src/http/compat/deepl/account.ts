import Type from 'typebox';
import type { Lang } from '../../../base/lang.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { languageNames } from '../language-codes.js';
import { memberOf } from '../vendor-key.js';
import { contractNamed, vendorDefaults } from '../vendor-translation.js';
import { deeplAnswers } from './deepl-failure.js';
import { sourceCode, targetCodes } from './language-codes.js';
import { checkOption, route } from './shapes.js';

const Languages = Type.Array(
  Type.Object({
    language: Type.String(),
    name: Type.String(),
    supports_formality: Type.Optional(Type.Boolean()),
  }),
);
const Usage = Type.Object({ character_count: Type.Integer(), character_limit: Type.Integer() });

/** What DeepL says where there is no limit. */
const UNLIMITED = 1_000_000_000_000;
const METHODS = ['GET', 'POST'] as const;

export async function deeplAccountRoutes(
  app: ApiInstance,
  { languages, contracts, pipeline, usage }: Parts<'contracts' | 'languages' | 'pipeline' | 'usage'>,
): Promise<void> {
  const name = languageNames('en');
  const sources = () => {
    const named = new Map<string, Lang>();
    for (const { abbreviation } of languages.list()) {
      const code = sourceCode(abbreviation);
      if (!named.has(code)) named.set(code, code.toLowerCase());
    }
    return [...named].map(([language, lang]) => ({ language, name: name(lang) }));
  };
  const hasRegisters = (lang: Lang): boolean =>
    pipeline.directions().some(({ from, to }) => to === lang && pipeline.steering(from, to).register);
  const targets = () =>
    languages.list().flatMap(({ abbreviation }) =>
      targetCodes(abbreviation).map((language) => ({
        language,
        name: abbreviation === 'en' ? name(language) : name(abbreviation),
        supports_formality: hasRegisters(abbreviation),
      })),
    );
  for (const method of METHODS) {
    app.route({
      method,
      url: '/v2/languages',
      handler: async ({ query, body }) => {
        const type = memberOf(query, 'type') ?? memberOf(body, 'type');
        checkOption('type', type, ['source', 'target']);
        return type === 'target' ? targets() : sources();
      },
      ...route('Languages to translate from, or into', {
        querystring: Type.Object({ type: Type.Optional(Type.String({ description: 'source or target.' })) }),
        response: deeplAnswers(Languages),
      }),
    });
    app.route({
      method,
      url: '/v2/usage',
      handler: async (request) => {
        const caller = callerOf(request);
        const contract = await contracts
          .resolve(caller, vendorDefaults(request), { kind: 'text' })
          .catch((error: unknown) => Promise.reject(contractNamed(error)));
        const used = (await usage.thisMonth(caller.orgId)).get(contract.id);
        return { character_count: used?.characters ?? 0, character_limit: contract.charQuota ?? UNLIMITED };
      },
      ...route('Characters translated this month under the contract of the key', {
        response: deeplAnswers(Usage),
      }),
    });
  }
}
