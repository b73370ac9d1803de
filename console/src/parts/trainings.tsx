import { useCallback } from 'react';
import { useClient, useWords } from '../context.js';
import { useRefreshed } from '../refreshed.js';
import { jobAddress } from '../route.js';
import { ProgressBar } from './progress-bar.js';

const EVERY_MS = 3_000;

/** Trainings that have not ended, with their progress; nothing where there are none. */
export function RunningTrainings() {
  const { texts } = useWords();
  const { operations } = useClient();
  const loaded = useRefreshed(
    useCallback(
      async (signal: AbortSignal) => (await operations.call('GET /api/v1/training/jobs', { signal })).answer,
      [operations],
    ),
    EVERY_MS,
  );
  const running =
    loaded.state === 'loaded'
      ? loaded.value.filter(({ jobStatus }) => jobStatus !== 'finished' && jobStatus !== 'failed')
      : [];
  if (running.length === 0) return null;
  const states: Readonly<Record<string, string>> = texts.job.states;
  return (
    <section className="card" aria-labelledby="running">
      <h2 id="running">{texts.trainings.title}</h2>
      {running.map(({ jid, name, jobStatus, progress }) => (
        <div key={jid}>
          <a href={jobAddress(jid)}>{name}</a> <small>{states[jobStatus] ?? jobStatus}</small>
          <ProgressBar label={texts.trainings.progress(name)} done={progress ?? 0} total={100} />
        </div>
      ))}
    </section>
  );
}
