import { Failure } from '../../base/failure.js';
import { WHICH_CODES } from '../../base/lang.js';
import { canonicalLang } from '../../interchange/lang-tag.js';

/** A language of a form, as we write it. */
export function langOf(text: string, name: string): string {
  const lang = canonicalLang(text);
  if (lang === undefined)
    throw new Failure('argumentInvalid', { message: `${name} is not a language code: ${WHICH_CODES}.` });
  return lang;
}
