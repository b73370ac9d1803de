import { useState } from 'react';
import { useOperator, useWords } from '../../context.js';
import { NameAndId } from '../../parts/name-and-id.js';
import type { Tenant } from './organization.js';
import { Register } from './register.js';

/** The users of an organization. */
export function Users({ tenant: { orgId, users, reload } }: { readonly tenant: Tenant }) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const [name, setName] = useState('');
  return (
    <Register
      id="users"
      title={texts.operations.users}
      rows={users}
      rowKey={({ id }) => id}
      columns={[
        {
          title: texts.operations.name,
          isHeading: true,
          cell: (user) => <NameAndId name={user.name} id={user.id} />,
        },
      ]}
      onSwitch={async ({ id }, enabled) => {
        const params = { orgId, userId: id };
        await operations.call('PUT /admin/v1/organizations/{orgId}/users/{userId}', {
          params,
          body: { enabled },
        });
        reload();
      }}
      make={texts.operations.make}
      onMake={async () => {
        const body = { name: name.trim() };
        await operations.call('POST /admin/v1/organizations/{orgId}/users', { params: { orgId }, body });
        setName('');
        reload();
      }}
      form={
        <input
          required
          maxLength={200}
          aria-label={texts.operations.newUser}
          placeholder={texts.operations.newUser}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      }
    />
  );
}
