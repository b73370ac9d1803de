import { expect } from 'vitest';
import { type FailureCode, statusOf } from '#src/base/failure.js';
import type { Answer } from '../setup/app.js';

/** Expects the failure body that every endpoint shares, with the code's HTTP status or the one given. */
export function expectFailure(answer: Answer, code: FailureCode, status: number = statusOf(code)): void {
  expect(answer).toMatchObject({
    status,
    body: {
      status: 'failure',
      data: { code, message: expect.stringMatching(/\S/), taskId: answer.headers['x-request-id'] },
    },
  });
}

/** `data` of a wrapped answer. */
export function dataOf(answer: Answer): unknown {
  expect(answer.body).toHaveProperty('data');
  return (answer.body as { data: unknown }).data;
}
