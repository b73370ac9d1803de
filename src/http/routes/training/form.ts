import { Failure } from '../../../base/failure.js';
import { WHICH_CODES } from '../../../base/lang.js';
import type { SentFile } from '../../../files/file-requests.js';
import { canonicalLang } from '../../../interchange/lang-tag.js';
import type { FileForm } from '../../body/file-form.js';

/** The one table of a form. */
export async function tableOfForm(form: FileForm): Promise<SentFile> {
  if (form.files.length > 1)
    throw new Failure('requestInvalid', { message: 'A model is trained on one file: send one.' });
  const [file] = await form.contents();
  if (file === undefined)
    throw new Failure('argumentMissing', { message: 'file is missing: send a table of pairs in the form.' });
  return file;
}

export function langOf(text: string | undefined, name: string): string {
  if (text === undefined || text.trim() === '')
    throw new Failure('argumentMissing', {
      message: `${name} is missing: send a language code in the form.`,
    });
  const lang = canonicalLang(text);
  if (lang === undefined)
    throw new Failure('argumentInvalid', { message: `${name} is not a language code: ${WHICH_CODES}.` });
  return lang;
}
