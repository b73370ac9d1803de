import Type from 'typebox';
import { ENGINES, FORMALITIES, FORMATS, INFERENCES, NAME_MODES, SEARCHES } from '../../../base/engine.js';
import { CONTRACT_KINDS } from '../../../store/schema/index.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { forCallers, routesOf, success, wrapped } from '../../shapes.js';
import { Day } from '../day.js';

const route = routesOf(forCallers('access'));

const Used = Type.Object({
  requests: Type.Integer(),
  characters: Type.Integer(),
  words: Type.Integer(),
});
const ContractShape = Type.Object({
  id: Type.String({ description: 'What is sent as contractId.' }),
  name: Type.String(),
  kind: Type.Enum(CONTRACT_KINDS),
  engine: Type.Enum(ENGINES),
  charQuota: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Characters per calendar month (UTC) of the whole organization; null is unlimited.',
  }),
  ratePerMinute: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Synchronous requests per minute and key; null is unlimited.',
  }),
  isDefault: Type.Boolean({
    description: 'Whether a request of this access key that names no contract runs under it.',
  }),
  strict: Type.Boolean({ description: 'Whether a lost value, name or term is answered with 40102.' }),
  search: Type.Union([Type.Enum(SEARCHES), Type.Null()], {
    description:
      'fast is greedy but for words and labels, best a beam; null: fast for synchronous requests of the real-time engine.',
  }),
  formats: Type.Enum(FORMATS, {
    description:
      'Dates, times and units: keep as the source writes them, or convert to the form of the target language.',
  }),
  names: Type.Enum(NAME_MODES, {
    description:
      'People, places and institutions: customary as the target language writes them, or keep as the source does.',
  }),
  formality: Type.Enum(FORMALITIES, {
    description:
      'Register of Japanese translations: polite (です・ます), plain (だ・である), or auto by the kind of text.',
  }),
  inference: Type.Enum(INFERENCES, {
    description:
      'Where sentences are translated: local in the service itself, pool on other machines of the operator, chat by a large language model that the operator has chosen.',
  }),
  usedThisMonth: Type.Object(Used.properties, {
    description: 'Of the whole organization, this month (UTC).',
  }),
});
const UsageShape = Type.Object({
  day: Type.String(),
  accessKey: Type.String(),
  contractId: Type.String(),
  ...Used.properties,
});

/** What a caller may use, and what it has used: the ids that other requests take, without asking the operator. */
export async function accountRoutes(
  app: ApiInstance,
  parts: Parts<'contracts' | 'settings' | 'usage'>,
): Promise<void> {
  const { contracts, usage, settings } = parts;

  app.get(
    '/api/v1/contracts',
    route('Contracts that the caller may use', {
      response: wrapped(Type.Object({ contracts: Type.Array(ContractShape) })),
    }),
    async (request) => {
      const caller = callerOf(request);
      const used = await usage.thisMonth(caller.orgId);
      const held = await contracts.usable(caller);
      return success({
        contracts: held.map(({ orgId: _, enabled: __, createdAt: ___, ...contract }) => ({
          ...contract,
          ratePerMinute:
            contract.engine === 't4oo' ? (contract.ratePerMinute ?? settings.ratePerMinute) : null,
          isDefault: contract.id === caller.defaultContractId,
          formats: contract.formats ?? settings.formats,
          names: contract.names ?? 'customary',
          formality: contract.formality ?? 'auto',
          inference: contract.inference ?? settings.inference,
          usedThisMonth: used.get(contract.id) ?? { requests: 0, characters: 0, words: 0 },
        })),
      });
    },
  );

  app.get(
    '/api/v1/usage',
    route('What the access keys of the user have translated, by day, key and contract', {
      querystring: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
      response: wrapped(Type.Object({ usage: Type.Array(UsageShape) })),
    }),
    async (request) => {
      const { orgId, userId } = callerOf(request);
      const days = await usage.report(orgId, { ...request.query, userId });
      return success({ usage: days.map(({ orgId: _, ...day }) => day) });
    },
  );
}
