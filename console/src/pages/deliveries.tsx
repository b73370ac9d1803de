import type { Answer } from '#client';
import { useAction } from '../action.js';
import { useWords } from '../context.js';
import { Badge } from '../parts/badge.js';
import { FailureNote } from '../parts/failure-note.js';
import { Moment } from '../parts/moment.js';
import { Table } from '../parts/table.js';

type Delivery = Answer<'GET /api/v1/callback/deliveries'>['data'][number];

const TONES = { pending: 'busy', delivered: 'good', dead: 'bad', cancelled: 'plain' } as const;

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  readonly onResend: (deliveryId: string) => Promise<void>;
}

/** Notifications and what became of them. */
export function Deliveries({ deliveries, onResend }: DeliveriesProps) {
  const { texts } = useWords();
  const { run, working, error } = useAction(onResend);
  if (deliveries.length === 0) return <p className="note">{texts.work.noDeliveries}</p>;
  return (
    <>
      {error !== undefined && <FailureNote error={error} />}
      <Table
        label={texts.work.deliveries}
        rows={deliveries}
        rowKey={({ id }) => id}
        columns={[
          { title: texts.work.event, isHeading: true, cell: ({ event }) => texts.work.events[event] },
          { title: texts.work.subject, cell: ({ subjectId }) => <code>{subjectId}</code> },
          {
            title: texts.work.state,
            cell: (delivery) => (
              <>
                <Badge tone={TONES[delivery.state]}>{texts.work.deliveryStates[delivery.state]}</Badge>{' '}
                <small>{texts.work.attempts(delivery.attempts)}</small>
                {delivery.lastError !== null && delivery.state !== 'delivered' && (
                  <p className="why" lang="en">
                    {delivery.lastError}
                  </p>
                )}
              </>
            ),
          },
          { title: texts.work.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            title: texts.work.resend,
            isTitleHidden: true,
            cell: ({ id, state }) =>
              (state === 'dead' || state === 'pending') && (
                <button type="button" className="quiet" disabled={working} onClick={() => run(id)}>
                  {texts.work.resend}
                </button>
              ),
          },
        ]}
      />
    </>
  );
}
