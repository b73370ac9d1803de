import type { WordPreview } from '#client';
import { useWords } from '../../context.js';
import { Badge } from '../../parts/badge.js';
import { Table } from '../../parts/table.js';

/** What an import would do: in numbers, then the bad rows, then the changes. */
export function ImportPreview({ preview }: { readonly preview: WordPreview }) {
  const { locale, texts } = useWords();
  const number = new Intl.NumberFormat(locale);
  const { added, changed, unchanged, repeated, rejectedCount, rejected, rows } = preview;
  const counts = [
    [added, texts.words.added, 'good'],
    [changed, texts.words.changed, 'busy'],
    [unchanged, texts.words.unchanged, 'plain'],
    [repeated, texts.words.repeated, 'plain'],
    [rejectedCount, texts.words.rejected, 'bad'],
  ] as const;
  return (
    <div className="preview">
      <ul className="counts" aria-label={texts.words.previewLabel}>
        {counts
          .filter(([count], index) => count > 0 || index === 0)
          .map(([count, name, tone]) => (
            <li key={name}>
              <Badge tone={tone}>
                {number.format(count)} {name}
              </Badge>
            </li>
          ))}
      </ul>
      {!preview.complete && <p>{texts.words.partial}</p>}
      {rejected.length > 0 && (
        <section aria-labelledby="rejected">
          <h3 id="rejected">{texts.words.badRows}</h3>
          <p>{texts.words.badRowsHint}</p>
          <Table
            labelledBy="rejected"
            rows={rejected}
            rowKey={({ line }) => line}
            columns={[
              { title: texts.words.line, isNumber: true, cell: ({ line }) => line },
              { title: texts.words.reason, cell: ({ reason }) => <span lang="en">{reason}</span> },
            ]}
          />
        </section>
      )}
      {rows.length > 0 && (
        <section aria-labelledby="changes">
          <h3 id="changes">{texts.words.changes}</h3>
          <Table
            labelledBy="changes"
            rows={rows}
            rowKey={({ line }) => line}
            columns={[
              { title: texts.words.line, isNumber: true, cell: ({ line }) => line },
              {
                title: texts.words.from,
                cell: ({ fromLang, fromText }) => <span lang={fromLang}>{fromText}</span>,
              },
              {
                title: texts.words.to,
                cell: ({ toLang, toText, before }) => (
                  <span lang={toLang}>
                    {before !== null && (
                      <>
                        <del>{before}</del>{' '}
                      </>
                    )}
                    {before === null ? toText : <ins>{toText}</ins>}
                  </span>
                ),
              },
            ]}
          />
        </section>
      )}
    </div>
  );
}
