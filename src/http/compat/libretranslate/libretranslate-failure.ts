import Type from 'typebox';
import type { Failure } from '../../../base/failure.js';
import type { FailureAnswer } from '../../answer/failure-edge.js';
import { HTTP_STATUSES, type Reason } from '../vendor-failures.js';

const LibreFailure = Type.Object({ error: Type.String() }, { $id: 'LibreTranslateFailure' });

export function libreFailure({ message }: Failure, reason: Reason): FailureAnswer {
  return { status: HTTP_STATUSES[reason], body: { error: message } };
}

export function libreAnswers<Shape>(success: Shape) {
  return { 200: success, '4xx': LibreFailure, '5xx': LibreFailure };
}
