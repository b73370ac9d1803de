import Type from 'typebox';
import type { Contract } from '../../../accounts/contracts.js';
import { ENGINES, FORMALITIES, FORMATS, INFERENCES, NAME_MODES, SEARCHES } from '../../../base/engine.js';
import { CONTRACT_KINDS } from '../../../store/schema/index.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { Day } from '../day.js';
import { accessKey, contractId, Moment, Name, OrgParams, orgId, route } from './shapes.js';

const Kind = Type.Enum(CONTRACT_KINDS);
const EngineName = Type.Enum(ENGINES);
const CharQuota = Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
  description: 'Characters per calendar month (UTC); null is unlimited.',
});
const Rate = Type.Union([Type.Integer({ minimum: 1, maximum: 100_000_000 }), Type.Null()], {
  description: 'Synchronous phrase-pair requests per minute and key; null is the default of the service.',
});
const Strict = Type.Boolean({
  description:
    'Answer with 40102 where a value, name, identifier or term could not be brought into the translation.',
});
const Search = Type.Union([Type.Enum(SEARCHES), Type.Null()], {
  description:
    'fast: greedy, but for words and labels; best: a beam, better and slower; null: fast for synchronous requests of the real-time engine, best for all others.',
});
const Formats = Type.Union([Type.Enum(FORMATS), Type.Null()], {
  description:
    'Dates, times and units. keep: as the source writes them; convert: as the target language does, values unchanged; null: the default of the service.',
});
const Names = Type.Union([Type.Enum(NAME_MODES), Type.Null()], {
  description:
    'People, places and institutions. customary: as the target language writes them; keep: as the source does; null: customary.',
});
const FormalityChoice = Type.Union([Type.Enum(FORMALITIES), Type.Null()], {
  description:
    'Register of Japanese translations. polite: です・ます; plain: だ・である; auto: by the kind of text; null: auto.',
});
const InferenceChoice = Type.Union([Type.Enum(INFERENCES), Type.Null()], {
  description:
    'Where sentences are translated. local: in the service; pool: by other processes of Kotobashi; chat: by a large language model; null: the default of the service.',
});
const Terms = Type.Object({
  charQuota: CharQuota,
  ratePerMinute: Rate,
  strict: Strict,
  search: Search,
  formats: Formats,
  names: Names,
  formality: FormalityChoice,
  inference: InferenceChoice,
});
const GivenTerms = Type.Partial(Terms);
const ContractShape = Type.Object({
  id: contractId,
  name: Name,
  kind: Kind,
  engine: EngineName,
  enabled: Type.Boolean(),
  ...Terms.properties,
  createdAt: Moment,
});
const UsageShape = Type.Object({
  day: Day,
  accessKey,
  contractId,
  requests: Type.Integer(),
  characters: Type.Integer(),
  words: Type.Integer(),
});

/** Contracts, and what was used under them. */
export async function adminContractRoutes(
  app: ApiInstance,
  { contracts, organizationAdmin, usage }: Parts<'contracts' | 'organizationAdmin' | 'usage'>,
): Promise<void> {
  const root = '/admin/v1/organizations/:orgId';

  app.get(
    `${root}/contracts`,
    route('List contracts', { params: OrgParams, response: wrapped(Type.Array(ContractShape)) }),
    async ({ params }) => success((await contracts.list(params.orgId)).map(contract)),
  );
  app.post(
    `${root}/contracts`,
    route('Create a contract', {
      params: OrgParams,
      body: Type.Object({
        name: Name,
        kind: Kind,
        engine: EngineName,
        ...GivenTerms.properties,
      }),
      response: wrapped(ContractShape),
    }),
    async ({ params, body }) => {
      await organizationAdmin.organization(params.orgId);
      return success(contract(await contracts.create(params.orgId, body)));
    },
  );
  app.put(
    `${root}/contracts/:contractId`,
    route('Change a contract', {
      params: Type.Object({ orgId, contractId }),
      body: Type.Object({
        name: Type.Optional(Name),
        enabled: Type.Optional(Type.Boolean()),
        ...GivenTerms.properties,
      }),
      response: wrapped(ContractShape),
    }),
    async ({ params, body }) =>
      success(contract(await contracts.change(params.orgId, params.contractId, body))),
  );
  app.get(
    `${root}/usage`,
    route('Usage per key, contract and day', {
      params: OrgParams,
      querystring: Type.Object({
        from: Type.Optional(Day),
        to: Type.Optional(Day),
        accessKey: Type.Optional(accessKey),
        contractId: Type.Optional(contractId),
      }),
      response: wrapped(Type.Array(UsageShape)),
    }),
    async ({ params, query }) =>
      success((await usage.report(params.orgId, query)).map(({ orgId: _, ...day }) => day)),
  );
}

function contract({ orgId: _, createdAt, ...rest }: Contract) {
  return { ...rest, createdAt: createdAt.toISOString() };
}
