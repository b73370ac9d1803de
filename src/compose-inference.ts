import { readFileSync } from 'node:fs';
import type { Settings } from './config.js';
import { ChatModel } from './inference/chat-model.js';
import { ChosenModel, type RemoteTranslators } from './inference/chosen-model.js';
import type { ModelPort } from './model/model-port.js';
import { SettingError } from './setting.js';
import { SETTINGS } from './settings.js';
import { HttpClient } from './upstream/http-client.js';
import { Upstream, type UpstreamLimits } from './upstream/upstream.js';
import type { Observe } from './upstream/upstream-event.js';

/** A completion is a sentence or two. */
const CHAT_ANSWER_BYTES = 4 * 1024 ** 2;

/** The local model, and before it whatever other machines the settings name. */
export function withRemoteInference(local: ModelPort, settings: Settings, observe: Observe): ChosenModel {
  const { inference: usual } = settings;
  const remote = remoteTranslators(settings, observe);
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

function remoteTranslators(settings: Settings, observe: Observe): RemoteTranslators {
  const limits = limitsOf(settings);
  const { chatUrl, chatModel, chatKeyFile, chatConcurrency, modelQueue } = settings;
  if (chatUrl !== undefined && chatModel === undefined) {
    throw new SettingError(`${SETTINGS.chatUrl.env} needs ${SETTINGS.chatModel.env}: the name of the model.`);
  }
  const chat =
    chatUrl === undefined || chatModel === undefined
      ? undefined
      : new ChatModel({
          model: chatModel,
          upstream: new Upstream(
            { name: 'chat', addresses: addressesOf(SETTINGS.chatUrl.env, chatUrl, HTTP), limits },
            observe,
          ),
          client: new HttpClient({
            answerLimitBytes: CHAT_ANSWER_BYTES,
            ...secretOf(SETTINGS.chatKeyFile.env, chatKeyFile),
          }),
          concurrency: chatConcurrency,
          queueLimit: modelQueue,
          observe,
        });
  return { ...(chat && { chat }) };
}

const ADDRESS_SETTINGS = {
  chat: SETTINGS.chatUrl.env,
  graphs: 'KOTOBASHI_GRAPHS_URL',
  workers: 'KOTOBASHI_WORKERS_URL',
} as const;

const HTTP = ['http:', 'https:'] as const;

/** @throws SettingError where one of them is no address of these schemes */
function addressesOf(env: string, text: string, schemes: readonly string[]): readonly string[] {
  return text.split(',').map((one) => {
    const address = one.trim().replace(/\/+$/, '');
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !schemes.includes(url.protocol) || url.username !== '' || url.search !== '') {
      const allowed = schemes.map((scheme) => `${scheme}//`).join(' or ');
      throw new SettingError(`${env} must hold addresses that begin with ${allowed}, joined by commas.`);
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

function limitsOf(settings: Settings): UpstreamLimits {
  return {
    timeoutMs: settings.inferenceTimeout,
    retries: settings.inferenceRetries,
    retryShare: settings.inferenceRetryPercent / 100,
    hedgeMs: settings.inferenceHedge,
    breakerFailures: settings.inferenceBreakerFailures,
    breakerPauseMs: settings.inferenceBreakerPause,
  };
}
