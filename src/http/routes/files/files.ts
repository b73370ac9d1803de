import Type from 'typebox';
import { FORMALITIES, NAME_MODES } from '../../../base/engine.js';
import { Failure } from '../../../base/failure.js';
import { PDF_OUTPUTS } from '../../../documents/formats.js';
import type { FileResult } from '../../../files/file-results.js';
import { formBytes, registerForms, textsOf } from '../../body/file-form.js';
import { jsonArray } from '../../body/json-array.js';
import { callerOf } from '../../caller/authentication.js';
import { givenKeyOfForm } from '../../caller/idempotency-key.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, StatusOnly, SUCCESS, success, wrapped } from '../../shapes.js';
import { langOf } from '../lang.js';

const route = routesOf(forCallers('files'));

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

/** Target languages of one request. */
const MOST_LANGS = 20;
/** Translation of files. */
export async function fileRoutes(
  app: ApiInstance,
  {
    settings,
    resolver,
    fileRequests,
    fileResults,
    forms,
  }: Parts<'settings' | 'resolver' | 'fileRequests' | 'fileResults' | 'forms'>,
): Promise<void> {
  await registerForms(app, settings.fileMegabytes * 1024 ** 2);

  app.post(
    '/api/v1/file-translate',
    {
      bodyLimit: formBytes(settings.fileMegabytes),
      ...route('Translate files', {
        description:
          'multipart/form-data: files (one or more), targetLangs (JSON array of languages), contractId of a file contract, fieldId, sourceLang (optional, detected for each file otherwise), pdfOutput (optional: pdf, or docx for an editable Word document), names (optional: customary or keep), formality (optional: auto, polite or plain). A file that cannot be read is refused at once where a short look shows it. Sent again under the same Idempotency-Key, the request is answered with the same translateId.',
        consumes: ['multipart/form-data'],
        response: wrapped(Type.Object({ translateId: Type.String() })),
      }),
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
        const pdfOutput = choiceOf(PDF_OUTPUTS, form.texts.get('pdfOutput')?.trim() || 'pdf', 'pdfOutput');
        const files = await form.contents();
        const translateId = await fileRequests.submit(caller, files, accepted, { pdfOutput, idempotency });
        return success({ translateId });
      }),
  );

  app.get(
    '/api/v1/translate-result/all',
    route('All file translations of the account, newest first', {
      response: wrapped(Type.Array(ResultShape)),
    }),
    async (request) => success((await fileResults.all(callerOf(request))).map(resultBody)),
  );

  const params = Type.Object({ translateId: Type.String() });
  app.get(
    '/api/v1/translate-result/:translateId',
    route('How a file translation stands', {
      params,
      description: 'Readable for 14 days, only by the account that asked for it.',
      response: wrapped(ResultShape),
    }),
    async (request) => {
      const found = await fileResults.find(callerOf(request), request.params.translateId);
      if (found === undefined) throw unknownRequest();
      return success(resultBody(found));
    },
  );
  app.delete(
    '/api/v1/translate-result/:translateId',
    route('Cancel a file translation that has not ended', { params, response: answers(StatusOnly) }),
    async (request) => {
      await fileRequests.cancel(callerOf(request), request.params.translateId);
      return SUCCESS;
    },
  );
}

function resultBody({ langs, items, ...result }: FileResult) {
  return { ...result, langs: [...langs], items: [...items] };
}

function unknownRequest(): Failure {
  return new Failure('idUnknown', { message: 'There is no such translateId, or its result has expired.' });
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
