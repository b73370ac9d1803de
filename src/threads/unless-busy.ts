import { Failure } from '../base/failure.js';
import { TaskCrashed, TaskTimedOut, ThreadsBusy } from './task.js';

const RETRY_SECONDS = 2;

/** Work that could not be done for want of threads, time or memory fails as the service being busy. */
export async function unlessBusy<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isOverload(error)) throw error;
    throw new Failure('serviceBusy', { detail: { retryAfter: RETRY_SECONDS }, cause: error });
  }
}

export function isOverload(error: unknown): boolean {
  return error instanceof ThreadsBusy || error instanceof TaskTimedOut || error instanceof TaskCrashed;
}
