import { useCallback } from 'react';
import type { Model } from '#client';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { jobAddress } from '../route.js';
import { Moment } from './moment.js';
import { Table } from './table.js';
import { WhenLoaded } from './when-loaded.js';

/** The trained versions of a model with their scores, and training it again. */
export function VersionsSection({ model }: { readonly model: Model }) {
  const { locale, texts } = useWords();
  const { operations } = useClient();
  const { mid } = model;
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const input = { params: { mid }, signal };
        return (await operations.call('GET /api/v1/training/model/{mid}/versions', input)).answer;
      },
      [operations, mid],
    ),
  );
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const number = new Intl.NumberFormat(locale);
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{texts.versions.title}</h2>
      <WhenLoaded loaded={loaded}>
        {(versions) => (
          <Table
            labelledBy="versions"
            rows={versions}
            rowKey={({ version }) => version}
            columns={[
              {
                title: texts.model.version,
                isHeading: true,
                cell: ({ version, jid }) => <a href={jobAddress(jid)}>{version}</a>,
              },
              { title: texts.versions.pairs, isNumber: true, cell: ({ pairs }) => number.format(pairs) },
              {
                title: texts.evaluation.before,
                isNumber: true,
                cell: ({ evaluation }) => score.format(evaluation.before),
              },
              {
                title: texts.evaluation.after,
                isNumber: true,
                cell: ({ evaluation }) => score.format(evaluation.after),
              },
              { title: texts.versions.made, cell: ({ createdAt }) => <Moment at={createdAt} /> },
            ]}
          />
        )}
      </WhenLoaded>
    </section>
  );
}
