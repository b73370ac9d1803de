import { useCallback, useEffect, useRef, useState } from 'react';
import type { Workspace } from './workspace.js';

/** Typing pauses this long between words, not between letters. */
const PAUSE_MS = 250;

/** The text of the source pane as it was at the last pause. In between the field alone knows it. */
export function useTypedText(workspace: Workspace) {
  const [text, setText] = useState(workspace.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const commit = useCallback(() => {
    workspace.text = field.current?.value ?? workspace.text;
    setText(workspace.text);
  }, [workspace]);
  const later = useCallback(
    (ms: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(commit, ms);
    },
    [commit],
  );
  const onInput = useCallback(() => later(PAUSE_MS), [later]);
  // After the browser has put the pasted text in: the event comes before.
  const onPaste = useCallback(() => setTimeout(() => later(0)), [later]);
  const write = useCallback(
    (fresh: string) => {
      if (field.current) field.current.value = fresh;
      clearTimeout(timer.current);
      commit();
      field.current?.focus();
    },
    [commit],
  );
  useEffect(() => {
    const typed = field.current;
    return () => {
      clearTimeout(timer.current);
      if (typed) workspace.text = typed.value;
    };
  }, [workspace]);
  return { text, field, onInput, onPaste, write };
}
