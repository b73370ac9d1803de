import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Caller } from '../../../accounts/caller.js';
import { Failure } from '../../../base/failure.js';
import type { FileItemSummary } from '../../../files/file-results.js';
import { binaryContent } from '../../answer/download.js';
import { type FileForm, formBytes, registerForms } from '../../body/file-form.js';
import { Admission } from '../../caller/admission.js';
import { callerOf } from '../../caller/authentication.js';
import { publicAddress } from '../../caller/public-address.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { sendFile } from '../../routes/files/downloads.js';
import { endSignal } from '../../text-translation.js';
import { submitFile } from '../vendor-files.js';
import { authenticateKey } from '../vendor-key.js';
import { libreAnswers } from './libretranslate-failure.js';
import { route } from './shapes.js';
import { Tickets } from './tickets.js';

/**
 * Forms whose key is not known yet, because it stands in the form: each holds a file on disk and a connection, no memory.
 * One that stalls, or comes in drop by drop, loses its place after seconds, and the places for work are given when the key is known.
 */
const UNKNOWN_AT_ONCE = 64;
const UNKNOWN_PER_ADDRESS = 16;
const ASK_AGAIN_MS = 250;
const RETRY_SECONDS = 1;

/** Files: ours are translated in the background, those of LibreTranslate while the caller waits. */
export async function libreFileRoutes(
  app: ApiInstance,
  parts: Parts<
    | 'settings'
    | 'secretBox'
    | 'authenticator'
    | 'fileRequests'
    | 'fileResults'
    | 'forms'
    | 'languages'
    | 'resolver'
  >,
): Promise<void> {
  const tickets = new Tickets(parts.secretBox);
  const unknown = new Admission(UNKNOWN_AT_ONCE, UNKNOWN_PER_ADDRESS);
  await registerForms(app, parts.settings.fileMegabytes * 1024 ** 2);

  app.post(
    '/translate_file',
    {
      bodyLimit: formBytes(parts.settings.fileMegabytes),
      ...route('Translate a file', {
        description: 'multipart/form-data: file, source, target and api_key.',
        consumes: ['multipart/form-data'],
        response: libreAnswers(Type.Object({ translatedFileUrl: Type.String() })),
      }),
    },
    async (request, reply) => {
      const leave = unknown.enter(request.ip);
      if (leave === undefined) throw new Failure('serviceBusy', { detail: { retryAfter: RETRY_SECONDS } });
      const { translateId, itemId } = await parts.forms
        .read(request, async (form) => {
          leave();
          await authenticateKey(parts.authenticator, request, form.texts.get('api_key'));
          return submitForm(parts, request, form);
        })
        .finally(leave);
      const caller = callerOf(request);
      const signal = endSignal(reply, parts.settings.requestDeadline);
      const { error, errorMessage = '' } = await ended(parts, caller, translateId, signal);
      if (error) throw new Failure('requestInvalid', { message: errorMessage });
      const ticket = tickets.seal({ orgId: caller.orgId, userId: caller.userId, itemId });
      const base = publicAddress(request, parts.settings.publicUrl);
      return { translatedFileUrl: `${base}/download_file/${ticket}` };
    },
  );
  app.get(
    '/download_file/:ticket',
    route('A translated file; the address itself is the key to it, for a day', {
      params: Type.Object({ ticket: Type.String() }),
      response: libreAnswers(binaryContent('The file.')),
    }),
    async (request, reply) => {
      const ticket = tickets.open(request.params.ticket);
      return sendFile(parts.fileResults, ticket, ticket.itemId, reply);
    },
  );
}

async function submitForm(
  parts: Parts<'fileRequests' | 'fileResults' | 'languages' | 'resolver'>,
  request: FastifyRequest,
  form: FileForm,
) {
  const [file] = await form.contents();
  return submitFile(parts, request, { file, from: form.texts.get('source'), to: form.texts.get('target') });
}

async function ended(
  { fileResults }: Parts<'fileResults'>,
  caller: Caller,
  translateId: string,
  signal: AbortSignal,
): Promise<FileItemSummary> {
  for (;;) {
    const [item] = (await fileResults.find(caller, translateId))?.items ?? [];
    if (item === undefined) throw new Failure('idUnknown');
    if (item.done) return item;
    await sleep(ASK_AGAIN_MS);
    signal.throwIfAborted();
  }
}
