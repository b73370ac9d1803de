import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { useWords } from '../context.js';

/** A page whose script comes when it is first opened. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  const Page = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={<Coming />}>
      <Page {...props} />
    </Suspense>
  );
}

function Coming() {
  const { texts } = useWords();
  return (
    <p role="status" className="loading">
      {texts.loading}
    </p>
  );
}
