import { Failure } from '../../failure.js';

/** An id in a path; a text that is no whole number names nothing. */
export function wholeNumber(text: string, noun: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new Failure('idUnknown', { message: `There is no ${noun} with this id.` });
  return Number(text);
}
