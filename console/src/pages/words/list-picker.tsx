import { useState } from 'react';
import { useAction } from '../../action.js';
import { useClient, useWords } from '../../context.js';
import { FormDialog } from '../../parts/dialog.js';
import { Empty } from '../../parts/empty.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Icon } from '../../parts/icon.js';
import { type NamedList, type PlaceKind, placeAddress } from './place.js';

interface ListPickerProps {
  readonly kind: Exclude<PlaceKind, 'dictionary'>;
  readonly lists: readonly NamedList[];
  readonly open: NamedList | undefined;
  readonly onChanged: () => void;
}

/** Which list is open, and making, renaming and deleting lists. */
export function ListPicker({ kind, lists, open, onChanged }: ListPickerProps) {
  const { texts } = useWords();
  const [asked, setAsked] = useState<'new' | 'rename' | 'delete'>();
  const done = () => {
    setAsked(undefined);
    onChanged();
  };
  const create = (
    <button
      type="button"
      className={open === undefined ? undefined : 'quiet'}
      onClick={() => setAsked('new')}
    >
      <Icon name="plus" />
      {texts.words.newList}
    </button>
  );
  return (
    <>
      {open === undefined ? (
        <Empty title={texts.words.noList[kind]} hint={texts.words.noListHint[kind]}>
          {create}
        </Empty>
      ) : (
        <div className="list-picker">
          <SelectField
            label={texts.words.list}
            value={String(open.id)}
            options={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => {
              location.hash = placeAddress(kind, Number(id));
            }}
          />
          <p className="list-id">
            <small>
              {kind === 'glossaries' ? 't4ooGlossaryId' : 't4ooCategoryId'} <code>{open.id}</code>
            </small>
          </p>
          <div className="actions">
            {create}
            <button type="button" className="quiet" onClick={() => setAsked('rename')}>
              {texts.words.rename}
            </button>
            <button type="button" className="quiet" onClick={() => setAsked('delete')}>
              {texts.words.deleteList}
            </button>
          </div>
        </div>
      )}
      {asked === 'new' && <NameDialog kind={kind} onClose={() => setAsked(undefined)} onDone={done} />}
      {asked === 'rename' && open !== undefined && (
        <NameDialog kind={kind} list={open} onClose={() => setAsked(undefined)} onDone={done} />
      )}
      {asked === 'delete' && open !== undefined && (
        <DeleteDialog kind={kind} list={open} onClose={() => setAsked(undefined)} onDone={done} />
      )}
    </>
  );
}

interface ListDialogProps {
  readonly kind: ListPickerProps['kind'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Names a new list, or the given one anew. */
function NameDialog({ kind, list, onClose, onDone }: ListDialogProps & { readonly list?: NamedList }) {
  const { texts } = useWords();
  const { operations } = useClient();
  const [name, setName] = useState(list?.name ?? '');
  const { run, working, error } = useAction(async () => {
    const body = { name: name.trim() };
    if (list === undefined) {
      const at = `/api/v1/${kind}`;
      const { answer } = await operations.call('POST /api/v1/glossaries', { body, at });
      location.hash = placeAddress(kind, answer.data.id);
    } else {
      const at = `/api/v1/${kind}/${list.id}`;
      await operations.call('PUT /api/v1/glossaries/{listId}', { body, at });
    }
    onDone();
  });
  return (
    <FormDialog
      title={list === undefined ? texts.words.newList : texts.words.rename}
      action={texts.words.save}
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <TextField label={texts.words.name} required maxLength={100} value={name} onChange={setName} />
    </FormDialog>
  );
}

function DeleteDialog({ kind, list, onClose, onDone }: ListDialogProps & { readonly list: NamedList }) {
  const { texts } = useWords();
  const { operations } = useClient();
  const { run, working, error } = useAction(async () => {
    await operations.call('DELETE /api/v1/glossaries/{listId}', { at: `/api/v1/${kind}/${list.id}` });
    location.hash = placeAddress(kind);
    onDone();
  });
  return (
    <FormDialog
      title={texts.words.deleteList}
      action={texts.words.deleteList}
      isDangerous
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <p>{texts.words.deleteListSure(list.name, list.entries)}</p>
    </FormDialog>
  );
}
