import { useCallback, useMemo, useState } from 'react';
import { type FileItem, NotFoundError } from '#client';
import { useAction } from '../action.js';
import { useClient, useWords } from '../context.js';
import { downloadBlob } from '../download.js';
import { useLoaded } from '../loaded.js';
import { FailureNote } from '../parts/failure-note.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import { sectionAddress } from '../route.js';
import { CorrectablePair } from './files/correctable-pair.js';
import { correctedXliff, pairsOfXliff, readable, type SentencePair } from './files/sentence-pairs.js';

/** Source and translation of one file, sentence beside sentence. */
export function FilePage({ id }: { readonly id: string }) {
  const { texts } = useWords();
  const client = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const params = { translateItemId: id };
        const [all, { blob }] = await Promise.all([
          client.files.list({ signal }),
          client.operations.file('GET /api/v1/downloads/{translateItemId}/bilingual', {
            params,
            query: { format: 'xliff' },
            signal,
          }),
        ]);
        const item = all.flatMap(({ items }) => items).find((one) => one.translateItemId === id);
        if (item === undefined) throw new NotFoundError(texts.unknownPage, { status: 404, code: 0 });
        return { item, pairs: pairsOfXliff(await blob.text()) };
      },
      [client, id, texts],
    ),
  );
  return (
    <Page
      title={loaded.state === 'loaded' ? loaded.value.item.originalName : texts.files.sideBySide}
      width="wide"
    >
      <p>
        <a href={sectionAddress('files')}>{texts.files.back}</a>
      </p>
      <WhenLoaded loaded={loaded}>
        {({ item, pairs }) => (
          <SideBySide
            item={item}
            pairs={pairs}
            onCorrect={async (pair, target) => {
              const content = new TextEncoder().encode(correctedXliff(pairs, pair, target));
              await client.files.revise(id, { name: 'corrected.xlf', content });
              if (loaded.state === 'loaded') loaded.retry();
            }}
          />
        )}
      </WhenLoaded>
    </Page>
  );
}

interface SideBySideProps {
  readonly item: FileItem;
  readonly pairs: readonly SentencePair[];
  readonly onCorrect: (pair: SentencePair, target: string) => Promise<void>;
}

/** Rows drawn at first, and each time more are asked for: a long document has tens of thousands. */
const STEP = 200;

function SideBySide({ item, pairs, onCorrect }: SideBySideProps) {
  const { locale, texts } = useWords();
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(STEP);
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    if (wanted === '') return pairs;
    return pairs.filter(({ source, target }) =>
      `${readable(source)}\n${readable(target)}`.toLowerCase().includes(wanted),
    );
  }, [pairs, search]);
  const number = new Intl.NumberFormat(locale);
  return (
    <>
      <Downloads item={item} />
      <div className="file-search">
        <input
          type="search"
          aria-label={texts.files.search}
          placeholder={texts.files.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <small role="status">
          {texts.files.pairs(number.format(found.length), number.format(pairs.length))}
        </small>
      </div>
      <ol className="plain pairs">
        {found.slice(0, most).map((pair) => (
          <CorrectablePair
            key={pair.id}
            item={item}
            pair={pair}
            onCorrect={(target) => onCorrect(pair, target)}
          />
        ))}
      </ol>
      {found.length > most && (
        <button type="button" className="quiet" onClick={() => setMost(most + STEP)}>
          {texts.files.more}
        </button>
      )}
    </>
  );
}

function Downloads({ item: { translateItemId } }: Pick<SideBySideProps, 'item'>) {
  const { texts } = useWords();
  const client = useClient();
  const params = { translateItemId };
  const { run, working, error } = useAction(async (format?: 'xliff' | 'xlsx') => {
    const { name, blob } =
      format === undefined
        ? await client.operations.file('GET /api/v1/downloads/{translateItemId}', { params })
        : await client.operations.file('GET /api/v1/downloads/{translateItemId}/bilingual', {
            params,
            query: { format },
          });
    downloadBlob(name, blob);
  });
  return (
    <>
      <div className="actions">
        <button type="button" disabled={working} onClick={() => run()}>
          <Icon name="download" />
          {texts.files.download}
        </button>
        <button type="button" className="quiet" disabled={working} onClick={() => run('xliff')}>
          {texts.files.asXliff}
        </button>
        <button type="button" className="quiet" disabled={working} onClick={() => run('xlsx')}>
          {texts.files.asXlsx}
        </button>
      </div>
      {error !== undefined && <FailureNote error={error} />}
    </>
  );
}
