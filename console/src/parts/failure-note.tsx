import { ConnectionError, ServiceError } from '#client';
import { useWords } from '../context.js';

/** What went wrong: the service's code and words, or that no answer came. */
export function FailureNote({ error }: { readonly error: unknown }) {
  const { texts } = useWords();
  if (!(error instanceof ServiceError)) {
    const text = error instanceof ConnectionError ? texts.failure.unreachable : texts.failure.unforeseen;
    return (
      <p role="alert" className="failure">
        {text}
      </p>
    );
  }
  return (
    <p role="alert" className="failure">
      {/* A proxy in between has no code. */}
      {error.code !== 0 && <strong>{error.code}</strong>} <span lang="en">{error.message}</span>
      {error.taskId !== undefined && <small>{texts.failure.request(error.taskId)}</small>}
    </p>
  );
}
