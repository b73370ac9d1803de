import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { WordEntry, WordList } from '#client';
import { useAction } from '../../action.js';
import { useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Icon } from '../../parts/icon.js';

interface WordRowProps {
  readonly entry: WordEntry;
  readonly words: WordList;
  /** Told in words what was done. */
  readonly onChanged: (text: string) => void;
}

/** One entry: to read, to change in its place, to delete. */
export function WordRow({ entry, words, onChanged }: WordRowProps) {
  const { texts } = useWords();
  const [isEdited, setEdited] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    // Whoever came by keyboard goes on where the editing began.
    if (wasEdited.current && !isEdited) edit.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const remove = useAction(async () => {
    await words.delete(entry.id);
    onChanged(texts.words.deleted(entry.fromText));
  });
  if (isEdited) {
    return (
      <EditedRow
        entry={entry}
        words={words}
        onClose={() => setEdited(false)}
        onSaved={() => {
          setEdited(false);
          onChanged(texts.words.saved(entry.fromText));
        }}
      />
    );
  }
  return (
    <div className="word-row">
      {remove.error !== undefined && <FailureNote error={remove.error} />}
      <span className="word-text">
        <small>{entry.fromLang}</small>
        <span lang={entry.fromLang} title={entry.fromText}>
          {entry.fromText}
        </span>
      </span>
      <span className="word-text">
        <small>{entry.toLang}</small>
        <span lang={entry.toLang} title={entry.toText}>
          {entry.toText}
        </span>
      </span>
      <span className="row-actions">
        <button
          ref={edit}
          type="button"
          className="icon-button"
          aria-label={texts.words.edit(entry.fromText)}
          onClick={() => setEdited(true)}
        >
          <Icon name="edit" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.words.delete(entry.fromText)}
          disabled={remove.working}
          onClick={() => remove.run()}
        >
          <Icon name="trash" />
        </button>
      </span>
    </div>
  );
}

interface EditedRowProps {
  readonly entry: WordEntry;
  readonly words: WordList;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Enter saves, Escape leaves everything as it was; Shift with Enter breaks the line of a phrase. */
function EditedRow({ entry, words, onClose, onSaved }: EditedRowProps) {
  const { texts } = useWords();
  const [fromText, setFromText] = useState(entry.fromText);
  const [toText, setToText] = useState(entry.toText);
  const target = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    target.current?.focus();
    target.current?.setSelectionRange(entry.toText.length, entry.toText.length);
  }, [entry]);
  const save = useAction(async () => {
    await words.change({ ...entry, fromText, toText });
    onSaved();
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save.run();
  };
  return (
    <div className="word-row edited">
      <textarea
        rows={1}
        lang={entry.fromLang}
        aria-label={texts.words.from}
        value={fromText}
        onChange={(event) => setFromText(event.target.value)}
        onKeyDown={onKey}
      />
      <textarea
        ref={target}
        rows={1}
        lang={entry.toLang}
        aria-label={texts.words.to}
        value={toText}
        onChange={(event) => setToText(event.target.value)}
        onKeyDown={onKey}
      />
      <span className="row-actions">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.words.save}
          disabled={save.working}
          onClick={() => save.run()}
        >
          <Icon name="check" />
        </button>
        <button type="button" className="icon-button" aria-label={texts.cancel} onClick={onClose}>
          <Icon name="close" />
        </button>
      </span>
      {save.error !== undefined && <FailureNote error={save.error} />}
    </div>
  );
}
