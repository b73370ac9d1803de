import { useCallback, useEffect, useState } from 'react';
import { ServiceFailure } from './failure.js';
import type { Job, Service } from './service.js';

/** Often enough for a bar that moves, rarely enough to cost the service nothing. */
const POLL_MS = 1_000;

export interface FollowedJob {
  readonly job: Job | undefined;
  /** Why the last request failed; the job is asked for again all the same, unless there is none. */
  readonly error: unknown;
  readonly cancel: () => Promise<void>;
}

export function hasEnded({ jobStatus }: Job): boolean {
  return jobStatus === 'finished' || jobStatus === 'failed';
}

/** Follows a training job until it has ended. */
export function useJob(service: Service, jid: string): FollowedJob {
  const [job, setJob] = useState<Job>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      let isOver = false;
      try {
        const found = await service.job(jid, signal);
        if (signal.aborted) return;
        setJob(found);
        setError(undefined);
        isOver = hasEnded(found);
      } catch (failure) {
        if (signal.aborted) return;
        setError(failure);
        isOver = failure instanceof ServiceFailure && failure.status === 404;
      }
      if (!isOver) timer = setTimeout(look, POLL_MS);
    };
    look();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [service, jid]);
  const cancel = useCallback(async () => {
    try {
      setJob(await service.cancel(jid));
    } catch (failure) {
      setError(failure);
    }
  }, [service, jid]);
  return { job, error, cancel };
}
