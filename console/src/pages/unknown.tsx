import { useWords } from '../context.js';
import { Page } from '../parts/page.js';

export function UnknownPage() {
  const { texts } = useWords();
  return (
    <Page title={texts.unknownPage}>
      <a href="#/">{texts.toStart}</a>
    </Page>
  );
}
