import type { JobFailure } from '../job-outcomes.js';

/** Body of a failed translation, as the lookup answers it; `taskId` is that of the submission. */
export function failureBody(taskId: string, failure: JobFailure) {
  return {
    status: 'failure' as const,
    data: {
      code: failure.code,
      message: failure.message,
      taskId,
      ...(failure.index !== null && { index: failure.index }),
    },
  };
}
