import { useCallback, useEffect, useRef, useState } from 'react';
import { ConnectionError } from '#client';
import { useReturn } from './connection.js';

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value; readonly retry: () => void }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void };

const LOADING = { state: 'loading' } as const;

/**
 * Loads once, and again whenever `load` is another function; what comes too late is thrown away. `retry` loads again, as
 * the end of a broken connection does; what was there stays until the answer comes, and while there is no connection, which
 * is said above every page.
 */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [settled, setSettled] = useState<{ readonly load: typeof load; readonly outcome: Loaded<Value> }>();
  const last = useRef<AbortController>(undefined);
  const ask = useCallback(
    function retry() {
      last.current?.abort();
      const controller = new AbortController();
      last.current = controller;
      const settle = (outcome: (before: Loaded<Value> | undefined) => Loaded<Value>) => {
        if (controller.signal.aborted) return;
        setSettled((before) => ({
          load,
          outcome: outcome(before?.load === load ? before.outcome : undefined),
        }));
      };
      load(controller.signal).then(
        (value) => settle(() => ({ state: 'loaded', value, retry })),
        (error: unknown) =>
          settle((before) => {
            const isCutOff = before?.state === 'loaded' && error instanceof ConnectionError;
            return isCutOff ? before : { state: 'failed', error, retry };
          }),
      );
    },
    [load],
  );
  useEffect(() => {
    ask();
    return () => last.current?.abort();
  }, [ask]);
  useReturn(ask);
  return settled?.load === load ? settled.outcome : LOADING;
}
