import { INFERENCES } from '../base/engine.js';
import { choice, flag, integer, path, text } from './setting.js';

/** Settings of inference on other machines: docs/guides/inference.md. Nothing is called unless an address is set. */
export const INFERENCE_SETTINGS = {
  inference: choice(
    'KOTOBASHI_INFERENCE',
    'local',
    INFERENCES,
    'Where sentences are translated, unless the contract says otherwise: in the service itself, by other processes of Kotobashi, or by a large language model. See docs/guides/inference.md.',
  ),
  inferenceFallback: flag(
    'KOTOBASHI_INFERENCE_FALLBACK',
    true,
    'Whether the model in the service stands in where other machines do not answer, or where their answer does not pass the checks. 0: the request fails instead.',
  ),
  inferenceTimeout: integer(
    'KOTOBASHI_INFERENCE_TIMEOUT',
    30_000,
    { unit: 'milliseconds', least: 1, most: 3_600_000 },
    'For one attempt to have another machine compute.',
  ),
  chatUrl: text(
    'KOTOBASHI_CHAT_URL',
    undefined,
    'OpenAI-compatible endpoints of large language models, up to and including `/v1`, joined by commas: `http://gpu-1:8000/v1`.',
  ),
  chatModel: text('KOTOBASHI_CHAT_MODEL', undefined, 'Name of the model, as these endpoints call it.'),
  chatKeyFile: path('KOTOBASHI_CHAT_KEY_FILE', undefined, 'A file with the bearer token that they ask for.'),
  chatConcurrency: integer(
    'KOTOBASHI_CHAT_CONCURRENCY',
    32,
    { unit: 'sentences', least: 1, most: 10_000 },
    'Sentences of one process that are with these endpoints at a time.',
  ),
  inferencePool: text(
    'KOTOBASHI_INFERENCE_POOL',
    undefined,
    'Addresses of `kotobashi inference` processes with the same models, joined by commas: `http://machine-2:8090,http://machine-3:8090`.',
  ),
  inferenceSecretFile: path(
    'KOTOBASHI_INFERENCE_SECRET_FILE',
    undefined,
    'A file with the secret, of 128 bits or more, that these processes and their callers share.',
  ),
  traceUrl: text(
    'KOTOBASHI_TRACE_URL',
    undefined,
    'Where traces of requests are sent, as OTLP over HTTP: `http://collector:4318/v1/traces`. Unset: nothing is traced. See docs/guides/operations.md.',
  ),
  tracePercent: integer(
    'KOTOBASHI_TRACE_PERCENT',
    100,
    { unit: 'percent', least: 0, most: 100 },
    'Requests that are traced, of those whose callers do not send a `traceparent` that decides it.',
  ),
} as const;
