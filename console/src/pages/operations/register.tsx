import type { FormEvent, ReactNode } from 'react';
import { useAction } from '../../action.js';
import { useWords } from '../../context.js';
import { FailureNote } from '../../parts/failure-note.js';
import { type Column, Table } from '../../parts/table.js';
import { Enabled } from './organizations.js';

interface RegisterProps<Row> {
  /** Of the heading, unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** Buttons beside the one that switches. */
  readonly actions?: (row: Row) => ReactNode;
  readonly onSwitch: (row: Row, enabled: boolean) => Promise<void>;
  /** Makes one more; undefined while that is not possible. */
  readonly onMake: (() => Promise<void>) | undefined;
  readonly make: string;
  /** What has to be known about a new one. */
  readonly form: ReactNode;
  readonly children?: ReactNode;
}

/** What belongs to an organization and can be switched on and off, with a line to make one more. */
export function Register<Row extends { readonly enabled: boolean }>(props: RegisterProps<Row>) {
  const { id, title, rows, rowKey, columns, actions, onSwitch, onMake, make, form, children } = props;
  const { texts } = useWords();
  const turn = useAction(onSwitch);
  const add = useAction(async () => await onMake?.());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  const error = add.error ?? turn.error;
  const own: readonly Column<Row>[] = [
    { title: texts.operations.state, cell: ({ enabled }) => <Enabled enabled={enabled} /> },
    {
      title: texts.operations.change,
      isTitleHidden: true,
      cell: (row) => (
        <span className="actions">
          {actions?.(row)}
          <button
            type="button"
            className="quiet"
            disabled={turn.working}
            onClick={() => turn.run(row, !row.enabled)}
          >
            {row.enabled ? texts.operations.disable : texts.operations.enable}
          </button>
        </span>
      ),
    },
  ];
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {rows.length > 0 && (
        <Table labelledBy={id} rows={rows} rowKey={rowKey} columns={[...columns, ...own]} />
      )}
      {onMake !== undefined && (
        <form className="inline-form" onSubmit={submit}>
          {form}
          <button type="submit" className="quiet" disabled={add.working}>
            {make}
          </button>
        </form>
      )}
      {error !== undefined && <FailureNote error={error} />}
    </section>
  );
}
