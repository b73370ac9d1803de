import { useCallback, useEffect, useState } from 'react';
import { type Kotobashi, NotFoundError, type TrainingJob } from '#client';

/** Often enough for a bar that moves, rarely enough to cost the service nothing. */
const POLL_MS = 1_000;

export interface FollowedJob {
  readonly job: TrainingJob | undefined;
  /** Why the last request failed; the job is asked for again all the same, unless there is none. */
  readonly error: unknown;
  readonly cancel: () => Promise<void>;
}

export function hasEnded({ jobStatus }: TrainingJob): boolean {
  return jobStatus === 'finished' || jobStatus === 'failed';
}

/** Follows a training job until it has ended. */
export function useJob(client: Kotobashi, jid: string): FollowedJob {
  const [job, setJob] = useState<TrainingJob>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      let isOver = false;
      try {
        const found = await client.training.job(jid, { signal });
        if (signal.aborted) return;
        setJob(found);
        setError(undefined);
        isOver = hasEnded(found);
      } catch (failure) {
        if (signal.aborted) return;
        setError(failure);
        isOver = failure instanceof NotFoundError;
      }
      if (!isOver) timer = setTimeout(look, POLL_MS);
    };
    look();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client, jid]);
  const cancel = useCallback(async () => {
    try {
      const cancelled = await client.training.cancel(jid);
      // The answer says how it ended, and not what became of the rows.
      setJob((before) => ({ ...before, ...cancelled }));
    } catch (failure) {
      setError(failure);
    }
  }, [client, jid]);
  return { job, error, cancel };
}
