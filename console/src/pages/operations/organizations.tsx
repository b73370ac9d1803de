import { useCallback, useState } from 'react';
import { useAction } from '../../action.js';
import { useOperator, useWords } from '../../context.js';
import { useLoaded } from '../../loaded.js';
import { Badge } from '../../parts/badge.js';
import { FormDialog } from '../../parts/dialog.js';
import { Empty } from '../../parts/empty.js';
import { TextField } from '../../parts/field.js';
import { Icon } from '../../parts/icon.js';
import { Moment } from '../../parts/moment.js';
import { NameAndId } from '../../parts/name-and-id.js';
import { Table } from '../../parts/table.js';
import { WhenLoaded } from '../../parts/when-loaded.js';
import { sectionAddress } from '../../route.js';

export const organizationAddress = (orgId: string) =>
  `${sectionAddress('operations')}/organizations/${orgId}`;

/** All organizations. */
export function Organizations() {
  const { texts } = useWords();
  const { operations } = useOperator();
  const [isNew, setNew] = useState(false);
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        (await operations.call('GET /admin/v1/organizations', { signal })).answer.data,
      [operations],
    ),
  );
  return (
    <>
      <div className="actions">
        <button type="button" onClick={() => setNew(true)}>
          <Icon name="plus" />
          {texts.operations.newOrganization}
        </button>
        <a className="button quiet" href={sectionAddress('first-steps')}>
          {texts.nav.sections['first-steps']}
        </a>
      </div>
      <WhenLoaded loaded={loaded}>
        {(organizations) =>
          organizations.length === 0 ? (
            <Empty title={texts.operations.noOrganizations} />
          ) : (
            <Table
              label={texts.operations.viewNames.organizations}
              rows={organizations}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: texts.operations.name,
                  isHeading: true,
                  cell: ({ id, name }) => (
                    <NameAndId name={<a href={organizationAddress(id)}>{name}</a>} id={id} />
                  ),
                },
                { title: texts.operations.state, cell: ({ enabled }) => <Enabled enabled={enabled} /> },
                { title: texts.operations.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
              ]}
            />
          )
        }
      </WhenLoaded>
      {isNew && (
        <NewOrganization
          onClose={() => setNew(false)}
          onMade={(orgId) => {
            location.hash = organizationAddress(orgId);
          }}
        />
      )}
    </>
  );
}

export function Enabled({ enabled }: { readonly enabled: boolean }) {
  const { texts } = useWords();
  return (
    <Badge tone={enabled ? 'good' : 'bad'}>
      {enabled ? texts.operations.enabled : texts.operations.disabled}
    </Badge>
  );
}

interface NewOrganizationProps {
  readonly onClose: () => void;
  readonly onMade: (orgId: string) => void;
}

function NewOrganization({ onClose, onMade }: NewOrganizationProps) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const [name, setName] = useState('');
  const { run, working, error } = useAction(async () => {
    const { answer } = await operations.call('POST /admin/v1/organizations', { body: { name: name.trim() } });
    onMade(answer.data.id);
  });
  return (
    <FormDialog
      title={texts.operations.newOrganization}
      action={texts.operations.make}
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <TextField label={texts.operations.name} required maxLength={200} value={name} onChange={setName} />
    </FormDialog>
  );
}
