import { useState } from 'react';
import type { TrainingJob } from '#client';
import { useClient, useWords } from '../context.js';
import { hasEnded, useJob } from '../followed-job.js';
import { FailureNote } from '../parts/failure-note.js';
import { Page } from '../parts/page.js';
import { ProgressBar } from '../parts/progress-bar.js';
import { modelAddress } from '../route.js';

/** A training on its way. */
export function JobPage({ jid }: { readonly jid: string }) {
  const { texts } = useWords();
  const { job, error, cancel } = useJob(useClient(), jid);
  return (
    <Page title={job === undefined ? texts.job.untitled : texts.job.title(job.name)}>
      <p>
        <small>{texts.job.id(jid)}</small>
      </p>
      {error !== undefined && <FailureNote error={error} />}
      {job !== undefined && <State job={job} onCancel={cancel} />}
      {job?.upload !== undefined && <UploadReport upload={job.upload} />}
    </Page>
  );
}

interface StateProps {
  readonly job: TrainingJob;
  readonly onCancel: () => Promise<void>;
}

function State({ job, onCancel }: StateProps) {
  const { texts } = useWords();
  const states: Readonly<Record<string, string>> = texts.job.states;
  const [cancelling, setCancelling] = useState(false);
  const cancel = async () => {
    setCancelling(true);
    await onCancel();
    setCancelling(false);
  };
  return (
    <>
      <p role="status" className="state" data-state={job.jobStatus}>
        {states[job.jobStatus] ?? job.jobStatus}
      </p>
      {job.jobStatus === 'failed' ? (
        <p role="alert" className="failure">
          <strong>{job.errorCode}</strong> <span lang="en">{job.errorMessage}</span>
        </p>
      ) : (
        <ProgressBar label={texts.job.progress} done={job.progress ?? 0} total={100} />
      )}
      {!hasEnded(job) && (
        <button type="button" className="quiet" disabled={cancelling} onClick={cancel}>
          {texts.job.cancel}
        </button>
      )}
      {job.jobStatus === 'finished' && (
        <a className="button" href={modelAddress(job.mid)}>
          {texts.job.toModel}
        </a>
      )}
    </>
  );
}

/** What became of the rows of the file. */
function UploadReport({ upload }: { readonly upload: NonNullable<TrainingJob['upload']> }) {
  const { texts } = useWords();
  const { pairs, repeated, badRows, examples } = upload;
  return (
    <>
      <p>{texts.job.upload(pairs, repeated)}</p>
      {badRows > 0 && (
        <section aria-labelledby="bad-rows">
          <h2 id="bad-rows">{texts.job.badRows(badRows)}</h2>
          {badRows > examples.length && <p>{texts.job.firstRows(examples.length)}</p>}
          <div className="scroll">
            <table aria-labelledby="bad-rows" className="compact">
              <thead>
                <tr>
                  <th scope="col" className="number">
                    {texts.job.line}
                  </th>
                  <th scope="col">{texts.job.reason}</th>
                </tr>
              </thead>
              <tbody>
                {examples.map(({ line, reason }) => (
                  <tr key={line}>
                    <td className="number">{line}</td>
                    <td lang="en">{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}
