import Type from 'typebox';
import type { Failure } from '../../../base/failure.js';
import type { FailureAnswer } from '../../answer/failure-edge.js';
import { HTTP_STATUSES, type Reason } from '../vendor-failures.js';

const DeepLFailure = Type.Object({ message: Type.String() }, { $id: 'DeepLFailure' });

/** The statuses by which clients of DeepL tell failures apart. */
const STATUSES = { ...HTTP_STATUSES, quota: 456 };

export function deeplFailure({ message }: Failure, reason: Reason): FailureAnswer {
  return { status: STATUSES[reason], body: { message } };
}

/** The answers of a route: what it sends on success, and the failure body for everything else. */
export function deeplAnswers<Shape, Status extends number = 200>(success: Shape, status?: Status) {
  return { [status ?? 200]: success, '4xx': DeepLFailure, '5xx': DeepLFailure };
}
