import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { downloadName } from '../../../documents/names.js';
import { bilingualFormat, readRevised, writeBilingual } from '../../../files/bilingual.js';
import { INTERCHANGE_FORMATS } from '../../../interchange/format.js';
import { attachment, binaryAnswer } from '../../answer/download.js';
import { formBytes, registerForms } from '../../body/file-form.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, success, successOf } from '../../shapes.js';

const params = Type.Object({ translateItemId: Type.String() });
const route = routesOf({ ...forCallers('files'), params });

const Revised = successOf(
  Type.Object({
    phrasePairId: Type.Integer({ description: 'The phrase-pair dictionary that holds the sentences.' }),
    pairs: Type.Integer({ description: 'Sentences that were changed.' }),
  }),
);

/** Sentence beside sentence for the translator who revises a file, and the way back. */
export async function fileRevisionRoutes(
  app: ApiInstance,
  parts: Parts<
    'correctedFiles' | 'documents' | 'fileResults' | 'forms' | 'pairReader' | 'revisions' | 'settings'
  >,
): Promise<void> {
  const { settings, fileResults, revisions } = parts;
  const path = '/api/v1/downloads/:translateItemId';
  await registerForms(app, settings.fileMegabytes * 1024 ** 2);

  app.get(
    `${path}/bilingual`,
    route('The sentences of a translated file beside their translations', {
      querystring: Type.Object({
        format: Type.String({ description: 'xliff, tmx, xlsx, csv or tsv.' }),
      }),
      response: binaryAnswer('The bilingual file.'),
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const format = bilingualFormat(request.query.format);
      const file = await fileResults.file(caller, request.params.translateItemId);
      const sentences = await fileResults.sentences(caller, file.itemId);
      const content = await writeBilingual(sentences, format, file.lang);
      const type = format === 'xliff' ? 'application/xliff+xml; charset=utf-8' : INTERCHANGE_FORMATS[format];
      const ending = format === 'xliff' ? 'xlf' : format;
      return attachment(reply, content, type, `${downloadName(file)}.${ending}`);
    },
  );

  app.post(
    `${path}/revised`,
    {
      bodyLimit: formBytes(settings.fileMegabytes),
      ...route('Bring the revised bilingual file back', {
        description:
          'multipart/form-data: file (xlf, tmx, xlsx, csv or tsv as GET …/bilingual gave it). Sentences that were changed are put into the translated file, which can be downloaded at once, and become phrase pairs of the account. A row that lacks a tag of its source is refused with its number, and nothing of the file is taken.',
        consumes: ['multipart/form-data'],
        response: answers(Revised),
      }),
    },
    async (request) => {
      const caller = callerOf(request);
      const file = await fileResults.file(caller, request.params.translateItemId);
      return parts.forms.read(request, async (form) => {
        const [sent] = await form.contents();
        if (sent === undefined) {
          throw new Failure('argumentMissing', {
            message: 'file is missing: send the revised file in the form.',
          });
        }
        const langs = { from: file.detectedLang ?? '', to: file.lang };
        const rows = await readRevised(parts, sent, langs);
        if (rows.length === 0) {
          throw new Failure('requestInvalid', {
            message: 'The file holds no sentence with a translation in the language of the translated file.',
          });
        }
        const corrections = await parts.correctedFiles.correct(caller, file.itemId, rows);
        const pairs = corrections.map(({ from, source, target }) => ({
          fromLang: from,
          fromText: source,
          toLang: file.lang,
          toText: target,
        }));
        return success(await revisions.add(caller, pairs));
      });
    },
  );
}
