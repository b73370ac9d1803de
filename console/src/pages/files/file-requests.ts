import { useCallback, useEffect } from 'react';
import type { Answer } from '#client';
import { useClient } from '../../context.js';
import { type Loaded, useLoaded } from '../../loaded.js';

export type FileRequest = Answer<'GET /api/v1/translate-result/all'>['data'][number];
export type FileItem = FileRequest['items'][number];

/** Often enough to see sentences being done. */
const POLL_MS = 1_000;

/** All file translations of the account, newest first; asked for again while one of them is under way. */
export function useFileRequests(): Loaded<readonly FileRequest[]> {
  const client = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        (await client.operations.call('GET /api/v1/translate-result/all', { signal })).answer.data,
      [client],
    ),
  );
  useEffect(() => {
    if (loaded.state !== 'loaded' || loaded.value.every(({ done }) => done)) return;
    const timer = setTimeout(loaded.retry, POLL_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  return loaded;
}
