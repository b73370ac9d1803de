import type { ClaimedJob, JobFailure } from './translation-job.js';

/** Body of a failed translation: what the lookup answers and the callback carries. */
export function failureBody(job: Pick<ClaimedJob, 'taskId' | 'queueId'>, failure: JobFailure) {
  return {
    status: 'failure' as const,
    data: {
      code: failure.code,
      message: failure.message,
      taskId: job.taskId,
      ...(failure.index !== null && { index: failure.index }),
      queueId: job.queueId,
    },
  };
}
