import { Failure } from '../../base/failure.js';

/** An id in a path; one that is written in another way names nothing. */
export function wholeNumber(text: string, noun: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new Failure('idUnknown', { message: `There is no ${noun} with this id.` });
  return Number(text);
}
