import { Failure } from '../../../base/failure.js';
import type { SentFile } from '../../../files/file-requests.js';
import type { FileForm } from '../../body/file-form.js';
import { langOf } from '../lang.js';

/** The one table of a form. */
export async function tableOfForm(form: FileForm): Promise<SentFile> {
  if (form.files.length > 1)
    throw new Failure('requestInvalid', { message: 'A model is trained on one file: send one.' });
  const [file] = await form.contents();
  if (file === undefined)
    throw new Failure('argumentMissing', { message: 'file is missing: send a table of pairs in the form.' });
  return file;
}

export function givenLang(text: string | undefined, name: string): string {
  if (text === undefined || text.trim() === '')
    throw new Failure('argumentMissing', {
      message: `${name} is missing: send a language code in the form.`,
    });
  return langOf(text, name);
}
