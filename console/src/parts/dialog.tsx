import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useWords } from '../context.js';
import { FailureNote } from './failure-note.js';
import { Icon } from './icon.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window above the page, there while it is rendered. Escape and the cross close it; the focus goes back by itself. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { texts } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  /** What the button says. */
  readonly action: string;
  /** The action takes something away. */
  readonly isDangerous?: boolean;
  readonly working: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
}

/** A dialog that does something: a form or a question, with its button, and the failure when it came to that. */
export function FormDialog(props: FormDialogProps) {
  const { texts } = useWords();
  const { title, action, isDangerous, working, error, onClose, onSubmit, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        {error !== undefined && <FailureNote error={error} />}
        <div className="dialog-foot">
          <button type="button" className="quiet" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" className={isDangerous ? 'danger' : undefined} disabled={working}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
