import Type from 'typebox';
import type { KeySummary } from '../../../accounts/key-admin.js';
import { PROFILES } from '../../../store/schema/index.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { accessKey, contractId, Moment, OrgParams, orgId, route, userId } from './shapes.js';

const Profile = Type.Enum(PROFILES);
const Label = Type.String({ maxLength: 200 });
const DefaultContract = Type.Union([contractId, Type.Null()], {
  description: 'The contract of requests that name none; null is none.',
});
const RequiresV2 = Type.Boolean({ description: 'Whether every request has to carry x-signature-v2.' });
const KeyShape = Type.Object({
  accessKey,
  userId,
  label: Label,
  profile: Profile,
  defaultContractId: DefaultContract,
  requiresV2: RequiresV2,
  enabled: Type.Boolean(),
  createdAt: Moment,
  rotatedAt: Type.Union([Moment, Type.Null()]),
});
const NewKeyShape = Type.Object({
  ...KeyShape.properties,
  secretKey: Type.String({ description: 'Shown this once.' }),
});
const Options = {
  label: Type.Optional(Label),
  profile: Type.Optional(Profile),
  defaultContractId: Type.Optional(DefaultContract),
  requiresV2: Type.Optional(RequiresV2),
};
const KeyParams = Type.Object({ orgId, accessKey });

/** Access keys. */
export async function adminKeyRoutes(app: ApiInstance, { keyAdmin }: Parts<'keyAdmin'>): Promise<void> {
  const root = '/admin/v1/organizations/:orgId/keys';

  app.get(
    root,
    route('List access keys', {
      params: OrgParams,
      querystring: Type.Object({ userId: Type.Optional(userId) }),
      response: wrapped(Type.Array(KeyShape)),
    }),
    async ({ params, query }) => success((await keyAdmin.list(params.orgId, query.userId)).map(key)),
  );
  app.post(
    root,
    route('Create an access key', {
      params: OrgParams,
      body: Type.Object({ userId, ...Options }),
      response: wrapped(NewKeyShape),
    }),
    async ({ params, body }) => success(key(await keyAdmin.create(params.orgId, body.userId, body))),
  );
  app.put(
    `${root}/:accessKey`,
    route('Enable, disable or relabel an access key, or change how its requests are read', {
      params: KeyParams,
      body: Type.Object({
        enabled: Type.Optional(Type.Boolean()),
        ...Options,
      }),
      response: wrapped(KeyShape),
    }),
    async ({ params, body }) => success(key(await keyAdmin.change(params.orgId, params.accessKey, body))),
  );
  app.post(
    `${root}/:accessKey/rotate`,
    route('Give an access key a new secret', {
      params: KeyParams,
      // No body is the same as an empty one.
      body: Type.Union([
        Type.Object({
          overlapSeconds: Type.Optional(
            Type.Integer({ description: 'How long the old secret goes on working; default 0.' }),
          ),
        }),
        Type.Null(),
      ]),
      response: wrapped(NewKeyShape),
    }),
    async ({ params, body }) =>
      success(key(await keyAdmin.rotate(params.orgId, params.accessKey, body?.overlapSeconds))),
  );
}

function key<Key extends KeySummary>({ createdAt, rotatedAt, ...rest }: Key) {
  return { ...rest, createdAt: createdAt.toISOString(), rotatedAt: rotatedAt?.toISOString() ?? null };
}
