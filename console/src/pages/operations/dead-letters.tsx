import { useCallback } from 'react';
import { useOperator, useWords } from '../../context.js';
import { WhenLoaded } from '../../parts/when-loaded.js';
import { useRefreshed } from '../../refreshed.js';
import { Deliveries } from '../deliveries.js';

const EVERY_MS = 5_000;

/** Notifications of all organizations that were given up. */
export function DeadLetters() {
  const { texts } = useWords();
  const { operations } = useOperator();
  const loaded = useRefreshed(
    useCallback(
      async (signal: AbortSignal) =>
        (await operations.call('GET /admin/v1/deliveries', { signal })).answer.data,
      [operations],
    ),
    EVERY_MS,
  );
  return (
    <section aria-labelledby="dead">
      <h2 id="dead">{texts.operations.viewNames.deliveries}</h2>
      <p>{texts.operations.deadIntro}</p>
      <WhenLoaded loaded={loaded}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="note">{texts.operations.noDead}</p>
          ) : (
            <Deliveries
              deliveries={deliveries}
              onResend={async (deliveryId) => {
                await operations.call('POST /admin/v1/deliveries/{deliveryId}/resend', {
                  params: { deliveryId },
                });
                if (loaded.state !== 'loading') loaded.retry();
              }}
            />
          )
        }
      </WhenLoaded>
    </section>
  );
}
