import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { tokenBits } from '../accounts/secrets/token-strength.js';
import { ChatModel } from '../inference/chat-model.js';
import { ChosenModel, type RemoteTranslators } from '../inference/chosen-model.js';
import { PoolTranslator } from '../inference/pool-translator.js';
import { buildInferenceServer } from '../inference/server.js';
import type { ModelPort } from '../model/model-port.js';
import type { ModelService } from '../model/service.js';
import type { Settings } from '../settings/read-settings.js';
import { SettingError } from '../settings/setting.js';
import { SETTINGS } from '../settings/table.js';
import type { Tracing } from '../tracing/trace-span.js';
import { HttpClient } from '../upstream/http-client.js';
import { Upstream } from '../upstream/upstream.js';
import type { Observe } from '../upstream/upstream-event.js';
import { composeModel } from './model.js';

/** As strong as the token of the admin interface. */
const SECRET_BITS = 128;
/** A window of sentences with all their hypotheses. */
const POOL_ANSWER_BYTES = 256 * 1024 ** 2;
/** A completion is a sentence or two. */
const CHAT_ANSWER_BYTES = 4 * 1024 ** 2;

/** The local model, and before it whatever other machines the settings name. */
export function withRemoteInference(local: ModelPort, settings: Settings, observe: Observe): ChosenModel {
  const { inference: usual } = settings;
  const remote = remoteTranslators(local, settings, observe);
  if (usual !== 'local' && remote[usual] === undefined) {
    throw new SettingError(`${SETTINGS.inference.env} is ${usual}: ${ADDRESS_SETTINGS[usual]} must be set.`);
  }
  return new ChosenModel({
    local,
    remote,
    usual,
    fallback: settings.inferenceFallback,
    observe,
  });
}

function remoteTranslators(local: ModelPort, settings: Settings, observe: Observe): RemoteTranslators {
  const chat = chatModel(settings, observe);
  const pool = poolTranslator(local, settings, observe);
  return { ...(chat && { chat }), ...(pool && { pool }) };
}

function poolTranslator(local: ModelPort, settings: Settings, observe: Observe): PoolTranslator | undefined {
  if (settings.inferencePool === undefined) return undefined;
  const addresses = addressesOf(SETTINGS.inferencePool.env, settings.inferencePool);
  return new PoolTranslator({
    upstream: new Upstream({ name: 'pool', addresses, timeoutMs: settings.inferenceTimeout }, observe),
    client: new HttpClient({ answerLimitBytes: POOL_ANSWER_BYTES, secret: sharedSecret(settings) }),
    local,
  });
}

/** A process that translates for others; it does not listen yet. */
export function composeInferenceServer(
  settings: Settings,
  logger: Logger,
  tracing: Tracing | undefined,
): { readonly app: FastifyInstance; readonly model: ModelService } {
  const { tlsCert: cert, tlsKey: key } = settings;
  const secret = sharedSecret(settings);
  const model = composeModel(settings);
  const app = buildInferenceServer({
    model,
    secret,
    logger,
    tracing,
    ...(cert !== undefined && key !== undefined && { tls: { cert, key } }),
  });
  return { app, model };
}

/** @throws SettingError where there is none, or one that can be guessed */
function sharedSecret({ inferenceSecretFile }: Settings): string {
  const { env } = SETTINGS.inferenceSecretFile;
  const { secret = '' } = secretOf(env, inferenceSecretFile);
  if (tokenBits(secret) >= SECRET_BITS) return secret;
  throw new SettingError(
    `${env} must name a file with a secret of ${SECRET_BITS} bits: openssl rand -hex 32.`,
  );
}

function chatModel(settings: Settings, observe: Observe): ChatModel | undefined {
  const { chatUrl, chatModel: model, chatKeyFile, chatConcurrency, modelQueue } = settings;
  if (chatUrl === undefined) return undefined;
  if (model === undefined) {
    throw new SettingError(`${SETTINGS.chatUrl.env} needs ${SETTINGS.chatModel.env}: the name of the model.`);
  }
  const addresses = addressesOf(SETTINGS.chatUrl.env, chatUrl);
  return new ChatModel({
    model,
    upstream: new Upstream({ name: 'chat', addresses, timeoutMs: settings.inferenceTimeout }, observe),
    client: new HttpClient({
      answerLimitBytes: CHAT_ANSWER_BYTES,
      ...secretOf(SETTINGS.chatKeyFile.env, chatKeyFile),
    }),
    concurrency: chatConcurrency,
    queueLimit: modelQueue,
    observe,
  });
}

const ADDRESS_SETTINGS = {
  chat: SETTINGS.chatUrl.env,
  pool: SETTINGS.inferencePool.env,
} as const;

/** @throws SettingError where one of them is no address */
function addressesOf(env: string, text: string): readonly string[] {
  return text.split(',').map((one) => {
    const address = one.trim().replace(/\/+$/, '');
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
      throw new SettingError(
        `${env} must hold addresses that begin with http:// or https://, joined by commas.`,
      );
    }
    return address;
  });
}

function secretOf(env: string, file: string | undefined): { readonly secret?: string } {
  if (file === undefined) return {};
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (/^[\x21-\x7e]+$/.test(secret)) return { secret };
  } catch (cause) {
    throw new SettingError(`${env} names ${file}, which cannot be read.`, { cause });
  }
  throw new SettingError(`${env} names ${file}, which must hold one token of visible ASCII characters.`);
}
