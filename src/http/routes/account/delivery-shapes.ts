import Type from 'typebox';
import type { DeliverySummary } from '../../../callbacks/dead-letters.js';
import { CALLBACK_EVENTS, DELIVERY_STATES } from '../../../store/schema/index.js';
import { Moment } from '../admin/shapes.js';

/** A delivery as both doors show it; its body is not shown. */
export const DeliveryShape = Type.Object({
  id: Type.String({ description: 'x-delivery-id of the notification.' }),
  url: Type.String(),
  event: Type.Enum(CALLBACK_EVENTS),
  subjectId: Type.String({ description: 'queueId, translateId or jid.' }),
  state: Type.Enum(DELIVERY_STATES),
  attempts: Type.Integer(),
  lastStatus: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the last answer.' }),
  lastError: Type.Union([Type.String(), Type.Null()]),
  createdAt: Moment,
  nextAttemptAt: Type.Union([Moment, Type.Null()], { description: 'Null when nothing is sent any more.' }),
});

export function deliveryBody(delivery: DeliverySummary) {
  const { createdAt, nextAttemptAt, orgId: _, accessKey: __, ...rest } = delivery;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: delivery.state === 'pending' ? nextAttemptAt.toISOString() : null,
  };
}
