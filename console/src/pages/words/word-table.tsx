import { useCallback, useId, useMemo, useState } from 'react';
import type { WordPlace } from '#client';
import { useAction } from '../../action.js';
import { useClient, useWords } from '../../context.js';
import { FormDialog } from '../../parts/dialog.js';
import { Empty } from '../../parts/empty.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Icon } from '../../parts/icon.js';
import { useToast } from '../../parts/toast.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { AddForm } from './add-form.js';
import { useEntries, useSettled } from './entries.js';
import { ExportDialog } from './export-dialog.js';
import { ImportDialog } from './import-dialog.js';
import { WordRow } from './word-row.js';

/** Shorter than the pause between two thoughts, longer than the one between two keys. */
const REST_MS = 150;

type Asked = 'import' | 'paste' | 'export' | 'clear';

/** The entries of one dictionary or list: search, change, tables, undo. */
export function WordTable({ place }: { readonly place: WordPlace }) {
  const { locale, texts } = useWords();
  const client = useClient();
  const toast = useToast();
  const words = useMemo(() => client.words(place), [client, place]);
  const searchId = useId();
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim(), REST_MS);
  const { total, lastChange, error, at, see, reload } = useEntries(words, settled);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);

  const undo = useAction(
    useCallback(async () => {
      await words.undo();
      reload();
    }, [words, reload]),
  );
  const changed = (text: string) => {
    reload();
    toast({ text, action: { label: texts.words.undo, run: undo.run } });
  };
  const number = new Intl.NumberFormat(locale);
  const isEmpty = total === 0 && settled === '';
  return (
    <>
      <AddForm words={words} isPhrases={place.kind === 'phrase-pairs'} onAdded={reload} />
      <div className="word-tools">
        <div className="search">
          <Icon name="search" />
          <label htmlFor={searchId} className="unseen">
            {texts.words.search}
          </label>
          <input
            id={searchId}
            type="search"
            placeholder={texts.words.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <div className="actions">
          {lastChange !== null && (
            <button type="button" className="quiet" disabled={undo.working} onClick={() => undo.run()}>
              <Icon name="undo" />
              {texts.words.undoOf(texts.words.actions[lastChange.action], number.format(lastChange.entries))}
            </button>
          )}
          <button type="button" className="quiet" onClick={() => setAsked('paste')}>
            {texts.words.paste}
          </button>
          <button type="button" className="quiet" onClick={() => setAsked('import')}>
            <Icon name="upload" />
            {texts.words.import}
          </button>
          <button type="button" className="quiet" disabled={total === 0} onClick={() => setAsked('export')}>
            <Icon name="download" />
            {texts.words.export}
          </button>
          <button type="button" className="quiet" disabled={total === 0} onClick={() => setAsked('clear')}>
            <Icon name="trash" />
            {texts.words.deleteAll}
          </button>
        </div>
      </div>
      {undo.error !== undefined && <FailureNote error={undo.error} />}
      {error !== undefined && (
        <>
          <FailureNote error={error} />
          <button type="button" className="quiet" onClick={reload}>
            {texts.retry}
          </button>
        </>
      )}
      <p role="status" className="count">
        {total === undefined
          ? error === undefined && texts.loading
          : settled === ''
            ? texts.words.count(number.format(total))
            : texts.words.found(number.format(total))}
      </p>
      {isEmpty && <Empty title={texts.words.empty} hint={texts.words.emptyHint} />}
      {total !== undefined && total > 0 && (
        <VirtualList
          key={settled}
          label={texts.words.entries}
          total={total}
          onSeen={see}
          row={(index) => {
            const entry = at(index);
            return entry === undefined ? (
              <span className="word-row pending">…</span>
            ) : (
              <WordRow key={entry.id} entry={entry} words={words} onChanged={changed} />
            );
          }}
        />
      )}
      {(asked === 'import' || asked === 'paste') && (
        <ImportDialog words={words} isPasted={asked === 'paste'} onClose={close} onDone={changed} />
      )}
      {asked === 'export' && <ExportDialog words={words} name={place.kind} onClose={close} />}
      {asked === 'clear' && (
        <ClearDialog
          entries={number.format(total ?? 0)}
          clear={() => words.clear()}
          onClose={close}
          onDone={() => {
            close();
            changed(texts.words.cleared);
          }}
        />
      )}
    </>
  );
}

interface ClearDialogProps {
  readonly entries: string;
  readonly clear: () => Promise<void>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function ClearDialog({ entries, clear, onClose, onDone }: ClearDialogProps) {
  const { texts } = useWords();
  const { run, working, error } = useAction(async () => {
    await clear();
    onDone();
  });
  return (
    <FormDialog
      title={texts.words.deleteAll}
      action={texts.words.deleteAll}
      isDangerous
      working={working}
      error={error}
      onClose={onClose}
      onSubmit={run}
    >
      <p>{texts.words.deleteAllSure(entries)}</p>
    </FormDialog>
  );
}
