import { type FormEvent, useCallback, useState } from 'react';
import type { Answer, Kotobashi } from '#client';
import { useAction } from '../action.js';
import { useClient, useWords } from '../context.js';
import { Badge } from '../parts/badge.js';
import { Empty } from '../parts/empty.js';
import { FailureNote } from '../parts/failure-note.js';
import { TextField } from '../parts/field.js';
import { Moment } from '../parts/moment.js';
import { Page } from '../parts/page.js';
import { ProgressBar } from '../parts/progress-bar.js';
import { Table } from '../parts/table.js';
import { WhenLoaded } from '../parts/when-loaded.js';
import { useRefreshed } from '../refreshed.js';
import { jobAddress } from '../route.js';
import { languageName } from '../text/texts.js';
import { Deliveries } from './deliveries.js';

/** Often enough to see a bar move. */
const EVERY_MS = 3_000;

/** One piece of background work, of whatever kind. */
interface Piece {
  readonly id: string;
  readonly kind: 'translation' | 'file' | 'training';
  readonly title: string;
  readonly detail: string;
  readonly state: 'queued' | 'running' | 'finished' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly failure: string | undefined;
  readonly createdAt: string;
}

/** Everything that goes on in the background: translations, files, trainings, and what callbacks became of. */
export function WorkPage() {
  const { texts } = useWords();
  const client = useClient();
  const loaded = useRefreshed(
    useCallback((signal: AbortSignal) => piecesOf(client, signal), [client]),
    EVERY_MS,
  );
  return (
    <Page title={texts.nav.sections.work} intro={texts.work.intro} width="wide">
      <WhenLoaded loaded={loaded}>
        {(pieces) =>
          pieces.length === 0 ? (
            <Empty title={texts.work.empty} hint={texts.work.emptyHint} />
          ) : (
            <Pieces pieces={pieces} />
          )
        }
      </WhenLoaded>
      <CallbackSection />
    </Page>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  const { locale, texts } = useWords();
  const detail = (piece: Piece) =>
    piece.detail
      .split(' → ')
      .map((code) => (code === 'auto' ? texts.work.detected : languageName(code, locale)))
      .join(' → ');
  return (
    <Table
      label={texts.nav.sections.work}
      rows={pieces}
      rowKey={({ id }) => id}
      columns={[
        {
          title: texts.work.what,
          isHeading: true,
          cell: (piece) =>
            piece.kind === 'training' ? (
              <a href={jobAddress(piece.id)}>{piece.title}</a>
            ) : piece.kind === 'translation' ? (
              texts.work.characters(Number(piece.title).toLocaleString(locale))
            ) : (
              piece.title
            ),
        },
        { title: texts.work.kind, cell: ({ kind }) => texts.work.kinds[kind] },
        { title: texts.work.languages, cell: detail },
        {
          title: texts.work.state,
          cell: (piece) => <State piece={piece} />,
        },
        { title: texts.work.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

const TONES = { queued: 'plain', running: 'busy', finished: 'good', failed: 'bad' } as const;

function State({ piece }: { readonly piece: Piece }) {
  const { texts } = useWords();
  return (
    <>
      <Badge tone={TONES[piece.state]}>{texts.work.states[piece.state]}</Badge>
      {piece.state === 'running' && (
        <ProgressBar label={texts.work.progress} done={piece.done} total={piece.total} />
      )}
      {piece.failure !== undefined && (
        <p className="why" lang="en">
          {piece.failure}
        </p>
      )}
    </>
  );
}

/** The callback address of the key, and its last deliveries. */
function CallbackSection() {
  const { texts } = useWords();
  const client = useClient();
  const loaded = useRefreshed(
    useCallback(
      async (signal: AbortSignal) => {
        const [url, deliveries] = await Promise.all([
          client.operations.call('GET /api/v1/callback', { signal }),
          client.operations.call('GET /api/v1/callback/deliveries', { signal }),
        ]);
        return { url: url.answer.data.callbackUrl, deliveries: deliveries.answer.data };
      },
      [client],
    ),
    EVERY_MS,
  );
  const reload = loaded.state === 'loading' ? () => undefined : loaded.retry;
  return (
    <section aria-labelledby="callback">
      <h2 id="callback">{texts.work.callback}</h2>
      <p>{texts.work.callbackIntro}</p>
      <WhenLoaded loaded={loaded}>
        {({ url, deliveries }) => (
          <>
            <CallbackForm key={url} url={url ?? ''} onChanged={reload} />
            <Deliveries
              deliveries={deliveries}
              onResend={async (deliveryId) => {
                await client.operations.call('POST /api/v1/callback/deliveries/{deliveryId}/resend', {
                  params: { deliveryId },
                });
                reload();
              }}
            />
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

function CallbackForm({ url, onChanged }: { readonly url: string; readonly onChanged: () => void }) {
  const { texts } = useWords();
  const client = useClient();
  const [typed, setTyped] = useState(url);
  const save = useAction(async () => {
    await client.operations.call('PUT /api/v1/callback', { body: { callbackUrl: typed.trim() } });
    onChanged();
  });
  const remove = useAction(async () => {
    await client.operations.call('DELETE /api/v1/callback');
    onChanged();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  const error = save.error ?? remove.error;
  return (
    <form className="callback-form" onSubmit={submit}>
      <TextField
        label={texts.work.callbackUrl}
        hint={texts.work.callbackHint}
        type="url"
        required
        placeholder="https://"
        value={typed}
        onChange={setTyped}
      />
      {error !== undefined && <FailureNote error={error} />}
      <div className="actions">
        <button type="submit" disabled={save.working || typed.trim() === url}>
          {texts.words.save}
        </button>
        {url !== '' && (
          <button type="button" className="quiet" disabled={remove.working} onClick={() => remove.run()}>
            {texts.work.callbackDelete}
          </button>
        )}
      </div>
    </form>
  );
}

async function piecesOf(client: Kotobashi, signal: AbortSignal): Promise<readonly Piece[]> {
  const [translations, files, trainings] = await Promise.all([
    client.operations.call('GET /api/v1/translate/async', { signal }),
    client.operations.call('GET /api/v1/translate-result/all', { signal }),
    client.operations.call('GET /api/v1/training/jobs', { signal }),
  ]);
  return [
    ...translations.answer.data.map(translationPiece),
    ...files.answer.data.flatMap(filePieces),
    ...trainings.answer.map(trainingPiece),
  ].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

type Translation = Answer<'GET /api/v1/translate/async'>['data'][number];
type FileRequest = Answer<'GET /api/v1/translate-result/all'>['data'][number];
type Training = Answer<'GET /api/v1/training/jobs'>[number];

function translationPiece(job: Translation): Piece {
  return {
    id: job.queueId,
    kind: 'translation',
    title: String(job.characters),
    detail: `${job.sourceLang} → ${job.targetLang}`,
    state: job.state,
    ...job.progress,
    failure: job.error?.message,
    createdAt: job.createdAt,
  };
}

function filePieces({ items, createdAt }: FileRequest): readonly Piece[] {
  return items.map((item) => ({
    id: item.translateItemId,
    kind: 'file',
    title: item.originalName,
    detail: `${item.detectedLang ?? 'auto'} → ${item.lang}`,
    state: item.error ? 'failed' : item.done ? 'finished' : item.progress.total > 0 ? 'running' : 'queued',
    ...item.progress,
    failure: item.errorMessage,
    createdAt,
  }));
}

function trainingPiece(job: Training): Piece {
  const { jobStatus: status } = job;
  const state = status === 'queued' || status === 'finished' || status === 'failed' ? status : 'running';
  return {
    id: job.jid,
    kind: 'training',
    title: job.name,
    detail: `${job.firstLang} → ${job.secondLang}`,
    state,
    done: job.progress ?? 0,
    total: 100,
    failure: job.errorMessage ?? undefined,
    createdAt: job.createdAt,
  };
}
