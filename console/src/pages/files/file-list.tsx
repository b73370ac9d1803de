import type { FileItem, FileTranslation } from '#client';
import { useAction } from '../../action.js';
import { useClient, useWords } from '../../context.js';
import { downloadBlob } from '../../download.js';
import { Badge } from '../../parts/badge.js';
import { FailureNote } from '../../parts/failure-note.js';
import { Icon } from '../../parts/icon.js';
import { ProgressBar } from '../../parts/progress-bar.js';
import { fileAddress } from '../../route.js';
import { languageName } from '../../text/texts.js';

interface FileListProps {
  readonly requests: readonly FileTranslation[];
  readonly onChanged: () => void;
}

export function FileList({ requests, onChanged }: FileListProps) {
  return (
    <ul className="plain" aria-labelledby="files">
      {requests.map((request) => (
        <RequestEntry key={request.translateId} request={request} onChanged={onChanged} />
      ))}
    </ul>
  );
}

interface RequestEntryProps {
  readonly request: FileTranslation;
  readonly onChanged: () => void;
}

/** Files that were sent together. */
function RequestEntry({ request, onChanged }: RequestEntryProps) {
  const { locale, texts } = useWords();
  const client = useClient();
  const { translateId, items, done, createdAt } = request;
  const ready = items.filter((item) => item.done && !item.error);
  const cancel = useAction(async () => {
    await client.files.cancel(translateId);
    onChanged();
  });
  const all = useAction(async () => {
    const ids = JSON.stringify(ready.map(({ translateItemId }) => translateItemId));
    const { name, blob } = await client.operations.file('GET /api/v1/downloads', { query: { ids } });
    downloadBlob(name, blob);
  });
  const error = cancel.error ?? all.error;
  return (
    <li className="card request">
      <div className="request-head">
        <time dateTime={createdAt}>
          {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
            new Date(createdAt),
          )}
        </time>
        {ready.length > 1 && (
          <button type="button" className="bare" disabled={all.working} onClick={all.run}>
            <Icon name="download" />
            {texts.files.downloadAll}
          </button>
        )}
        {!done && (
          <button type="button" className="bare" disabled={cancel.working} onClick={cancel.run}>
            {texts.files.cancel}
          </button>
        )}
      </div>
      {error !== undefined && <FailureNote error={error} />}
      <ul className="plain">
        {items.map((item) => (
          <ItemEntry key={item.translateItemId} item={item} />
        ))}
      </ul>
    </li>
  );
}

function ItemEntry({ item }: { readonly item: FileItem }) {
  const { locale, texts } = useWords();
  const { originalName, detectedLang, lang, untranslated, overflowPages, wordCount } = item;
  const number = new Intl.NumberFormat(locale);
  const languages = [detectedLang, lang].filter((code) => code !== null);
  return (
    <li className="file">
      <div>
        <strong>{originalName}</strong>
        <small>
          {languages.map((code) => languageName(code, locale)).join(' → ')}
          {wordCount !== null && ` · ${texts.files.words(number.format(wordCount))}`}
          {untranslated > 0 && ` · ${texts.files.untranslated(untranslated)}`}
          {overflowPages !== undefined && ` · ${texts.files.overflowPages(overflowPages.join(', '))}`}
        </small>
      </div>
      <Standing item={item} />
    </li>
  );
}

function Standing({ item }: { readonly item: FileItem }) {
  const { locale, texts } = useWords();
  const client = useClient();
  const { done, error, errorCode, errorMessage, progress, translateItemId } = item;
  const download = useAction(async () => {
    const params = { translateItemId };
    const { name, blob } = await client.operations.file('GET /api/v1/downloads/{translateItemId}', {
      params,
    });
    downloadBlob(name, blob);
  });
  const number = new Intl.NumberFormat(locale);
  if (error) {
    return (
      <p className="failure">
        <strong>{errorCode}</strong> <span lang="en">{errorMessage}</span>
      </p>
    );
  }
  if (!done) {
    const words =
      progress.total === 0
        ? texts.files.waiting
        : texts.files.progress(number.format(progress.done), number.format(progress.total));
    return (
      <div className="file-progress">
        <ProgressBar label={item.originalName} done={progress.done} total={progress.total} />
        <small>{words}</small>
      </div>
    );
  }
  return (
    <div className="actions">
      <Badge tone="good">{texts.files.ready}</Badge>
      <a className="button quiet" href={fileAddress(translateItemId)}>
        {texts.files.sideBySide}
      </a>
      <button type="button" disabled={download.working} onClick={download.run}>
        <Icon name="download" />
        {texts.files.download}
      </button>
      {download.error !== undefined && <FailureNote error={download.error} />}
    </div>
  );
}
