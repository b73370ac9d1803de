import Type from 'typebox';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, StatusOnly, SUCCESS, success, wrapped } from '../../shapes.js';
import { DeliveryShape, deliveryBody } from './delivery-shapes.js';

const route = routesOf(forCallers('callback'));

/** The last notifications of an access key, and sending one of them again. */
export async function callbackDeliveryRoutes(
  app: ApiInstance,
  { deadLetters }: Parts<'deadLetters'>,
): Promise<void> {
  app.get(
    '/api/v1/callback/deliveries',
    route('The hundred latest notifications of the access key, newest first', {
      response: wrapped(Type.Array(DeliveryShape)),
    }),
    async (request) => success((await deadLetters.latest(callerOf(request))).map(deliveryBody)),
  );
  app.post(
    '/api/v1/callback/deliveries/:deliveryId/resend',
    route('Send a notification that has not arrived again, now', {
      params: Type.Object({ deliveryId: Type.String() }),
      response: answers(StatusOnly),
    }),
    async (request) => {
      await deadLetters.resendOwn(callerOf(request), request.params.deliveryId);
      return SUCCESS;
    },
  );
}
