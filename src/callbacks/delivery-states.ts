import type { DELIVERY_STATES } from '../store/schema/index.js';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * The life of one announcement. Every failed attempt leaves it pending until its day is over; an operator may send a
 * dead one again. What the receiver has, and what its owner called off, is never sent again. The database refuses every
 * other edge.
 */
export const DELIVERY_EDGES: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = Object.freeze({
  pending: Object.freeze(['delivered', 'dead', 'cancelled'] as const),
  dead: Object.freeze(['pending'] as const),
  delivered: Object.freeze([] as const),
  cancelled: Object.freeze([] as const),
});
