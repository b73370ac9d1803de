import { type FormEvent, useState } from 'react';
import { useAction } from '../../action.js';
import { useOperator, useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Table } from '../../parts/table.js';
import type { Tenant, User } from './organization.js';
import { Enabled } from './organizations.js';

/** The users of an organization. */
export function Users({ tenant }: { readonly tenant: Tenant }) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const { orgId, users, reload } = tenant;
  const [name, setName] = useState('');
  const add = useAction(async () => {
    const body = { name: name.trim() };
    await operations.call('POST /admin/v1/organizations/{orgId}/users', { params: { orgId }, body });
    setName('');
    reload();
  });
  const toggle = useAction(async ({ id, enabled }: User) => {
    const params = { orgId, userId: id };
    const body = { enabled: !enabled };
    await operations.call('PUT /admin/v1/organizations/{orgId}/users/{userId}', { params, body });
    reload();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  const error = add.error ?? toggle.error;
  return (
    <section aria-labelledby="users">
      <h2 id="users">{texts.operations.users}</h2>
      {users.length > 0 && (
        <Table
          labelledBy="users"
          rows={users}
          rowKey={({ id }) => id}
          columns={[
            { title: texts.operations.name, isHeading: true, cell: ({ name: called }) => called },
            { title: texts.operations.id, cell: ({ id }) => <code>{id}</code> },
            { title: texts.operations.state, cell: ({ enabled }) => <Enabled enabled={enabled} /> },
            {
              title: texts.operations.change,
              isTitleHidden: true,
              cell: (user) => (
                <button
                  type="button"
                  className="quiet"
                  disabled={toggle.working}
                  onClick={() => toggle.run(user)}
                >
                  {user.enabled ? texts.operations.disable : texts.operations.enable}
                </button>
              ),
            },
          ]}
        />
      )}
      <form className="inline-form" onSubmit={submit}>
        <input
          required
          maxLength={200}
          aria-label={texts.operations.newUser}
          placeholder={texts.operations.newUser}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="quiet" disabled={add.working}>
          {texts.operations.make}
        </button>
      </form>
      {error !== undefined && <FailureNote error={error} />}
    </section>
  );
}
