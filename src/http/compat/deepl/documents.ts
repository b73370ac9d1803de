import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { fileName } from '../../../documents/names.js';
import type { FileItemSummary } from '../../../files/file-results.js';
import { binaryContent } from '../../answer/download.js';
import { formBytes } from '../../body/file-form.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { sendFile } from '../../routes/files/downloads.js';
import { submitFile } from '../vendor-files.js';
import { deeplAnswers } from './deepl-failure.js';
import { formalityOf } from './formality.js';
import { BODY_TYPES, listOf, route } from './shapes.js';

const Handle = Type.Object({ document_id: Type.String(), document_key: Type.String() });
const Status = Type.Object({
  document_id: Type.String(),
  status: Type.String({ description: 'queued, translating, done or error.' }),
  seconds_remaining: Type.Optional(Type.Integer()),
  billed_characters: Type.Optional(Type.Integer()),
  error_message: Type.Optional(Type.String()),
});
const KeyBody = Type.Object({ document_key: Type.String() });
const DocumentParams = Type.Object({ documentId: Type.String() });

/** Guessed seconds of one sentence; clients wait by their own clock and show this to people. */
const SECONDS_PER_SENTENCE = 0.1;

/** Documents: ours are file translations, the document's id is theirs, and its key is the id of the one item. */
export async function deeplDocumentRoutes(
  app: ApiInstance,
  parts: Parts<'settings' | 'fileRequests' | 'fileResults' | 'forms' | 'languages' | 'resolver'>,
): Promise<void> {
  const item = async (request: FastifyRequest, documentId: string, key: string) => {
    const found = await parts.fileResults.find(callerOf(request), documentId);
    const [only] = found?.items ?? [];
    if (only === undefined || only.translateItemId !== key) {
      throw new Failure('idUnknown', { message: 'There is no such document, or its result has expired.' });
    }
    return only;
  };

  app.post(
    '/v2/document',
    {
      bodyLimit: formBytes(parts.settings.fileMegabytes),
      ...route('Translate a document', {
        description:
          'multipart/form-data: file, target_lang, source_lang, filename, glossary_id and formality.',
        consumes: ['multipart/form-data'],
        response: deeplAnswers(Handle),
      }),
    },
    (request) =>
      parts.forms.read(request, async (form) => {
        const [file] = await form.contents();
        const name = form.texts.get('filename');
        const glossaries = listOf(form.texts.get('glossary_id'));
        const { translateId, itemId } = await submitFile(parts, request, {
          file: file === undefined || name === undefined ? file : { ...file, name: fileName(name) },
          from: form.texts.get('source_lang'),
          to: form.texts.get('target_lang'),
          glossaries: glossaries.length === 0 ? undefined : glossaries.join(','),
          formality: formalityOf(form.texts.get('formality')),
          outputFormat: form.texts.get('output_format'),
        });
        return { document_id: translateId, document_key: itemId };
      }),
  );
  app.post(
    '/v2/document/:documentId',
    route('How a document stands', {
      consumes: BODY_TYPES,
      params: DocumentParams,
      body: KeyBody,
      response: deeplAnswers(Status),
    }),
    async (request) => {
      const { documentId } = request.params;
      const found = await item(request, documentId, request.body.document_key);
      const isDone = found.done && !found.error;
      const status = isDone
        ? {
            status: 'done',
            billed_characters: await parts.fileResults.characters(callerOf(request), found.translateItemId),
          }
        : statusOf(found);
      return { document_id: documentId, ...status };
    },
  );
  app.post(
    '/v2/document/:documentId/result',
    route('The translated document', {
      consumes: BODY_TYPES,
      params: DocumentParams,
      body: KeyBody,
      response: deeplAnswers(binaryContent('The file.')),
    }),
    async (request, reply) => {
      const {
        done,
        error,
        errorMessage = '',
        translateItemId,
      } = await item(request, request.params.documentId, request.body.document_key);
      if (!done) {
        throw new Failure('serviceBusy', {
          message: 'The document is still being translated: ask for its status first.',
        });
      }
      if (error) throw new Failure('requestInvalid', { message: errorMessage });
      return sendFile(parts.fileResults, callerOf(request), translateItemId, reply);
    },
  );
}

/** Of a document that is not done. */
function statusOf({ error, errorMessage = '', progress }: FileItemSummary) {
  if (error) return { status: 'error', error_message: errorMessage };
  if (progress.total === 0) return { status: 'queued' };
  const left = progress.total - progress.done;
  return { status: 'translating', seconds_remaining: Math.ceil(left * SECONDS_PER_SENTENCE) };
}
