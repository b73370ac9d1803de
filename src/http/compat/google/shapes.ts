import Type from 'typebox';
import type { Parts } from '../../parts.js';
import { routesOf } from '../../shapes.js';
import { googleAnswers } from './google-failure.js';

export type GoogleParts = Parts<'languages' | 'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>;

export const route = routesOf({
  tags: ['Google Translation'],
  security: [{ googleKey: [] }, { googleKeyHeader: [] }],
});

/** The answers of version 2, where everything stands in `data`. */
export function dataAnswers<Shape extends Type.TSchema>(data: Shape) {
  return googleAnswers(Type.Object({ data }));
}
