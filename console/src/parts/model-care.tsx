import { useState } from 'react';
import type { Model } from '#client';
import { useAction } from '../action.js';
import { useClient, useWords } from '../context.js';
import { jobAddress, MODELS } from '../route.js';
import { FormDialog } from './dialog.js';
import { Field, TextField } from './field.js';
import { Icon } from './icon.js';

interface ModelCareProps {
  readonly model: Model;
  readonly onChanged: () => void;
}

/** Renaming, training again and deleting, by the customer. */
export function ModelCare({ model, onChanged }: ModelCareProps) {
  const { texts } = useWords();
  const [asked, setAsked] = useState<'rename' | 'train' | 'delete'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <button type="button" className="quiet" onClick={() => setAsked('train')}>
        <Icon name="plus" />
        {texts.care.train}
      </button>
      <button type="button" className="quiet" onClick={() => setAsked('rename')}>
        <Icon name="edit" />
        {texts.care.rename}
      </button>
      <button type="button" className="quiet" onClick={() => setAsked('delete')}>
        <Icon name="trash" />
        {texts.care.delete}
      </button>
      {asked === 'rename' && (
        <Rename
          model={model}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
      {asked === 'train' && <TrainAgain model={model} onClose={close} />}
      {asked === 'delete' && <Delete model={model} onClose={close} />}
    </>
  );
}

interface CareDialogProps {
  readonly model: Model;
  readonly onClose: () => void;
}

function Rename({ model, onClose, onDone }: CareDialogProps & { readonly onDone: () => void }) {
  const { texts } = useWords();
  const { operations } = useClient();
  const [name, setName] = useState(model.name);
  const { run, working, error } = useAction(async () => {
    const input = { params: { mid: model.mid }, body: { name } };
    await operations.call('PUT /api/v1/training/model/{mid}', input);
    onDone();
  });
  return (
    <FormDialog
      title={texts.care.rename}
      action={texts.words.save}
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <TextField label={texts.list.name} required maxLength={200} value={name} onChange={setName} />
    </FormDialog>
  );
}

function TrainAgain({ model, onClose }: CareDialogProps) {
  const { texts } = useWords();
  const { operations } = useClient();
  const [file, setFile] = useState<File>();
  const { run, working, error } = useAction(async () => {
    if (file === undefined) return;
    const form = new FormData();
    form.set('file', file, file.name);
    const input = { params: { mid: model.mid }, form };
    const { answer } = await operations.call('POST /api/v1/training/model/{mid}/train', input);
    location.hash = jobAddress(answer.jid);
  });
  return (
    <FormDialog
      title={texts.care.train}
      action={texts.training.submit}
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <Field label={texts.training.file} hint={texts.care.trainHint}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            required
            accept=".xlsx,.tmx,.csv,.tsv"
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function Delete({ model, onClose }: CareDialogProps) {
  const { texts } = useWords();
  const { operations } = useClient();
  const { run, working, error } = useAction(async () => {
    await operations.call('DELETE /api/v1/training/model/{mid}', { params: { mid: model.mid } });
    location.hash = MODELS;
  });
  return (
    <FormDialog
      title={texts.care.delete}
      action={texts.care.delete}
      isDangerous
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <p>{texts.care.deleteSure(model.name)}</p>
    </FormDialog>
  );
}
