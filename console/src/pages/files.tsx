import { useCallback } from 'react';
import { accountOf } from '../account.js';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { Empty } from '../parts/empty.js';
import { Page } from '../parts/page.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import { DropZone } from './files/drop-zone.js';
import { FileList } from './files/file-list.js';
import { useFileRequests } from './files/file-requests.js';

/** Documents in, the same documents out, translated. */
export function FilesPage() {
  const { texts } = useWords();
  const client = useClient();
  const account = useLoaded(
    useCallback((signal: AbortSignal) => accountOf(client, 'file', signal), [client]),
  );
  const requests = useFileRequests();
  return (
    <Page title={texts.files.title} intro={texts.files.intro}>
      <WhenLoaded loaded={account}>
        {({ contracts: [first, ...others], languages }) =>
          first === undefined ? (
            <Empty title={texts.files.noContract} hint={texts.files.noContractHint} />
          ) : (
            <DropZone
              contracts={[first, ...others]}
              languages={languages}
              onSent={() => requests.state !== 'loading' && requests.retry()}
            />
          )
        }
      </WhenLoaded>
      <h2 id="files">{texts.files.list}</h2>
      <WhenLoaded loaded={requests}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={texts.files.empty} hint={texts.files.emptyHint} />
          ) : (
            <FileList requests={all} onChanged={() => requests.state !== 'loading' && requests.retry()} />
          )
        }
      </WhenLoaded>
    </Page>
  );
}
