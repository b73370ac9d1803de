import { useState } from 'react';
import { useAction } from '../../action.js';
import { useOperator, useWords } from '../../context.js';
import { FormDialog } from '../../parts/dialog.js';
import type { Key, Tenant } from './organization.js';
import { Register } from './register.js';
import { SecretNote } from './secret-note.js';

/** A day: long enough to bring the new secret everywhere. */
const OVERLAP_SECONDS = 86_400;

interface Secret {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The access keys of an organization; a secret is shown once, when it is made. */
export function Keys({ tenant: { orgId, users, keys, reload } }: { readonly tenant: Tenant }) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const [secret, setSecret] = useState<Secret>();
  const [rotated, setRotated] = useState<Key>();
  const [chosenId, setChosenId] = useState('');
  const [label, setLabel] = useState('');
  const owner = users.find(({ id }) => id === chosenId) ?? users[0];
  const nameOf = (id: string) => users.find((user) => user.id === id)?.name ?? id;
  const make = async (userId: string) => {
    const { answer } = await operations.call('POST /admin/v1/organizations/{orgId}/keys', {
      params: { orgId },
      body: { userId, label: label.trim() },
    });
    setSecret(answer.data);
    setLabel('');
    reload();
  };
  return (
    <>
      <Register
        id="keys"
        title={texts.operations.keys}
        rows={keys}
        rowKey={({ accessKey }) => accessKey}
        columns={[
          {
            title: texts.signIn.accessKey,
            isHeading: true,
            cell: ({ accessKey }) => <code title={accessKey}>{accessKey.slice(0, 12)}…</code>,
          },
          { title: texts.operations.label, cell: (key) => key.label },
          { title: texts.operations.user, cell: (key) => nameOf(key.userId) },
        ]}
        actions={(key) => (
          <button type="button" className="quiet" onClick={() => setRotated(key)}>
            {texts.operations.rotate}
          </button>
        )}
        onSwitch={async ({ accessKey }, enabled) => {
          const params = { orgId, accessKey };
          await operations.call('PUT /admin/v1/organizations/{orgId}/keys/{accessKey}', {
            params,
            body: { enabled },
          });
          reload();
        }}
        make={texts.operations.newKey}
        onMake={owner && (() => make(owner.id))}
        form={
          <>
            <select
              aria-label={texts.operations.user}
              value={owner?.id}
              onChange={(event) => setChosenId(event.target.value)}
            >
              {users.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <input
              maxLength={200}
              aria-label={texts.operations.keyLabel}
              placeholder={texts.operations.keyLabel}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          </>
        }
      >
        {secret !== undefined && <SecretNote accessKey={secret.accessKey} secretKey={secret.secretKey} />}
      </Register>
      {rotated !== undefined && (
        <RotateDialog
          orgId={orgId}
          accessKey={rotated.accessKey}
          onClose={() => setRotated(undefined)}
          onRotated={(fresh) => {
            setRotated(undefined);
            setSecret(fresh);
            reload();
          }}
        />
      )}
    </>
  );
}

interface RotateDialogProps {
  readonly orgId: string;
  readonly accessKey: string;
  readonly onClose: () => void;
  readonly onRotated: (secret: Secret) => void;
}

function RotateDialog({ orgId, accessKey, onClose, onRotated }: RotateDialogProps) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const [overlaps, setOverlaps] = useState(true);
  const { run, working, error } = useAction(async () => {
    const { answer } = await operations.call('POST /admin/v1/organizations/{orgId}/keys/{accessKey}/rotate', {
      params: { orgId, accessKey },
      body: { overlapSeconds: overlaps ? OVERLAP_SECONDS : 0 },
    });
    onRotated(answer.data);
  });
  return (
    <FormDialog
      title={texts.operations.rotate}
      action={texts.operations.rotate}
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <p>{texts.operations.rotateHint}</p>
      <label className="check">
        <input type="checkbox" checked={overlaps} onChange={(event) => setOverlaps(event.target.checked)} />
        {texts.operations.overlap}
      </label>
    </FormDialog>
  );
}
