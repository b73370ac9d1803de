import { type FormEvent, useId, useState } from 'react';
import type { FileItem } from '#client';
import { useAction } from '../../action.js';
import { useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Icon } from '../../parts/icon.js';
import { hasMarks, readable, type SentencePair } from './sentence-pairs.js';

interface CorrectablePairProps {
  readonly item: FileItem;
  readonly pair: SentencePair;
  /** The document has the sentence when this has ended. */
  readonly onCorrect: (target: string) => Promise<void>;
}

/** A sentence beside its translation, which can be written anew. */
export function CorrectablePair({ item, pair, onCorrect }: CorrectablePairProps) {
  const { texts } = useWords();
  const [isOpen, setOpen] = useState(false);
  const source = readable(pair.source);
  return (
    <li>
      <span lang={item.detectedLang ?? undefined}>{source}</span>
      {isOpen ? (
        <Correction item={item} pair={pair} onCorrect={onCorrect} onClose={() => setOpen(false)} />
      ) : (
        <span className="target">
          <span lang={item.lang}>{readable(pair.target)}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.files.correct(source)}
            onClick={() => setOpen(true)}
          >
            <Icon name="edit" />
          </button>
        </span>
      )}
    </li>
  );
}

function Correction({
  item,
  pair,
  onCorrect,
  onClose,
}: CorrectablePairProps & { readonly onClose: () => void }) {
  const { texts } = useWords();
  const id = useId();
  const [text, setText] = useState(pair.target);
  const { run, working, error } = useAction(async () => {
    await onCorrect(text.trim());
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <form onSubmit={submit}>
      <textarea
        rows={3}
        lang={item.lang}
        aria-label={texts.files.correction}
        aria-describedby={`${id}-hint`}
        required
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <small id={`${id}-hint`}>
        {hasMarks(pair) ? texts.files.correctionMarks : texts.files.correctionHint}
      </small>
      {error !== undefined && <FailureNote error={error} />}
      <div className="actions">
        <button type="submit" disabled={working || text.trim() === '' || text === pair.target}>
          {texts.files.correctionSave}
        </button>
        <button type="button" className="quiet" disabled={working} onClick={onClose}>
          {texts.files.correctionCancel}
        </button>
      </div>
    </form>
  );
}
