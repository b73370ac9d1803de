import type { ReactNode } from 'react';
import { useWords } from '../context.js';
import type { Loaded } from '../loaded.js';
import { FailureNote } from './failure-note.js';

interface WhenLoadedProps<Value> {
  readonly loaded: Loaded<Value>;
  readonly children: (value: Value) => ReactNode;
}

/** Shows what was loaded, or that it is under way, or why it did not come, with a button to try again. */
export function WhenLoaded<Value>({ loaded, children }: WhenLoadedProps<Value>) {
  const { texts } = useWords();
  switch (loaded.state) {
    case 'loading':
      return (
        <p role="status" className="loading">
          {texts.loading}
        </p>
      );
    case 'failed':
      return (
        <>
          <FailureNote error={loaded.error} />
          <button type="button" className="quiet" onClick={loaded.retry}>
            {texts.retry}
          </button>
        </>
      );
    case 'loaded':
      return children(loaded.value);
  }
}
