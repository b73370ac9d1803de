import { Failure } from '../base/failure.js';
import { isUniqueViolation } from '../store/errors.js';

/** Controls, separators of lines, and marks that nobody sees: with them a name shows as something else than it is. */
const CONTROL = /[\p{Cc}\u2028\u2029\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A name or label as it is stored: composed (NFC), trimmed, one line, nothing invisible that changes how it looks. */
export function checkedName(text: string): string {
  if (CONTROL.test(text)) {
    throw new Failure('requestInvalid', { message: 'The name holds a control character: take it out.' });
  }
  const name = text.trim().normalize('NFC');
  if (text !== '' && name === '') {
    throw new Failure('requestInvalid', { message: 'The name is only white space: send a character.' });
  }
  return name;
}

/** Says so where a statement has failed because of a name that somebody else has. */
export function nameTaken(what: string): (error: unknown) => never {
  return (cause) => {
    if (!isUniqueViolation(cause)) throw cause;
    throw new Failure('argumentInvalid', { message: `There already is a ${what} of this name.`, cause });
  };
}
