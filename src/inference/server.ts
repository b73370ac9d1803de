import { readFileSync } from 'node:fs';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Value } from 'typebox/value';
import { sameSecret } from '../accounts/secrets/constant-time.js';
import {
  type CallOptions,
  ModelBusy,
  type ModelPort,
  type SentenceResult,
  SentenceTooLong,
  UnsupportedDirection,
} from '../model/model-port.js';
import type { TraceSpan, Tracing } from '../tracing/trace-span.js';
import {
  InferRequest,
  readCall,
  readSentence,
  SENTENCES_MODEL,
  type SentenceMessage,
  TENSORS,
  type TextTensor,
  textTensor,
  writeResult,
} from './sentence-message.js';

export interface InferenceServerParts {
  readonly model: ModelPort;
  readonly secret: string;
  readonly logger: FastifyBaseLogger;
  readonly tracing: Tracing | undefined;
  /** PEM files; absent: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A window of the pipeline is 64 sentences. */
const BODY_LIMIT_BYTES = 16 * 1024 ** 2;

/** Of the tensors and what stands in them. */
const VERSION = '1';

/** A call that is answered with an error of the protocol. */
class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Translates sentences for other processes: a server of the Open Inference Protocol with one model, which takes and gives sentences
 * in JSON. Whoever calls must know the shared secret; health says nothing and is open, for load balancers.
 */
export function buildInferenceServer(parts: InferenceServerParts): FastifyInstance {
  const { model, secret, logger, tracing, tls } = parts;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    ...(tls && { https: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } }),
  });
  app.setErrorHandler((error: unknown, request, reply) => {
    const status = statusOf(error);
    if (status === 500) request.log.error({ err: error }, 'inference failed');
    const message =
      status < 500 && error instanceof Error ? error.message : 'The sentences were not translated.';
    return reply.code(status).send({ error: message });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'There is no such path or model.' }),
  );

  app.get('/v2/health/live', async () => ({}));
  app.get('/v2/health/ready', async () => ({}));
  app.register(async (guarded) => {
    const expected = Buffer.from(`Bearer ${secret}`);
    guarded.addHook('onRequest', async ({ headers }) => {
      if (!sameSecret(Buffer.from(headers.authorization ?? ''), expected)) {
        throw new Refusal(401, 'The shared secret is missing or wrong.');
      }
    });
    guarded.get('/v2', async () => ({ name: 'kotobashi', version: VERSION, extensions: [] }));
    guarded.get(`/v2/models/${SENTENCES_MODEL}`, async () => ({
      name: SENTENCES_MODEL,
      versions: [VERSION],
      platform: 'kotobashi',
      inputs: [
        { name: TENSORS.sentences, datatype: 'BYTES', shape: [-1] },
        { name: TENSORS.call, datatype: 'BYTES', shape: [1] },
      ],
      outputs: [{ name: TENSORS.results, datatype: 'BYTES', shape: [-1] }],
    }));
    guarded.get(`/v2/models/${SENTENCES_MODEL}/ready`, async () => ({}));
    guarded.post(`/v2/models/${SENTENCES_MODEL}/infer`, async (request, reply) => {
      const { body } = request;
      if (!Value.Check(InferRequest, body)) throw new Refusal(400, 'It is no inference request.');
      // Whoever gave up closes the connection: its rows leave the batch. Of the answer, which ends once; the
      // connection lives on for many of them.
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { traceparent } = request.headers;
      const span = tracing?.request(
        `infer ${SENTENCES_MODEL}`,
        typeof traceparent === 'string' ? traceparent : undefined,
      );
      const results = await translated(model, body.inputs, gone.signal, span).finally(() => span?.end());
      return { model_name: SENTENCES_MODEL, outputs: [textTensor(TENSORS.results, results)] };
    });
  });
  return app;
}

async function translated(
  model: ModelPort,
  inputs: readonly TextTensor[],
  signal: AbortSignal,
  trace: TraceSpan | undefined,
): Promise<readonly string[]> {
  const sentences = elementsOf(inputs, TENSORS.sentences, readSentence);
  const [call] = elementsOf(inputs, TENSORS.call, readCall);
  if (call === undefined) throw new Refusal(400, `${TENSORS.call} is missing.`);
  for (const { from, to, version } of sentences) {
    const own = model.version(from, to);
    if (own !== version) throw new Refusal(409, `This process has ${own}, and was asked for ${version}.`);
  }
  try {
    const { caller: fairnessKey, priority } = call;
    const options = { fairnessKey, priority, signal, ...(trace && { trace }) };
    return (await run(model, sentences, options)).map(writeResult);
  } catch (error) {
    if (!(error instanceof SentenceTooLong)) throw error;
    return sentences.map(() => writeResult('too-long'));
  }
}

function run(
  model: ModelPort,
  sentences: readonly SentenceMessage[],
  options: CallOptions,
): Promise<readonly SentenceResult[]> {
  const requests = sentences.map(({ from, to, source, domain, register, before, decode }) => ({
    from,
    to,
    source,
    ...(domain !== undefined && { domain }),
    ...(register !== undefined && { register }),
    ...(before !== undefined && { before }),
    ...(decode !== undefined && { decode }),
  }));
  return model.translate(requests, { ...options, inference: 'local' });
}

function elementsOf<Element>(
  inputs: readonly TextTensor[],
  name: string,
  read: (text: string) => Element | undefined,
): readonly Element[] {
  const tensor = inputs.find((input) => input.name === name);
  if (tensor === undefined) throw new Refusal(400, `${name} is missing.`);
  return tensor.data.map((text) => {
    const element = read(text);
    if (element === undefined) throw new Refusal(400, `An element of ${name} is not what it should be.`);
    return element;
  });
}

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.statusCode;
  if (error instanceof UnsupportedDirection) return 400;
  if (error instanceof ModelBusy) return 503;
  const known = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof known === 'number' && known >= 400 && known < 500 ? known : 500;
}
