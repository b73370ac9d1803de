import { type FormEvent, useCallback, useState } from 'react';
import type { Contract } from '#client';
import { trainingContracts } from '../account.js';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { ContractSelect } from '../parts/contract-select.js';
import { FailureNote } from '../parts/failure-note.js';
import { FieldSelect } from '../parts/field-select.js';
import { Page } from '../parts/page.js';
import { UploadPreview } from '../parts/upload-preview.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import { jobAddress } from '../route.js';
import { languageName } from '../text/texts.js';

/** A table of pairs on its way to a new model. */
export function TrainPage() {
  const { texts } = useWords();
  const client = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const input = { params: { engine: 'custom' }, signal } as const;
        const [{ answer }, contracts] = await Promise.all([
          client.operations.call('GET /api/v1/languages/engine/{engine}', input),
          trainingContracts(client, signal),
        ]);
        return { contracts, languages: answer.data.languages.map(({ abbreviation }) => abbreviation) };
      },
      [client],
    ),
  );
  return (
    <Page title={texts.training.title}>
      <WhenLoaded loaded={loaded}>{(value) => <TrainForm {...value} />}</WhenLoaded>
    </Page>
  );
}

interface TrainFormProps {
  readonly languages: readonly string[];
  readonly contracts: readonly Contract[];
}

function TrainForm({ languages, contracts }: TrainFormProps) {
  const { texts } = useWords();
  const client = useClient();
  const [file, setFile] = useState<File>();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [contractId, setContractId] = useState(contracts[0]?.id ?? '');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const sent = form.get('file');
    if (!(sent instanceof File)) return;
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setSending(true);
    setError(undefined);
    try {
      const [field, name] = [text('field'), text('name')];
      const request = {
        file: sent,
        fileName: sent.name,
        from,
        to,
        field,
        contractId,
        ...(name !== '' && { name }),
      };
      location.hash = jobAddress(await client.training.start(request));
    } catch (failure) {
      setError(failure);
      setSending(false);
    }
  };

  return (
    <form className="narrow card" onSubmit={submit}>
      <div className="field">
        <label htmlFor="file">{texts.training.file}</label>
        <input
          id="file"
          name="file"
          type="file"
          required
          accept=".xlsx,.tmx,.csv,.tsv"
          aria-describedby="file-hint"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
        <small id="file-hint">{texts.training.fileHint}</small>
      </div>
      <div className="pair">
        <LanguageSelect
          name="firstLang"
          label={texts.training.from}
          value={from}
          codes={languages}
          onChange={setFrom}
        />
        <LanguageSelect
          name="secondLang"
          label={texts.training.to}
          value={to}
          codes={languages.filter((code) => code !== from)}
          onChange={setTo}
        />
      </div>
      {file !== undefined && from !== '' && to !== '' && <UploadPreview file={file} from={from} to={to} />}
      <FieldSelect from={from} to={to} />
      <div className="field">
        <label htmlFor="name">{texts.training.name}</label>
        <input id="name" name="name" maxLength={200} autoComplete="off" aria-describedby="name-hint" />
        <small id="name-hint">{texts.training.nameHint}</small>
      </div>
      <ContractSelect contracts={contracts} value={contractId} onChange={setContractId} />
      {error !== undefined && <FailureNote error={error} />}
      <button type="submit" disabled={sending}>
        {sending ? texts.training.sending : texts.training.submit}
      </button>
    </form>
  );
}

interface LanguageSelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly codes: readonly string[];
  readonly onChange: (code: string) => void;
}

function LanguageSelect({ name, label, value, codes, onChange }: LanguageSelectProps) {
  const { locale, texts } = useWords();
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} required value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{texts.training.choose}</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            {languageName(code, locale)}
          </option>
        ))}
      </select>
    </div>
  );
}
