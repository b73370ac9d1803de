import { useCallback } from 'react';
import { useClient, useWords } from '../context.js';
import { useLoaded } from '../loaded.js';
import { Badge } from './badge.js';
import { Table } from './table.js';
import { WhenLoaded } from './when-loaded.js';

interface UploadPreviewProps {
  readonly file: File;
  readonly from: string;
  readonly to: string;
}

/** What the chosen file holds, before anything is trained with it. */
export function UploadPreview({ file, from, to }: UploadPreviewProps) {
  const { texts } = useWords();
  const { operations } = useClient();
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const form = new FormData();
        form.set('firstLang', from);
        form.set('secondLang', to);
        form.set('file', file, file.name);
        const input = { form, signal, repeatable: true };
        return (await operations.call('POST /api/v1/training/preview', input)).answer;
      },
      [operations, file, from, to],
    ),
  );
  return (
    <section className="preview card" aria-label={texts.upload.title}>
      <WhenLoaded loaded={loaded}>
        {({ pairs, repeated, badRows, examples, rows, refusal }) => (
          <>
            <ul className="counts">
              <li>
                <Badge tone={refusal === null ? 'good' : 'bad'}>{texts.upload.pairs(pairs)}</Badge>
              </li>
              {repeated > 0 && (
                <li>
                  <Badge tone="plain">{texts.upload.repeated(repeated)}</Badge>
                </li>
              )}
              {badRows > 0 && (
                <li>
                  <Badge tone="bad">{texts.job.badRows(badRows)}</Badge>
                </li>
              )}
            </ul>
            {refusal !== null && (
              <p className="why" lang="en">
                {refusal}
              </p>
            )}
            {examples.length > 0 && (
              <Table
                label={texts.job.badRows(badRows)}
                rows={examples}
                rowKey={({ line }) => line}
                columns={[
                  { title: texts.job.line, isNumber: true, cell: ({ line }) => line },
                  { title: texts.job.reason, cell: ({ reason }) => <span lang="en">{reason}</span> },
                ]}
              />
            )}
            {rows.length > 0 && (
              <Table
                label={texts.upload.first}
                rows={rows}
                rowKey={({ fromText }) => fromText}
                columns={[
                  { title: texts.words.from, cell: ({ fromText }) => <span lang={from}>{fromText}</span> },
                  { title: texts.words.to, cell: ({ toText }) => <span lang={to}>{toText}</span> },
                ]}
              />
            )}
          </>
        )}
      </WhenLoaded>
    </section>
  );
}
