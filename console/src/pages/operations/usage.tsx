import { useState } from 'react';
import { useWords } from '../../context.js';
import { BarChart } from '../../parts/charts.js';
import { Table } from '../../parts/table.js';
import type { Tenant, UsageDay } from './organization.js';

const GROUPS = ['engine', 'key', 'contract'] as const;
type Group = (typeof GROUPS)[number];

interface UsageProps {
  readonly tenant: Tenant;
  readonly days: readonly string[];
}

/** What an organization has translated: by day, and by engine, key or contract. */
export function Usage({ tenant, days }: UsageProps) {
  const { locale, texts } = useWords();
  const [group, setGroup] = useState<Group>('engine');
  const number = new Intl.NumberFormat(locale);
  const nameOf = namesBy(group, tenant, texts.operations.engines);
  const series = [...new Set(tenant.usage.map(nameOf))].sort();
  const sums = new Map<string, number>();
  for (const row of tenant.usage) {
    const key = `${row.day} ${nameOf(row)}`;
    sums.set(key, (sums.get(key) ?? 0) + row.characters);
  }
  const bars = days.map((day) => ({
    label: day.slice(5),
    values: series.map((name) => sums.get(`${day} ${name}`) ?? 0),
  }));
  const totals = series.map((name) => {
    const rows = tenant.usage.filter((row) => nameOf(row) === name);
    const sum = (pick: (row: UsageDay) => number) => rows.reduce((all, row) => all + pick(row), 0);
    return {
      name,
      requests: sum((row) => row.requests),
      characters: sum((row) => row.characters),
      words: sum((row) => row.words),
    };
  });
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{texts.operations.usage}</h2>
      {tenant.usage.length === 0 ? (
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

function namesBy(
  group: Group,
  { contracts, keys }: Tenant,
  engines: Readonly<Record<string, string>>,
): (row: UsageDay) => string {
  const contractOf = (row: UsageDay) => contracts.find(({ id }) => id === row.contractId);
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
