import { Failure } from '../../../base/failure.js';
import { isLanguage } from '../language-codes.js';

/** Refuses to name languages in one that there is not, as Google does. */
export function checkNamesIn(argument: string, code: string | undefined): void {
  if (code === undefined || code === '' || isLanguage(code)) return;
  throw new Failure('argumentInvalid', { message: `${argument} names no language: send a code such as ja.` });
}
