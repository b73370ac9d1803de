import Type from 'typebox';
import { DELIVERY_STATES } from '../../../store/schema/index.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { DeliveryShape, deliveryBody } from '../account/delivery-shapes.js';
import { accessKey, Empty, OrgParams, orgId, route } from './shapes.js';

const AdminDeliveryShape = Type.Object({ orgId, accessKey, ...DeliveryShape.properties });

/** Notifications of all organizations: those that were given up, and sending them again. */
export async function adminDeliveryRoutes(
  app: ApiInstance,
  { deadLetters }: Parts<'deadLetters'>,
): Promise<void> {
  app.get(
    '/admin/v1/deliveries',
    route('Callback deliveries, newest first; those given up unless another state is named', {
      querystring: Type.Object({
        orgId: Type.Optional(orgId),
        state: Type.Optional(Type.Enum(DELIVERY_STATES)),
      }),
      response: wrapped(Type.Array(AdminDeliveryShape)),
    }),
    async ({ query }) =>
      success(
        (await deadLetters.list(query)).map((delivery) => ({
          ...deliveryBody(delivery),
          orgId: delivery.orgId,
          accessKey: delivery.accessKey,
        })),
      ),
  );
  app.post(
    '/admin/v1/deliveries/:deliveryId/resend',
    route('Send a dead delivery again', {
      params: Type.Object({ deliveryId: Type.String() }),
      response: Empty,
    }),
    async ({ params }) => {
      await deadLetters.resend(params.deliveryId);
      return success(null);
    },
  );
  app.post(
    '/admin/v1/organizations/:orgId/deliveries/resend',
    route('Send all dead deliveries of an organization again', {
      params: OrgParams,
      response: wrapped(Type.Object({ resent: Type.Integer() })),
    }),
    async ({ params }) => success({ resent: await deadLetters.resendAll(params.orgId) }),
  );
}
