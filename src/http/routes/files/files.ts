import Type from 'typebox';
import { FORMALITIES, NAME_MODES } from '../../../base/engine.js';
import { Failure } from '../../../base/failure.js';
import type { FileItemId } from '../../../base/ids.js';
import { formatById, PDF_OUTPUTS, type PdfOutput } from '../../../documents/formats.js';
import { downloadName, uniqueNames } from '../../../documents/names.js';
import type { FileResult, TranslatedFile } from '../../../files/file-results.js';
import { canonicalLang } from '../../../interchange/lang-tag.js';
import { attachment, binaryAnswer } from '../../answer/download.js';
import { formBytes, registerForms, textsOf } from '../../body/file-form.js';
import { callerOf } from '../../caller/authentication.js';
import { givenKeyOfForm } from '../../caller/idempotency-key.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, SECURITY, StatusOnly } from '../../shapes.js';

const ItemShape = Type.Object({
  id: Type.Integer(),
  translateItemId: Type.String({ description: 'Asks for the translated file.' }),
  lang: Type.String(),
  wordCount: Type.Union([Type.Integer(), Type.Null()]),
  detectedLang: Type.Union([Type.String(), Type.Null()]),
  encoding: Type.Optional(
    Type.String({ description: 'As which a text from before Unicode was read, such as shift_jis.' }),
  ),
  done: Type.Boolean(),
  originalName: Type.String(),
  downloaded: Type.Boolean(),
  error: Type.Boolean(),
  errorCode: Type.Optional(Type.Integer({ description: 'When error is true, as the message beside it.' })),
  errorMessage: Type.Optional(Type.String()),
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }, { description: 'Sentences.' }),
  untranslated: Type.Integer({
    description: 'Sentences that could not be translated and stand in the file as they were.',
  }),
  overflowPages: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Pages or slides on which text needs more room than it has, however small it is set.',
    }),
  ),
});

const ResultShape = Type.Object({
  translateId: Type.String(),
  done: Type.Boolean(),
  langs: Type.Array(Type.String()),
  fieldId: Type.Union([Type.Number(), Type.String()]),
  createdAt: Type.String(),
  items: Type.Array(ItemShape),
});

const success = <Shape extends Type.TSchema>(data: Shape) =>
  Type.Object({ status: Type.Literal('success'), data });

/** Target languages of one request. */
const MOST_LANGS = 20;
/** Files of one download. */
const MOST_DOWNLOADS = 100;
/** Of ids that name no file, how many a failure repeats, and how much of each. */
const NAMED_IDS = 10;
const LONGEST_ID = 40;
const ZIP = 'application/zip';

/** Translation of files. */
export async function fileRoutes(
  app: ApiInstance,
  {
    settings,
    resolver,
    fileRequests,
    fileResults,
    documents,
    forms,
  }: Parts<'settings' | 'resolver' | 'fileRequests' | 'fileResults' | 'documents' | 'forms'>,
): Promise<void> {
  const tags = ['files'];
  const security = SECURITY;
  await registerForms(app, settings.fileMegabytes * 1024 ** 2);

  app.post(
    '/api/v1/file-translate',
    {
      bodyLimit: formBytes(settings.fileMegabytes),
      schema: {
        tags,
        security,
        summary: 'Translate files',
        description:
          'multipart/form-data: files (one or more), targetLangs (JSON array of languages), contractId of a file contract, fieldId, sourceLang (optional, detected for each file otherwise), pdfOutput (optional: pdf, or docx for an editable Word document), names (optional: customary or keep), formality (optional: auto, polite or plain). A file that cannot be read is refused at once where a short look shows it. Sent again under the same Idempotency-Key, the request is answered with the same translateId.',
        consumes: ['multipart/form-data'],
        response: answers(success(Type.Object({ translateId: Type.String() }))),
      },
    },
    (request) =>
      forms.read(request, async (form) => {
        const caller = callerOf(request);
        const { fieldId, contractId, sourceLang, names, formality } = textsOf(form);
        const body = {
          ...(fieldId !== undefined && { fieldId }),
          ...(contractId !== undefined && { contractId }),
          sourceLang:
            sourceLang === undefined || sourceLang === 'auto' ? 'auto' : langOf(sourceLang, 'sourceLang'),
          ...(names !== undefined && { names: choiceOf(NAME_MODES, names, 'names') }),
          ...(formality !== undefined && { formality: choiceOf(FORMALITIES, formality, 'formality') }),
        };
        const accepted = [];
        for (const targetLang of targetLangsOf(form.texts.get('targetLangs'))) {
          accepted.push(await resolver.acceptFile(caller, { ...body, targetLang }, traceOf(request)));
        }
        if (form.files.length === 0) {
          throw new Failure('argumentMissing', {
            message: 'files is missing: send one file or more in the form.',
          });
        }
        const idempotency = givenKeyOfForm(request, form);
        const pdfOutput = pdfOutputOf(form.texts.get('pdfOutput'));
        const files = await form.contents();
        const translateId = await fileRequests.submit(caller, files, accepted, { pdfOutput, idempotency });
        return { status: 'success' as const, data: { translateId } };
      }),
  );

  app.get(
    '/api/v1/translate-result/all',
    {
      schema: {
        tags,
        security,
        summary: 'All file translations of the account, newest first',
        response: answers(success(Type.Array(ResultShape))),
      },
    },
    async (request) => ({
      status: 'success' as const,
      data: (await fileResults.all(callerOf(request))).map(resultBody),
    }),
  );

  const one = { tags, security, params: Type.Object({ translateId: Type.String() }) };
  app.get(
    '/api/v1/translate-result/:translateId',
    {
      schema: {
        ...one,
        summary: 'How a file translation stands',
        description: 'Readable for 14 days, only by the account that asked for it.',
        response: answers(success(ResultShape)),
      },
    },
    async (request) => {
      const found = await fileResults.find(callerOf(request), request.params.translateId);
      if (found === undefined) throw unknownRequest();
      return { status: 'success' as const, data: resultBody(found) };
    },
  );
  app.delete(
    '/api/v1/translate-result/:translateId',
    {
      schema: {
        ...one,
        summary: 'Cancel a file translation that has not ended',
        response: answers(StatusOnly),
      },
    },
    async (request) => {
      await fileRequests.cancel(callerOf(request), request.params.translateId);
      return { status: 'success' as const };
    },
  );

  app.get(
    '/api/v1/downloads',
    {
      schema: {
        tags,
        security,
        summary: 'Translated files as a ZIP archive',
        querystring: Type.Object({
          ids: Type.String({ description: 'JSON array of translateItemId.' }),
        }),
        response: binaryAnswer('The archive.', [ZIP]),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const ids = idsOf(request.query.ids);
      const files = await fileResults.files(caller, ids);
      const found = new Set(files.flatMap(({ itemId, number }) => [itemId, String(number)]));
      const missing = ids.filter((id) => !found.has(String(id)));
      if (missing.length > 0) throw unknownFiles(missing);
      const names = uniqueNames(files.map(downloadName));
      const archive = await documents.zip(
        Object.fromEntries(files.map((file, index) => [names[index] ?? file.itemId, file.content])),
      );
      await fileResults.markDownloaded(
        caller,
        files.map(({ itemId }) => itemId),
      );
      return attachment(reply, archive, ZIP, 'translations.zip');
    },
  );

  app.get(
    '/api/v1/downloads/:translateItemId',
    {
      schema: {
        tags,
        security,
        summary: 'One translated file as it is',
        params: Type.Object({ translateItemId: Type.String() }),
        response: binaryAnswer('The file.'),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const [file] = await fileResults.files(caller, [request.params.translateItemId as FileItemId]);
      if (file === undefined) throw unknownFile();
      await fileResults.markDownloaded(caller, [file.itemId]);
      return attachment(reply, file.content, mediaTypeOf(file), downloadName(file));
    },
  );
}

function mediaTypeOf({ format }: TranslatedFile): string {
  return formatById(format).mediaType;
}

function resultBody({ langs, items, ...result }: FileResult) {
  return { ...result, langs: [...langs], items: [...items] };
}

function unknownRequest(): Failure {
  return new Failure('idUnknown', { message: 'There is no such translateId, or its result has expired.' });
}

function unknownFile(): Failure {
  return new Failure('idUnknown', {
    message:
      'There is no finished file with this translateItemId. See GET /api/v1/translate-result/<translateId>.',
  });
}

function unknownFiles(ids: readonly (string | number)[]): Failure {
  const named = ids.slice(0, NAMED_IDS).map((id) => String(id).slice(0, LONGEST_ID));
  const more = ids.length > named.length ? ` and ${ids.length - named.length} more` : '';
  return new Failure('idUnknown', {
    message: `There is no finished file with these ids: ${named.join(', ')}${more}. See GET /api/v1/translate-result/<translateId>.`,
  });
}

function langOf(text: string, name: string): string {
  const lang = canonicalLang(text);
  if (lang === undefined)
    throw new Failure('argumentInvalid', { message: `${name} is not a language code.` });
  return lang;
}

function pdfOutputOf(text: string | undefined): PdfOutput {
  const wanted = text?.trim().toLowerCase() || 'pdf';
  const output = PDF_OUTPUTS.find((one) => one === wanted);
  if (output === undefined) throw new Failure('argumentInvalid', { message: 'pdfOutput is pdf or docx.' });
  return output;
}

function choiceOf<Choice extends string>(choices: readonly Choice[], text: string, name: string): Choice {
  const choice = choices.find((one) => one === text.toLowerCase());
  if (choice === undefined)
    throw new Failure('argumentInvalid', { message: `${name} is one of ${choices.join(', ')}.` });
  return choice;
}

function targetLangsOf(text: string | undefined): readonly string[] {
  if (text === undefined || text.trim() === '') {
    throw new Failure('argumentMissing', {
      message: 'targetLangs is missing: send a JSON array of language codes, for example ["en"].',
    });
  }
  const langs = [
    ...new Set(jsonArray(text, 'targetLangs').map((code) => langOf(String(code), 'targetLangs'))),
  ];
  if (langs.length === 0 || langs.length > MOST_LANGS) {
    throw new Failure('argumentInvalid', { message: `targetLangs must hold 1 to ${MOST_LANGS} languages.` });
  }
  return langs;
}

function idsOf(text: string): readonly (string | number)[] {
  const ids = jsonArray(text, 'ids').map((id) => {
    if (typeof id === 'string' || typeof id === 'number') return id;
    throw new Failure('argumentInvalid', { message: 'ids must hold ids of files: texts or numbers.' });
  });
  if (ids.length === 0 || ids.length > MOST_DOWNLOADS) {
    throw new Failure('argumentInvalid', { message: `ids must hold 1 to ${MOST_DOWNLOADS} ids of files.` });
  }
  return ids;
}

function jsonArray(text: string, name: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Said below.
  }
  throw new Failure('argumentInvalid', { message: `${name} must be a JSON array, for example ["en"].` });
}
