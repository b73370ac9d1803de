import { routesOf } from '../../shapes.js';

/** The key stands in the body, which no security scheme describes. */
export const LIBRE = { tags: ['LibreTranslate'] };
export const route = routesOf(LIBRE);
export const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];
