import { type DragEvent, useState } from 'react';
import type { Contract } from '#client';
import { GENERAL } from '../../account.js';
import { useAction } from '../../action.js';
import { useClient, useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import { SelectField } from '../../parts/field.js';
import { Icon } from '../../parts/icon.js';
import { type Formality, MannerBar, type NameMode, writesNames } from '../../parts/manner-bar.js';
import { languageName } from '../../text/texts.js';
import { AUTO } from '../translate/translated-line.js';
import { firstLanguages } from '../translate/workspace.js';

const PDF_OUTPUTS = ['pdf', 'docx'] as const;
type PdfOutput = (typeof PDF_OUTPUTS)[number];

interface DropZoneProps {
  readonly contracts: readonly [Contract, ...Contract[]];
  readonly languages: readonly string[];
  readonly onSent: () => void;
}

/** Where files are dropped or chosen; they are on their way at once. */
export function DropZone({ contracts, languages, onSent }: DropZoneProps) {
  const { locale, texts } = useWords();
  const client = useClient();
  const [contract, setContract] = useState(contracts[0]);
  const [fieldId, setFieldId] = useState(GENERAL);
  const [chosenFormality, setFormality] = useState<Formality>();
  const formality = chosenFormality ?? contract.formality;
  const [chosenNames, setNames] = useState<NameMode>();
  const names = chosenNames ?? contract.names;
  const [pdfOutput, setPdfOutput] = useState<PdfOutput>('pdf');
  const [from, setFrom] = useState(AUTO);
  const [into, setInto] = useState<readonly string[]>(() => [firstLanguages(locale).to]);
  const [isOver, setOver] = useState(false);
  const [count, setCount] = useState(0);
  const { run, working, error } = useAction(async (files: readonly File[]) => {
    const named = files.map((file) => ({ name: file.name, content: file }));
    const how = { contractId: contract.id, fieldId, formality, names, pdfOutput };
    await client.files.submit(named, { from, to: into, ...how });
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
      <MannerBar
        contracts={contracts}
        contract={contract}
        fieldId={fieldId}
        formality={into.includes('ja') ? formality : undefined}
        onFormality={setFormality}
        names={into.some(writesNames) ? names : undefined}
        onNames={setNames}
        onContract={(id) => {
          setContract(contracts.find((one) => one.id === id) ?? contracts[0]);
          setFieldId(GENERAL);
        }}
        onField={setFieldId}
      />
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
        <SelectField
          label={texts.files.pdfOutput}
          value={pdfOutput}
          onChange={(value) => setPdfOutput(PDF_OUTPUTS.find((one) => one === value) ?? 'pdf')}
          options={PDF_OUTPUTS.map((value) => ({ value, label: texts.files.pdfOutputs[value] }))}
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
      <label
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
        <strong>{working ? texts.files.sending(count) : texts.files.drop}</strong>
        <input
          type="file"
          multiple
          className="unseen"
          aria-label={texts.files.choose}
          disabled={working || into.length === 0}
          onChange={(event) => {
            send([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <span className="button">{texts.files.choose}</span>
        <small>{into.length === 0 ? texts.files.noLanguage : texts.files.formats}</small>
      </label>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}
