import { useCallback, useEffect, useRef, useState } from 'react';
import { useOperator, useWords } from '../../context.js';
import { Badge } from '../../parts/badge.js';
import { Sparkline } from '../../parts/charts.js';
import { Empty } from '../../parts/empty.js';
import { Moment } from '../../parts/moment.js';
import { Table } from '../../parts/table.js';
import { WhenLoaded } from '../../parts/when-loaded.js';
import { useRefreshed } from '../../refreshed.js';
import { type Rates, ratesBetween, type Status } from './live.js';

const EVERY_MS = 2_000;
/** Five minutes. */
const KEPT = 150;

/** The service as it is now: throughput, latency, queue, models, workers. */
export function Overview() {
  const operator = useOperator();
  const loaded = useRefreshed(
    useCallback(
      async (signal: AbortSignal) =>
        (await operator.operations.call('GET /admin/v1/status', { signal })).answer.data,
      [operator],
    ),
    EVERY_MS,
  );
  const status = loaded.state === 'loaded' ? loaded.value : undefined;
  const history = useHistory(status);
  return (
    <WhenLoaded loaded={loaded}>
      {(now) => (
        <>
          <Troubles status={now} />
          <Tiles status={now} history={history} />
          <Models status={now} />
          <Workers status={now} />
        </>
      )}
    </WhenLoaded>
  );
}

/** What is wrong now, in the words of the service; nothing where all is well. */
function Troubles({ status }: { readonly status: Status }) {
  const { texts } = useWords();
  if (status.troubles.length === 0) return null;
  return (
    <div role="alert" className="failure">
      <strong>{texts.operations.notReady}</strong>
      <ul>
        {status.troubles.map(({ part, message }) => (
          <li key={`${part} ${message}`} lang="en">
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useHistory(status: Status | undefined): readonly Rates[] {
  const last = useRef<Status>(undefined);
  const [history, setHistory] = useState<readonly Rates[]>([]);
  useEffect(() => {
    if (status === undefined) return;
    const before = last.current;
    last.current = status;
    if (before === undefined || before.at >= status.at) return;
    setHistory((kept) => [...kept, ratesBetween(before, status)].slice(-KEPT));
  }, [status]);
  return history;
}

interface TilesProps {
  readonly status: Status;
  readonly history: readonly Rates[];
}

function Tiles({ status, history }: TilesProps) {
  const { locale, texts } = useWords();
  const now = history.at(-1);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const time = (seconds: number | undefined) =>
    seconds === undefined ? '–' : texts.operations.milliseconds(number.format(seconds * 1000));
  const tiles = [
    {
      name: texts.operations.requests,
      value: number.format(now?.requestsPerSecond ?? 0),
      values: history.map((one) => one.requestsPerSecond),
    },
    {
      name: texts.operations.words,
      value: number.format(now?.wordsPerSecond ?? 0),
      values: history.map((one) => one.wordsPerSecond),
    },
    {
      name: texts.operations.median,
      value: time(now?.median),
      values: history.map((one) => one.median ?? 0),
    },
    {
      name: texts.operations.slowest,
      value: time(now?.slowest5Percent),
      values: history.map((one) => one.slowest5Percent ?? 0),
    },
    {
      name: texts.operations.waiting,
      value: number.format(status.model.waiting + status.backlog.queued),
      values: history.map((one) => one.waiting),
    },
    {
      name: texts.operations.memory,
      value: bytes(status.process.memoryBytes, locale),
      values: history.map((one) => one.memoryBytes),
    },
    ...(status.disk.freeBytes === null
      ? []
      : [
          {
            name: texts.operations.diskFree,
            value: bytes(status.disk.freeBytes, locale),
            values: history.map((one) => one.diskFreeBytes ?? 0),
          },
        ]),
  ];
  return (
    <dl className="tiles">
      {tiles.map(({ name, value, values }) => (
        <div key={name} className="tile card">
          <dt>{name}</dt>
          <dd>
            {value}
            <Sparkline label={texts.operations.lastMinutes(name)} values={values} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Models({ status }: { readonly status: Status }) {
  const { locale, texts } = useWords();
  const number = new Intl.NumberFormat(locale);
  return (
    <section aria-labelledby="models">
      <h2 id="models">{texts.operations.models}</h2>
      <p>{texts.operations.threads(status.model.threads, status.model.running)}</p>
      <Table
        labelledBy="models"
        rows={status.model.models}
        rowKey={({ name }) => name}
        columns={[
          { title: texts.operations.name, isHeading: true, cell: ({ name }) => name },
          { title: texts.operations.version, cell: ({ version }) => <code>{version}</code> },
          {
            title: texts.operations.state,
            cell: ({ loaded }) => (
              <Badge tone={loaded ? 'good' : 'plain'}>
                {loaded ? texts.operations.loaded : texts.operations.cold}
              </Badge>
            ),
          },
          {
            title: texts.operations.memory,
            isNumber: true,
            cell: (model) => (model.loaded ? bytes(model.bytes, locale) : '–'),
          },
          {
            title: texts.operations.sentences,
            isNumber: true,
            cell: ({ sentences }) => number.format(sentences),
          },
          {
            title: texts.operations.speed,
            isNumber: true,
            cell: ({ sentences }) =>
              new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(
                sentences / Math.max(1, status.process.upSeconds),
              ),
          },
        ]}
      />
    </section>
  );
}

function Workers({ status }: { readonly status: Status }) {
  const { locale, texts } = useWords();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const { queued, running, waited, pending, dead } = status.backlog;
  return (
    <section aria-labelledby="workers">
      <h2 id="workers">{texts.operations.workers}</h2>
      <p>{texts.operations.backlog(number.format(queued), number.format(running), number.format(waited))}</p>
      <p>{texts.operations.deliveries(number.format(pending), number.format(dead))}</p>
      {status.workers.length === 0 ? (
        <Empty title={texts.operations.noWorkers} hint={texts.operations.noWorkersHint} />
      ) : (
        <Table
          labelledBy="workers"
          rows={status.workers}
          rowKey={({ id }) => id}
          columns={[
            {
              title: texts.operations.machine,
              isHeading: true,
              cell: ({ host, pid }) => `${host} (${pid})`,
            },
            { title: texts.operations.since, cell: ({ startedAt }) => <Moment at={startedAt} /> },
            {
              title: texts.operations.silent,
              isNumber: true,
              cell: ({ silentSeconds }) => texts.operations.seconds(number.format(silentSeconds)),
            },
            {
              title: texts.operations.translations,
              isNumber: true,
              cell: ({ translations }) => number.format(translations),
            },
          ]}
        />
      )}
    </section>
  );
}

function bytes(count: number, locale: string): string {
  const megabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 0,
  });
  return megabytes.format(count / 1024 ** 2);
}
