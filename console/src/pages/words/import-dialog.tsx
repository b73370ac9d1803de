import { type FormEvent, useState } from 'react';
import {
  ImportFailed,
  type TableFormat,
  type WordImport,
  type WordList,
  type WordPreview,
  type WordTable,
} from '#client';
import { useAction } from '../../action.js';
import { useWords } from '../../context.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Field } from '../../parts/field.js';
import { ProgressBar } from '../../parts/progress-bar.js';
import { ImportPreview } from './import-preview.js';
import { LangSelect } from './lang-select.js';

interface ImportDialogProps {
  readonly words: WordList;
  /** From the clipboard instead of from a file. */
  readonly isPasted: boolean;
  readonly onClose: () => void;
  /** Told in words what was taken over. */
  readonly onDone: (text: string) => void;
}

const FORMATS: readonly TableFormat[] = ['tsv', 'csv', 'tmx', 'xlsx'];

/** A table on its way in: chosen or pasted, looked at, taken over. */
export function ImportDialog({ words, isPasted, onClose, onDone }: ImportDialogProps) {
  const { texts } = useWords();
  const [file, setFile] = useState<File>();
  const [pasted, setPasted] = useState('');
  const [langs, setLangs] = useState({ from: isPasted ? 'ja' : '', to: isPasted ? 'en' : '' });
  const [looked, setLooked] = useState<{ readonly table: WordTable; readonly preview: WordPreview }>();
  const [progress, setProgress] = useState<WordImport>();

  const look = useAction(async () => {
    const source = isPasted ? { format: 'tsv' as const, bytes: encoded(pasted) } : await tableOf(file);
    if (source === undefined) return;
    const table = {
      ...source,
      ...(langs.from !== '' && { fromLang: langs.from }),
      ...(langs.to !== '' && { toLang: langs.to }),
    };
    setLooked({ table, preview: await words.preview(table) });
  });
  const takes = looked === undefined ? 0 : looked.preview.added + looked.preview.changed;
  const take = useAction(async () => {
    if (looked === undefined) return;
    const { total, rejectedCount } = await words.importTable(looked.table, { onProgress: setProgress });
    onClose();
    // Of a table that was too large to be looked at as a whole, only the rows are known.
    onDone(texts.words.imported(looked.preview.complete ? takes : total - rejectedCount));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (looked === undefined) look.run();
    else take.run();
  };
  const error = take.error ?? look.error;
  return (
    <Dialog title={isPasted ? texts.words.paste : texts.words.import} onClose={onClose}>
      <form onSubmit={submit}>
        {looked === undefined ? (
          <>
            {isPasted ? (
              <Field label={texts.words.pasted} hint={texts.words.pastedHint}>
                {(ids) => (
                  <textarea
                    {...ids}
                    rows={8}
                    required
                    value={pasted}
                    onChange={(event) => setPasted(event.target.value)}
                  />
                )}
              </Field>
            ) : (
              <Field label={texts.words.file} hint={texts.words.fileHint}>
                {(ids) => (
                  <input
                    {...ids}
                    type="file"
                    required
                    accept=".tsv,.csv,.tmx,.xlsx,.txt"
                    onChange={(event) => setFile(event.target.files?.[0])}
                  />
                )}
              </Field>
            )}
            <div className="langs">
              <LangSelect
                label={texts.words.fromLang}
                placeholder={texts.words.ofTable}
                value={langs.from}
                onChange={(from) => setLangs({ ...langs, from })}
              />
              <span aria-hidden="true">→</span>
              <LangSelect
                label={texts.words.toLang}
                placeholder={texts.words.ofTable}
                value={langs.to}
                onChange={(to) => setLangs({ ...langs, to })}
              />
            </div>
          </>
        ) : (
          <ImportPreview preview={looked.preview} />
        )}
        {progress !== undefined && take.working && (
          <ProgressBar label={texts.words.import} done={progress.done} total={progress.total} />
        )}
        {error instanceof ImportFailed ? (
          <p role="alert" className="failure" lang="en">
            {error.message}
          </p>
        ) : (
          error !== undefined && <FailureNote error={error} />
        )}
        <div className="dialog-foot">
          <button
            type="button"
            className="quiet"
            onClick={() => (looked === undefined ? onClose() : setLooked(undefined))}
          >
            {looked === undefined ? texts.cancel : texts.words.back}
          </button>
          <button
            type="submit"
            disabled={look.working || take.working || (looked !== undefined && takes === 0)}
          >
            {looked === undefined ? texts.words.look : texts.words.takeOver(takes)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

async function tableOf(file: File | undefined): Promise<Pick<WordTable, 'format' | 'bytes'> | undefined> {
  if (file === undefined) return undefined;
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  // Text of any other ending is most likely what a spreadsheet put into the clipboard of somebody.
  const format = FORMATS.find((one) => one === ending) ?? 'tsv';
  return { format, bytes: new Uint8Array(await file.arrayBuffer()) };
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
