import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyRequest, LogController } from 'fastify';
import { Failure } from '../base/failure.js';
import { StartError } from '../base/start-error.js';
import { answerBrokenRequests, answerExpectations, refuseTunnels } from './answer/broken-requests.js';
import { allowOtherOrigins } from './answer/cors.js';
import { sendFailure, toFailure } from './answer/failure-edge.js';
import { whyNotOffered } from './answer/not-offered.js';
import { secureAnswers } from './answer/security-headers.js';
import { refuseOtherEncodings } from './body/body-encoding.js';
import { readJsonBodies } from './body/json-body.js';
import { readNullAsAbsent } from './body/null-as-absent.js';
import { Admission, admitTo, boundArrivals } from './caller/admission.js';
import { authenticationHook } from './caller/authentication.js';
import { bindSignatures } from './caller/replay.js';
import { notCovered } from './compat/not-covered.js';
import { compatibleRoutes } from './compat/routes.js';
import { consolePages } from './console.js';
import { traceRequests } from './metrics/traced-requests.js';
import type { ApiInstance, AppParts } from './parts.js';
import { documentApi } from './reference/documentation.js';
import { RouteTable } from './reference/route-table.js';
import { compileSchemasOnDemand } from './reference/schemas-on-demand.js';
import { accountRoutes } from './routes/account/account.js';
import { callbackRoutes } from './routes/account/callback.js';
import { callbackDeliveryRoutes } from './routes/account/callback-deliveries.js';
import { consoleSessionRoutes } from './routes/account/console-session.js';
import { consoleSignInRoutes } from './routes/account/console-sign-in.js';
import { tokenRoutes } from './routes/account/token.js';
import { adminRoutes } from './routes/admin/admin.js';
import { downloadRoutes } from './routes/files/downloads.js';
import { fileRoutes } from './routes/files/files.js';
import { fileRevisionRoutes } from './routes/files/revisions.js';
import { healthRoutes } from './routes/health.js';
import { helloRoutes } from './routes/hello.js';
import { dictionaryRoutes } from './routes/resources/dictionary.js';
import { listRoutes } from './routes/resources/lists.js';
import { termCheckRoutes } from './routes/resources/term-check.js';
import { trainingFieldRoutes } from './routes/training/fields.js';
import { trainingHistoryRoutes } from './routes/training/history.js';
import { trainingRoutes } from './routes/training/training.js';
import { asyncRoutes } from './routes/translate/async.js';
import { fieldRoutes } from './routes/translate/fields.js';
import { languageRoutes } from './routes/translate/languages.js';
import { submittedRoutes } from './routes/translate/submitted.js';
import { translateRoutes } from './routes/translate/translate.js';
import type { Trouble } from './trouble.js';

/** Beyond what any client of the interface needs, and far below what could hurt. */
const LONGEST_PATH_PARAMETER = 512;
/** Admin requests worked on at once, apart from those of callers. */
const ADMIN_IN_FLIGHT = 32;
/** For files; slow lines manage half a megabyte a second. */
const LONGEST_ARRIVAL_MS = 120_000;

const FULL: Trouble = {
  part: 'requests',
  message: 'As many requests are worked on as KOTOBASHI_MAX_IN_FLIGHT allows.',
};

/** Node would refuse requests without the header in a way of its own, without a word; here they fail like any other. */
const WITHOUT_HOST = { requireHostHeader: false };

/** What is served through one listener: the interface, the operator's part, or both. */
export type Door = 'all' | 'public' | 'admin';

/** Builds the HTTP service. Nothing listens yet. */
export async function buildApp(parts: AppParts, door: Door = 'all'): Promise<ApiInstance> {
  const { settings } = parts;
  const app = fastify({
    loggerInstance: parts.logger,
    // Requests on open connections are answered while the service drains.
    return503OnClosing: false,
    // Every request is in the metrics; one line each would be the slowest part of a short request.
    logController: new LogController({ disableRequestLogging: true }),
    // For the same reason no logger for each: the few lines that are about a request name it themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: settings.bodyLimit,
    requestTimeout: LONGEST_ARRIVAL_MS,
    // One hop: the address that our own proxy saw. What stands before it in the header is what the caller claims.
    trustProxy: settings.trustProxy ? (_address, hop) => hop < 1 : false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PATH_PARAMETER },
    ...tls(settings.tlsCert, settings.tlsKey),
    clientErrorHandler: answerBrokenRequests,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendFailure(toFailure(error), request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  compileSchemasOnDemand(app);
  app.server.on('checkExpectation', answerExpectations);
  app.server.on('connect', refuseTunnels);

  const table = new RouteTable();
  app.addHook('onRoute', (route) => {
    // The route that answers preflights of every path says nothing about which paths exist.
    if (route.url === '*') return;
    table.add(route.url, Array.isArray(route.method) ? route.method : [route.method]);
  });
  traceRequests(app, parts.tracing);
  app.decorateRequest('caller', null);
  app.decorateRequest('signed', null);
  app.decorateRequest('bodyDigest', null);
  app.decorateRequest('keyChoice', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // The next request of this connection finds a server that stays.
    if (parts.stopping()) reply.header('connection', 'close');
    const wrong = wrongHead(request);
    done(wrong === undefined ? undefined : new Failure('requestInvalid', { message: wrong }));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    parts.metrics.answered(request.method, route, reply.statusCode, reply.elapsedTime);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    parts.disk?.noticed(error);
    const failure = toFailure(error);
    parts.metrics.failed(failure.code);
    return sendFailure(failure, request, reply);
  });
  refuseOtherEncodings(app);
  readJsonBodies(app);
  readNullAsAbsent(app);
  secureAnswers(app, settings.tlsCert !== undefined);
  allowOtherOrigins(app, settings.corsOrigins);
  await documentApi(app);

  const admission = new Admission(settings.maxInFlight, settings.maxInFlightPerOrganization);
  boundArrivals(app, settings.bodyLimit);
  await app.register(async (open) => {
    admitTo(open, admission);
    if (door !== 'admin') await open.register(tokenRoutes, parts);
    if (door !== 'admin') await open.register(consoleSignInRoutes, parts);
    if (door !== 'admin') await open.register(consoleSessionRoutes, parts);
    if (door !== 'admin') await open.register(publicRoutes, parts);
  });
  if (door !== 'admin') {
    await app.register(compatibleRoutes, { parts, admit: (routes) => admitTo(routes, admission) });
  }
  await app.register(async (operator) => {
    // Of its own, so that whatever callers do, the operator still gets in.
    admitTo(operator, new Admission(ADMIN_IN_FLIGHT, ADMIN_IN_FLIGHT));
    if (door !== 'public') await operator.register(adminRoutes, parts);
  });
  await app.register(healthRoutes, {
    ...parts,
    showsMetrics: door !== 'public',
    troubles: async () => [...(admission.full ? [FULL] : []), ...(await parts.troubles())],
  });
  await app.register(consolePages);

  // After all routes, so that the table is complete when it is asked.
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = table.methodsOf(path);
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    const failure =
      methods.length > 0
        ? new Failure('requestInvalid', { status: 405, message: `This path takes ${methods.join(', ')}.` })
        : new Failure('pathUnknown', whyNotOffered(path));
    parts.metrics.failed(failure.code);
    const vendor = door === 'admin' ? undefined : notCovered(request, settings, failure);
    return sendFailure(failure, request, reply, vendor);
  });
  return app;
}

/** The interface: routes that need to know who is calling. */
async function publicRoutes(known: ApiInstance, parts: AppParts): Promise<void> {
  known.addHook('onRequest', authenticationHook(parts.authenticator));
  bindSignatures(known, parts.settings.replayCheck ? parts.nonceStore : undefined);
  await known.register(helloRoutes);
  await known.register(languageRoutes, parts);
  await known.register(translateRoutes, parts);
  await known.register(asyncRoutes, parts);
  await known.register(dictionaryRoutes, parts);
  await known.register(listRoutes, parts);
  await known.register(termCheckRoutes, parts);
  await known.register(fieldRoutes, parts);
  await known.register(callbackRoutes, parts);
  await known.register(callbackDeliveryRoutes, parts);
  await known.register(submittedRoutes, parts);
  await known.register(accountRoutes, parts);
  await known.register(fileRoutes, parts);
  await known.register(downloadRoutes, parts);
  await known.register(fileRevisionRoutes, parts);
  await known.register(trainingRoutes, parts);
  await known.register(trainingFieldRoutes, parts);
  await known.register(trainingHistoryRoutes, parts);
}

/** What no request may have in its first lines. */
function wrongHead({ url, raw }: FastifyRequest): string | undefined {
  // No id, name or language holds one, and PostgreSQL takes none.
  if (url.includes('%00')) return 'The path holds a NUL character: take it out.';
  const isBare = raw.httpVersion === '1.1' && raw.headers.host === undefined;
  return isBare ? 'The Host header is missing: HTTP/1.1 asks for it.' : undefined;
}

function tls(certificate: string | undefined, key: string | undefined) {
  if (certificate === undefined && key === undefined) return { http: WITHOUT_HOST };
  if (certificate === undefined || key === undefined) {
    throw new StartError('HTTPS needs both KOTOBASHI_TLS_CERT and KOTOBASHI_TLS_KEY.');
  }
  const https = { ...WITHOUT_HOST, cert: readFileSync(certificate), key: readFileSync(key) };
  try {
    createSecureContext(https);
  } catch (cause) {
    throw new StartError(
      `${certificate} and ${key} are no certificate (PEM) with its private key. Check KOTOBASHI_TLS_CERT and KOTOBASHI_TLS_KEY.`,
      { cause },
    );
  }
  return { https };
}
