import { useCallback } from 'react';
import { accountOf } from '../account.js';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { Empty } from '../parts/empty.js';
import { Page } from '../parts/page.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import { Desk } from './translate/desk.js';

/** Text in, translation out, while it is typed. */
export function TranslatePage() {
  const { texts } = useWords();
  const client = useClient();
  const account = useLoaded(
    useCallback((signal: AbortSignal) => accountOf(client, 'text', signal), [client]),
  );
  return (
    <Page title={texts.translate.title} width="wide" isTitleHidden>
      <WhenLoaded loaded={account}>
        {({ contracts, languages }) => {
          const [first, ...others] = contracts;
          return first === undefined ? (
            <Empty title={texts.translate.noContract} hint={texts.translate.noContractHint} />
          ) : (
            <Desk contracts={[first, ...others]} languages={languages} />
          );
        }}
      </WhenLoaded>
    </Page>
  );
}
