import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { formatById } from '../../../documents/formats.js';
import { downloadName, uniqueNames } from '../../../documents/names.js';
import type { FileOwner, FileResults } from '../../../files/file-results.js';
import { attachment, binaryAnswer } from '../../answer/download.js';
import { jsonArray } from '../../body/json-array.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { forCallers, routesOf } from '../../shapes.js';

const route = routesOf(forCallers('files'));

/** Files of one download. */
const MOST_DOWNLOADS = 100;
/** Of ids that name no file, how many a failure repeats, and how much of each. */
const NAMED_IDS = 10;
const LONGEST_ID = 40;
const ZIP = 'application/zip';

/** Translated files, one as it is or several in an archive. */
export async function downloadRoutes(
  app: ApiInstance,
  { fileResults, documents }: Parts<'fileResults' | 'documents'>,
): Promise<void> {
  app.get(
    '/api/v1/downloads',
    route('Translated files as a ZIP archive', {
      querystring: Type.Object({
        ids: Type.String({ description: 'JSON array of translateItemId.' }),
      }),
      response: binaryAnswer('The archive.', [ZIP]),
    }),
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
    route('One translated file as it is', {
      params: Type.Object({ translateItemId: Type.String() }),
      response: binaryAnswer('The file.'),
    }),
    (request, reply) => sendFile(fileResults, callerOf(request), request.params.translateItemId, reply),
  );
}

/** Sends a translated file under the name of the original. */
export async function sendFile(
  results: FileResults,
  owner: FileOwner,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await results.file(owner, id);
  await results.markDownloaded(owner, [file.itemId]);
  return attachment(reply, file.content, formatById(file.format).mediaType, downloadName(file));
}

function unknownFiles(ids: readonly (string | number)[]): Failure {
  const named = ids.slice(0, NAMED_IDS).map((id) => String(id).slice(0, LONGEST_ID));
  const more = ids.length > named.length ? ` and ${ids.length - named.length} more` : '';
  return new Failure('idUnknown', {
    message: `There is no finished file with these ids: ${named.join(', ')}${more}. See GET /api/v1/translate-result/<translateId>.`,
  });
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
