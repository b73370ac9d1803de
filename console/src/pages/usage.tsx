import { useCallback } from 'react';
import type { Contract } from '#client';
import { searchOf } from '../account.js';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { Empty } from '../parts/empty.js';
import { NameAndId } from '../parts/name-and-id.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { firstUsedDay, Usage } from '../parts/usage.js';
import { WhenLoaded } from '../parts/when-loaded.js';

/** What the caller may use, and what has been used. */
export function UsagePage() {
  const { texts } = useWords();
  const { account } = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const [contracts, usage] = await Promise.all([
          account.contracts({ signal }),
          account.usage({ from: firstUsedDay(), signal }),
        ]);
        return { contracts, usage };
      },
      [account],
    ),
  );
  return (
    <Page title={texts.nav.sections.usage} intro={texts.usage.intro} width="wide">
      <WhenLoaded loaded={loaded}>
        {({ contracts, usage }) => (
          <>
            <Contracts contracts={contracts} />
            <Usage usage={usage} contracts={contracts} keys={[]} />
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}

function Contracts({ contracts }: { readonly contracts: readonly Contract[] }) {
  const { locale, texts } = useWords();
  const number = new Intl.NumberFormat(locale);
  const limit = (most: number | null) => (most === null ? texts.operations.unlimited : number.format(most));
  return (
    <section aria-labelledby="contracts">
      <h2 id="contracts">{texts.operations.contracts}</h2>
      {contracts.length === 0 ? (
        <Empty title={texts.usage.noContracts} hint={texts.usage.noContractsHint} />
      ) : (
        <Table
          labelledBy="contracts"
          rows={contracts}
          rowKey={({ id }) => id}
          columns={[
            {
              title: texts.operations.name,
              isHeading: true,
              cell: ({ id, name }) => <NameAndId name={name} id={id} />,
            },
            {
              title: texts.operations.engine,
              cell: ({ engine, kind }) =>
                texts.operations.engineFor(texts.operations.engines[engine], texts.operations.kinds[kind]),
            },
            {
              title: texts.operations.search,
              cell: (contract) => texts.translate.searches[searchOf(contract)],
            },
            {
              title: texts.usage.used,
              isNumber: true,
              cell: ({ usedThisMonth, charQuota }) =>
                `${number.format(usedThisMonth.characters)} / ${limit(charQuota)}`,
            },
            {
              title: texts.usage.rate,
              isNumber: true,
              cell: ({ ratePerMinute }) => limit(ratePerMinute),
            },
          ]}
        />
      )}
    </section>
  );
}
