import type { FastifyRequest } from 'fastify';
import { Failure } from '../../failure.js';
import { canonicalLang } from '../../interchange/lang-tag.js';
import { readFiles } from '../file-form.js';

/** The table of a form, and its texts; these may stand before or behind it. */
export async function trainingFormOf(request: FastifyRequest) {
  const { files, texts } = await readFiles(request);
  const [file, ...more] = files;
  if (file === undefined)
    throw new Failure('argumentMissing', { message: 'file is missing: send a table of pairs in the form.' });
  if (more.length > 0)
    throw new Failure('requestInvalid', { message: 'A model is trained on one file: send one.' });
  return { file, texts };
}

export function langOf(text: string | undefined, name: string): string {
  if (text === undefined || text.trim() === '')
    throw new Failure('argumentMissing', {
      message: `${name} is missing: send a language code in the form.`,
    });
  const lang = canonicalLang(text);
  if (lang === undefined)
    throw new Failure('argumentInvalid', { message: `${name} is not a language code.` });
  return lang;
}
