import { checkedName } from '../../../accounts/name.js';
import { Failure } from '../../../base/failure.js';

const MAX_CHARACTERS = 200;

/** The name of a custom model as it is stored: trimmed and composed; one line of text. */
export function modelName(text: string): string {
  const name = checkedName(text.trim());
  if (name === '')
    throw new Failure('requestInvalid', { message: 'name is empty: send at least one character.' });
  if ([...name].length > MAX_CHARACTERS) {
    throw new Failure('requestInvalid', {
      message: `name is too long: send at most ${MAX_CHARACTERS} characters.`,
    });
  }
  return name;
}
