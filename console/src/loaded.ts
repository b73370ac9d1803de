import { useEffect, useState } from 'react';

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown };

/** Loads once, and again whenever `load` is another function; what comes too late is thrown away. */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    const settle = (outcome: Loaded<Value>) => {
      if (!controller.signal.aborted) setLoaded(outcome);
    };
    setLoaded({ state: 'loading' });
    load(controller.signal).then(
      (value) => settle({ state: 'loaded', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => controller.abort();
  }, [load]);
  return loaded;
}
