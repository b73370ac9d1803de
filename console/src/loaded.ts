import { useCallback, useEffect, useState } from 'react';

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value; readonly retry: () => void }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void };

/**
 * Loads once, and again whenever `load` is another function; what comes too late is thrown away. `retry` loads again, and
 * what was there stays until the answer comes.
 */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another load starts from nothing, another round does not
  useEffect(() => setLoaded({ state: 'loading' }), [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round asks for another answer of the same load
  useEffect(() => {
    const controller = new AbortController();
    const settle = (outcome: Loaded<Value>) => {
      if (!controller.signal.aborted) setLoaded(outcome);
    };
    load(controller.signal).then(
      (value) => settle({ state: 'loaded', value, retry }),
      (error: unknown) => settle({ state: 'failed', error, retry }),
    );
    return () => controller.abort();
  }, [load, round, retry]);
  return loaded;
}
