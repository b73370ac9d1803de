import { useState } from 'react';
import type { Contract, UsedDay } from '#client';
import { useWords } from '../context.js';
import { BarChart, CHART_PARTS } from './charts.js';
import { Table } from './table.js';

const GROUPS = ['engine', 'key', 'contract'] as const;
type Group = (typeof GROUPS)[number];

/** Days that the chart shows, today the last of them. */
const DAYS = 30;
const DAY_MS = 86_400_000;

/** The first day that the chart shows, as the service takes it. */
export const firstUsedDay = () => dayBefore(DAYS - 1);

interface UsageProps {
  readonly usage: readonly UsedDay[];
  readonly contracts: readonly Pick<Contract, 'id' | 'name' | 'engine'>[];
  /** With their labels, where those are known. */
  readonly keys: readonly { readonly accessKey: string; readonly label: string }[];
}

/** What has been translated: by day, and by engine, key or contract. */
export function Usage({ usage, contracts, keys }: UsageProps) {
  const { locale, texts } = useWords();
  const [group, setGroup] = useState<Group>('engine');
  const number = new Intl.NumberFormat(locale);
  const date = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const nameOf = namesBy(group, contracts, keys, texts.operations.engines);
  const totals = totalsBy(nameOf, usage);
  // What is large lies at the bottom; what is too small for a colour of its own is summed up.
  const drawn = totals.slice(0, CHART_PARTS).map(({ name }) => name);
  const series = totals.length > drawn.length ? [...drawn, texts.operations.others] : drawn;
  const days = Array.from({ length: DAYS }, (_, at) => dayBefore(DAYS - 1 - at));
  const sums = new Map(days.map((day) => [day, series.map(() => 0)]));
  const places = new Map(drawn.map((name, at) => [name, at]));
  for (const row of usage) {
    const day = sums.get(row.day);
    const at = places.get(nameOf(row)) ?? CHART_PARTS;
    if (day !== undefined) day[at] = (day[at] ?? 0) + row.characters;
  }
  const bars = [...sums].map(([day, values]) => ({ label: date.format(new Date(day)), values }));
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{texts.operations.usage}</h2>
      {usage.length === 0 ? (
        <p className="note">{texts.operations.noUsage}</p>
      ) : (
        <>
          <fieldset className="tabs" aria-label={texts.operations.groupBy}>
            {GROUPS.map((one) => (
              <button key={one} type="button" aria-pressed={one === group} onClick={() => setGroup(one)}>
                {texts.operations.groups[one]}
              </button>
            ))}
          </fieldset>
          <BarChart label={texts.operations.usageChart} series={series} bars={bars} />
          <Table
            labelledBy="usage"
            rows={totals}
            rowKey={({ name }) => name}
            columns={[
              { title: texts.operations.groups[group], isHeading: true, cell: ({ name }) => name },
              {
                title: texts.operations.requestCount,
                isNumber: true,
                cell: ({ requests }) => number.format(requests),
              },
              {
                title: texts.operations.characters,
                isNumber: true,
                cell: ({ characters }) => number.format(characters),
              },
              {
                title: texts.operations.wordCount,
                isNumber: true,
                cell: ({ words }) => number.format(words),
              },
            ]}
          />
        </>
      )}
    </section>
  );
}

interface Total {
  readonly name: string;
  requests: number;
  characters: number;
  words: number;
}

/** Most characters first. */
function totalsBy(nameOf: (row: UsedDay) => string, usage: readonly UsedDay[]): readonly Total[] {
  const totals = new Map<string, Total>();
  for (const row of usage) {
    const name = nameOf(row);
    const total = totals.get(name) ?? { name, requests: 0, characters: 0, words: 0 };
    total.requests += row.requests;
    total.characters += row.characters;
    total.words += row.words;
    totals.set(name, total);
  }
  return [...totals.values()].sort((one, other) => other.characters - one.characters);
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

function namesBy(
  group: Group,
  contracts: UsageProps['contracts'],
  keys: UsageProps['keys'],
  engines: Readonly<Record<string, string>>,
): (row: UsedDay) => string {
  const contractOf = (row: UsedDay) => contracts.find(({ id }) => id === row.contractId);
  switch (group) {
    case 'engine':
      return (row) => {
        const engine = contractOf(row)?.engine;
        return engine === undefined ? row.contractId : (engines[engine] ?? engine);
      };
    case 'contract':
      return (row) => contractOf(row)?.name ?? row.contractId;
    case 'key':
      return (row) => {
        const key = keys.find(({ accessKey }) => accessKey === row.accessKey);
        const short = `${row.accessKey.slice(0, 8)}…`;
        return key === undefined || key.label === '' ? short : `${key.label} (${short})`;
      };
  }
}
