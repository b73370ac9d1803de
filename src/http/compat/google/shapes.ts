import Type from 'typebox';
import type { Parts } from '../../parts.js';
import { googleAnswers } from './google-failure.js';

export type GoogleParts = Parts<'languages' | 'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>;

/** For the OpenAPI document. */
export const GOOGLE = {
  tags: ['Google Translation'],
  security: [{ googleKey: [] }, { googleKeyHeader: [] }],
};

/** The answers of version 2, where everything stands in `data`. */
export function dataAnswers<Shape extends Type.TSchema>(data: Shape) {
  return googleAnswers(Type.Object({ data }));
}
