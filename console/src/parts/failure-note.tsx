import { useWords } from '../context.js';
import { ServiceFailure, Unreachable } from '../failure.js';

/** What went wrong: the service's code and words, or that no answer came. */
export function FailureNote({ error }: { readonly error: unknown }) {
  const { texts } = useWords();
  if (!(error instanceof ServiceFailure)) {
    const text = error instanceof Unreachable ? texts.failure.unreachable : texts.failure.unforeseen;
    return (
      <p role="alert" className="failure">
        {text}
      </p>
    );
  }
  return (
    <p role="alert" className="failure">
      {error.code !== undefined && <strong>{error.code}</strong>} <span lang="en">{error.message}</span>
      {error.taskId !== undefined && <small>{texts.failure.request(error.taskId)}</small>}
    </p>
  );
}
