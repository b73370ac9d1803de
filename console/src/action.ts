import { useCallback, useState } from 'react';

export interface Action<Input extends readonly unknown[]> {
  readonly run: (...input: Input) => Promise<void>;
  readonly working: boolean;
  /** Why the last run failed. */
  readonly error: unknown;
}

/** Something that a button starts: whether it is under way, and why it failed. */
export function useAction<Input extends readonly unknown[]>(
  act: (...input: Input) => Promise<void>,
): Action<Input> {
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = useCallback(
    async (...input: Input) => {
      setWorking(true);
      setError(undefined);
      try {
        await act(...input);
      } catch (failure) {
        setError(failure);
      } finally {
        setWorking(false);
      }
    },
    [act],
  );
  return { run, working, error };
}
