import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useWords } from '../context.js';
import { Icon } from './icon.js';

export interface Toast {
  readonly text: string;
  /** A button beside the words, such as "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void };
}

type Show = (toast: Toast) => void;
const ToastContext = createContext<Show | undefined>(undefined);

/** Long enough to read a sentence and reach for the button. */
const STAYS_MS = 8_000;

/** Gives what is inside a place for short words about what just happened; one at a time, the newest. */
export function ToastPlace({ children }: { readonly children: ReactNode }) {
  const { texts } = useWords();
  const [toast, setToast] = useState<Toast>();
  const [held, setHeld] = useState(false);
  const show = useCallback((next: Toast) => setToast(next), []);
  useEffect(() => {
    if (toast === undefined || held) return;
    const timer = setTimeout(() => setToast(undefined), STAYS_MS);
    return () => clearTimeout(timer);
  }, [toast, held]);
  return (
    <ToastContext value={show}>
      {children}
      {/* Stays while somebody points at it or has it in focus: no word goes away under a hand. */}
      <div
        className="toast-place"
        role="status"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {toast !== undefined && (
          <div className="toast">
            <span>{toast.text}</span>
            {toast.action !== undefined && (
              <button
                type="button"
                onClick={() => {
                  toast.action?.run();
                  setToast(undefined);
                }}
              >
                {toast.action.label}
              </button>
            )}
            <button type="button" aria-label={texts.close} onClick={() => setToast(undefined)}>
              <Icon name="close" />
            </button>
          </div>
        )}
      </div>
    </ToastContext>
  );
}

/** @example toast({ text: texts.words.saved, action: { label: texts.words.undo, run: undo } }) */
export function useToast(): Show {
  const show = useContext(ToastContext);
  if (show === undefined) throw new Error('This part needs a place for toasts around it.');
  return show;
}
