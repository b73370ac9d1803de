import { type DragEvent, useState } from 'react';
import { useAction } from '../../action.js';
import { useClient, useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import { SelectField } from '../../parts/field.js';
import { Icon } from '../../parts/icon.js';
import { languageName } from '../../text/texts.js';
import { type Contract, GENERAL } from '../translate/account.js';
import { AUTO } from '../translate/translated-line.js';
import { firstLanguages } from '../translate/workspace.js';

interface DropZoneProps {
  readonly contract: Contract;
  readonly languages: readonly string[];
  readonly onSent: () => void;
}

/** Where files are dropped or chosen; they are on their way at once. */
export function DropZone({ contract, languages, onSent }: DropZoneProps) {
  const { locale, texts } = useWords();
  const client = useClient();
  const [from, setFrom] = useState(AUTO);
  const [into, setInto] = useState<readonly string[]>(() => [firstLanguages(locale).to]);
  const [isOver, setOver] = useState(false);
  const [count, setCount] = useState(0);
  const { run, working, error } = useAction(async (files: readonly File[]) => {
    const named = files.map((file) => ({ name: file.name, content: file }));
    await client.files.submit(named, { from, to: into, contractId: contract.id, fieldId: GENERAL });
    onSent();
  });
  const send = (files: readonly File[]) => {
    if (files.length === 0 || into.length === 0) return;
    setCount(files.length);
    run(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send([...event.dataTransfer.files]);
  };
  const toggle = (code: string, isWanted: boolean) =>
    setInto(isWanted ? [...into, code] : into.filter((other) => other !== code));
  return (
    <div className="card">
      <div className="drop-options">
        <SelectField
          label={texts.files.from}
          value={from}
          onChange={setFrom}
          options={[
            { value: AUTO, label: texts.files.detect },
            ...languages.map((code) => ({ value: code, label: languageName(code, locale) })),
          ]}
        />
        <fieldset>
          <legend>{texts.files.into}</legend>
          {languages.map((code) => (
            <label key={code} className="chip">
              <input
                type="checkbox"
                checked={into.includes(code)}
                onChange={(event) => toggle(code, event.target.checked)}
              />
              {languageName(code, locale)}
            </label>
          ))}
        </fieldset>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer; the button inside is for everybody */}
      <div
        className="drop-zone"
        data-over={isOver ? 'yes' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon name="upload" />
        <p>
          <strong>{working ? texts.files.sending(count) : texts.files.drop}</strong>
        </p>
        <label className="button">
          {texts.files.choose}
          <input
            type="file"
            multiple
            className="unseen"
            disabled={working || into.length === 0}
            onChange={(event) => {
              send([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
        <small>{into.length === 0 ? texts.files.noLanguage : texts.files.formats}</small>
      </div>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}
