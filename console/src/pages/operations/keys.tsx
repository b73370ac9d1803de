import { type FormEvent, useState } from 'react';
import { useAction } from '../../action.js';
import { useOperator, useWords } from '../../context.js';
import { FormDialog } from '../../parts/dialog.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Table } from '../../parts/table.js';
import type { Key, Tenant } from './organization.js';
import { Enabled } from './organizations.js';
import { SecretNote } from './secret-note.js';

/** A day: long enough to bring the new secret everywhere. */
const OVERLAP_SECONDS = 86_400;

interface Secret {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The access keys of an organization; a secret is shown once, when it is made. */
export function Keys({ tenant }: { readonly tenant: Tenant }) {
  const { texts } = useWords();
  const { operations } = useOperator();
  const { orgId, users, keys, reload } = tenant;
  const [secret, setSecret] = useState<Secret>();
  const [rotated, setRotated] = useState<Key>();
  const [userId, setUserId] = useState('');
  const [label, setLabel] = useState('');
  const add = useAction(async () => {
    const body = { userId: userId || (users[0]?.id ?? ''), label: label.trim() };
    const { answer } = await operations.call('POST /admin/v1/organizations/{orgId}/keys', {
      params: { orgId },
      body,
    });
    setSecret(answer.data);
    setLabel('');
    reload();
  });
  const toggle = useAction(async ({ accessKey, enabled }: Key) => {
    const params = { orgId, accessKey };
    const body = { enabled: !enabled };
    await operations.call('PUT /admin/v1/organizations/{orgId}/keys/{accessKey}', { params, body });
    reload();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  const error = add.error ?? toggle.error;
  const nameOf = (id: string) => users.find((user) => user.id === id)?.name ?? id;
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{texts.operations.keys}</h2>
      {secret !== undefined && <SecretNote accessKey={secret.accessKey} secretKey={secret.secretKey} />}
      {keys.length > 0 && (
        <Table
          labelledBy="keys"
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
            { title: texts.operations.state, cell: ({ enabled }) => <Enabled enabled={enabled} /> },
            {
              title: texts.operations.change,
              isTitleHidden: true,
              cell: (key) => (
                <span className="actions">
                  <button type="button" className="quiet" onClick={() => setRotated(key)}>
                    {texts.operations.rotate}
                  </button>
                  <button
                    type="button"
                    className="quiet"
                    disabled={toggle.working}
                    onClick={() => toggle.run(key)}
                  >
                    {key.enabled ? texts.operations.disable : texts.operations.enable}
                  </button>
                </span>
              ),
            },
          ]}
        />
      )}
      {users.length > 0 && (
        <form className="inline-form" onSubmit={submit}>
          <select
            aria-label={texts.operations.user}
            value={userId || users[0]?.id}
            onChange={(event) => setUserId(event.target.value)}
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
          <button type="submit" className="quiet" disabled={add.working}>
            {texts.operations.newKey}
          </button>
        </form>
      )}
      {error !== undefined && <FailureNote error={error} />}
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
    </section>
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
