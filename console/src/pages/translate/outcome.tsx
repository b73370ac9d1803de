import { ConnectionError } from '#client';
import { useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import type { Shown } from './live-translation.js';
import { isUndetected } from './translated-line.js';

interface OutcomeProps {
  readonly shown: Shown;
  readonly onRetry: () => void;
}

/** How the translation stands, where there is anything to say about it. */
export function Outcome({ shown: { state, error }, onRetry }: OutcomeProps) {
  const { texts } = useWords();
  if (state === 'working') {
    return (
      <p role="status" className="unseen">
        {texts.translate.working}
      </p>
    );
  }
  // That there is no connection is said above every page, and it is tried again by itself.
  if (state === 'idle' || error instanceof ConnectionError) return null;
  if (isUndetected(error)) {
    return (
      <p role="status" className="note">
        {texts.translate.undetected}
      </p>
    );
  }
  return (
    <>
      <FailureNote error={error} />
      <button type="button" className="quiet" onClick={onRetry}>
        {texts.retry}
      </button>
    </>
  );
}
