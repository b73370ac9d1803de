import { useCallback, useEffect } from 'react';
import type { FileTranslation } from '#client';
import { useClient } from '../../context.js';
import { type Loaded, useLoaded } from '../../loaded.js';

/** Often enough to see sentences being done. */
const POLL_MS = 1_000;

/** All file translations of the account, newest first; asked for again while one of them is under way. */
export function useFileRequests(): Loaded<readonly FileTranslation[]> {
  const client = useClient();
  const loaded = useLoaded(useCallback((signal: AbortSignal) => client.files.list({ signal }), [client]));
  useEffect(() => {
    if (loaded.state !== 'loaded' || loaded.value.every(({ done }) => done)) return;
    const timer = setTimeout(loaded.retry, POLL_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  return loaded;
}
