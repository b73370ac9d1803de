import { useEffect } from 'react';
import { type Loaded, useLoaded } from './loaded.js';

/** Loads, and again every so often while somebody looks; what was there stays until the answer comes. */
export function useRefreshed<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  everyMs: number,
): Loaded<Value> {
  const loaded = useLoaded(load);
  const retry = loaded.state === 'loading' ? undefined : loaded.retry;
  useEffect(() => {
    if (retry === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') retry();
    }, everyMs);
    return () => clearInterval(timer);
  }, [retry, everyMs]);
  return loaded;
}
