import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the right edge, one below the other. */
  readonly isNumber?: boolean;
  /** The cell names the row. */
  readonly isHeading?: boolean;
  /** The title is for those who cannot see that the column holds buttons. */
  readonly isTitleHidden?: boolean;
}

interface TableProps<Row> {
  /** Said to those who cannot see the heading above it; `labelledBy` is the id of that heading. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
}

/** Rows and columns; on a narrow screen every row becomes a small card that names its values. */
export function Table<Row>({ label, labelledBy, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="stacked" aria-label={label} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber, isTitleHidden }) => (
            <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
              {isTitleHidden ? <span className="unseen">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, cell, isNumber, isHeading, isTitleHidden }) =>
              isHeading ? (
                <th key={title} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={title}
                  data-label={isTitleHidden ? undefined : title}
                  className={isNumber ? 'number' : isTitleHidden ? 'row-buttons' : undefined}
                >
                  <div>{cell(row)}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
