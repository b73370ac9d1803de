import { useCallback } from 'react';
import type { Answer, Kotobashi } from '#client';
import { useAction } from '../../action.js';
import { useOperator, useWords } from '../../context.js';
import { useLoaded } from '../../loaded.js';
import { FailureNote } from '../../parts/failure-note.js';
import { firstUsedDay, Usage } from '../../parts/usage.js';
import { WhenLoaded } from '../../parts/when-loaded.js';
import { Contracts } from './contracts.js';
import { Keys } from './keys.js';
import { Enabled } from './organizations.js';
import { Users } from './users.js';

export type User = Answer<'GET /admin/v1/organizations/{orgId}/users'>['data'][number];
export type Key = Answer<'GET /admin/v1/organizations/{orgId}/keys'>['data'][number];
export type Contract = Answer<'GET /admin/v1/organizations/{orgId}/contracts'>['data'][number];
type UsageDay = Answer<'GET /admin/v1/organizations/{orgId}/usage'>['data'][number];

/** Everything of one organization, as its parts need it. */
export interface Tenant {
  readonly orgId: string;
  readonly users: readonly User[];
  readonly keys: readonly Key[];
  readonly contracts: readonly Contract[];
  readonly usage: readonly UsageDay[];
  /** After a change. */
  readonly reload: () => void;
}

/** One organization: users, keys, contracts, usage. */
export function OrganizationView({ orgId }: { readonly orgId: string }) {
  const operator = useOperator();
  const loaded = useLoaded(
    useCallback((signal: AbortSignal) => read(operator, orgId, signal), [operator, orgId]),
  );
  const reload = loaded.state === 'loading' ? () => undefined : loaded.retry;
  return (
    <WhenLoaded loaded={loaded}>
      {({ organization, ...parts }) => {
        const tenant = { orgId, reload, ...parts };
        return (
          <>
            <Head organization={organization} onChanged={reload} />
            <Users tenant={tenant} />
            <Keys tenant={tenant} />
            <Contracts tenant={tenant} />
            <Usage usage={tenant.usage} contracts={tenant.contracts} keys={tenant.keys} />
          </>
        );
      }}
    </WhenLoaded>
  );
}

type Organization = Answer<'GET /admin/v1/organizations'>['data'][number];

interface HeadProps {
  readonly organization: Organization | undefined;
  readonly onChanged: () => void;
}

function Head({ organization, onChanged }: HeadProps) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const { run, working, error } = useAction(async () => {
    if (organization === undefined) return;
    const params = { orgId: organization.id };
    const body = { enabled: !organization.enabled };
    await operations.call('PUT /admin/v1/organizations/{orgId}', { params, body });
    onChanged();
  });
  if (organization === undefined) return <p className="note">{texts.operations.unknownOrganization}</p>;
  return (
    <div className="organization-head">
      <h2>
        {organization.name} <Enabled enabled={organization.enabled} />
      </h2>
      <small>
        <code>{organization.id}</code>
      </small>
      <button type="button" className="quiet" disabled={working} onClick={() => run()}>
        {organization.enabled ? texts.operations.disable : texts.operations.enable}
      </button>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}

async function read({ operations }: Kotobashi, orgId: string, signal: AbortSignal) {
  const input = { params: { orgId }, signal };
  const [organizations, users, keys, contracts, usage] = await Promise.all([
    operations.call('GET /admin/v1/organizations', { signal }),
    operations.call('GET /admin/v1/organizations/{orgId}/users', input),
    operations.call('GET /admin/v1/organizations/{orgId}/keys', input),
    operations.call('GET /admin/v1/organizations/{orgId}/contracts', input),
    operations.call('GET /admin/v1/organizations/{orgId}/usage', {
      ...input,
      query: { from: firstUsedDay() },
    }),
  ]);
  return {
    organization: organizations.answer.data.find(({ id }) => id === orgId),
    users: users.answer.data,
    keys: keys.answer.data,
    contracts: contracts.answer.data,
    usage: usage.answer.data,
  };
}
