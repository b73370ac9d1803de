import { useCallback, useMemo } from 'react';
import { useClient, useWords } from '../../context.js';
import { useLoaded } from '../../loaded.js';
import { Page } from '../../parts/page.js';
import { WhenLoaded } from '../../parts/when-loaded.js';
import { ListPicker } from './list-picker.js';
import { type NamedList, PLACE_KINDS, type PlaceKind, placeAddress } from './place.js';
import { WordTable } from './word-table.js';

interface WordsPageProps {
  readonly kind: PlaceKind;
  readonly listId: number | undefined;
}

/** The customer's own words: dictionary, glossaries, phrase pairs. */
export function WordsPage({ kind, listId }: WordsPageProps) {
  const { texts } = useWords();
  return (
    <Page title={texts.nav.sections.words} intro={texts.words.intro[kind]} width="wide">
      <nav className="tabs" aria-label={texts.words.kindsLabel}>
        {PLACE_KINDS.map((one) => (
          <a key={one} href={placeAddress(one)} aria-current={one === kind ? 'page' : undefined}>
            {texts.words.kinds[one]}
          </a>
        ))}
      </nav>
      {kind === 'dictionary' ? <Dictionary /> : <Lists key={kind} kind={kind} listId={listId} />}
    </Page>
  );
}

function Dictionary() {
  const place = useMemo(() => ({ kind: 'dictionary' }) as const, []);
  return <WordTable place={place} />;
}

interface ListsProps {
  readonly kind: Exclude<PlaceKind, 'dictionary'>;
  readonly listId: number | undefined;
}

function Lists({ kind, listId }: ListsProps) {
  const client = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal): Promise<readonly NamedList[]> => {
        if (kind === 'glossaries') {
          return (await client.operations.call('GET /api/v1/glossaries', { signal })).answer.data.glossaries;
        }
        return (await client.operations.call('GET /api/v1/phrase-pairs', { signal })).answer.data.phrasePairs;
      },
      [client, kind],
    ),
  );
  const reload = loaded.state === 'loading' ? () => undefined : loaded.retry;
  return (
    <WhenLoaded loaded={loaded}>
      {(lists) => {
        const open = lists.find(({ id }) => id === listId) ?? lists.at(0);
        return (
          <>
            <ListPicker kind={kind} lists={lists} open={open} onChanged={reload} />
            {open !== undefined && <ListWords key={open.id} kind={kind} listId={open.id} />}
          </>
        );
      }}
    </WhenLoaded>
  );
}

function ListWords({ kind, listId }: { readonly kind: ListsProps['kind']; readonly listId: number }) {
  const place = useMemo(() => ({ kind, listId }), [kind, listId]);
  return <WordTable place={place} />;
}
