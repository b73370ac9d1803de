// Longer than other files on purpose: the one place in which every part of the service is made, handed on and closed.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { Authenticator } from '../accounts/authentication/authenticator.js';
import { NonceStore } from '../accounts/authentication/nonce-store.js';
import { FailureThrottle } from '../accounts/authentication/throttle.js';
import type { CallbackRules } from '../accounts/callback-address.js';
import { Callbacks } from '../accounts/callbacks.js';
import { MeteredAdmission } from '../accounts/metering/metered-admission.js';
import { Quotas } from '../accounts/metering/quota.js';
import { RateGate } from '../accounts/metering/rate.js';
import { adminTokenOf } from '../accounts/secrets/admin-token.js';
import { SignInCodes } from '../accounts/secrets/sign-in-codes.js';
import { CustomModels } from '../adaptation/custom-models.js';
import { NearPairs } from '../adaptation/near-pairs.js';
import { CustomFields } from '../fields/custom.js';
import { buildApp, type Door } from '../http/app.js';
import { FormReader, formBytes } from '../http/body/file-form.js';
import { FormMemory } from '../http/body/form-memory.js';
import { drain } from '../http/drain.js';
import { measureInference } from '../http/metrics/inference-metrics.js';
import { Metrics } from '../http/metrics/metrics.js';
import type { ApiInstance, AppParts } from '../http/parts.js';
import type { Trouble } from '../http/trouble.js';
import { BacklogReader, measureBacklog } from '../jobs/backlog-metrics.js';
import { TranslationSubmissions } from '../jobs/translations/submissions.js';
import { SubmittedTranslations } from '../jobs/translations/submitted-translations.js';
import type { ModelPort } from '../model/model-port.js';
import { Languages } from '../requests/languages.js';
import { RequestMetering } from '../requests/metering.js';
import { RequestResolver } from '../requests/request-resolver.js';
import { DictionaryVersions } from '../resources/dictionary-versions.js';
import { EntrySearch } from '../resources/entries/entry-search.js';
import { UndoLog } from '../resources/entries/undo-log.js';
import { ImportPreviews } from '../resources/imports/import-preview.js';
import { StoredPhrases } from '../resources/phrases.js';
import { ResourceIndexes } from '../resources/resource-index.js';
import { ResourceSelector } from '../resources/selector.js';
import { StoredTerms } from '../resources/terms.js';
import { TermsAhead } from '../resources/terms-ahead.js';
import type { Settings } from '../settings/read-settings.js';
import { ThreadPool } from '../threads/thread-pool.js';
import { TranslationPipeline } from '../translate/translation-pipeline.js';
import { type AccountParts, openAccounts } from './accounts.js';
import { Closing } from './closing.js';
import { openFiles } from './files.js';
import { withRemoteInference } from './inference.js';
import { composeModel } from './model.js';
import { openTracing } from './tracing.js';
import { openWorkers } from './workers.js';

export { type AccountParts, type Accounts, composeAccounts, composeLogger } from './accounts.js';
export { warmUp } from './model.js';

/** The whole service; `app` does not listen yet. */
export interface Service extends AccountParts, AppParts {
  readonly app: ApiInstance;
  /** The admin interface: `app` itself, unless it is served apart. */
  readonly adminApp: ApiInstance;
  readonly model: ModelPort;
  readonly pipeline: TranslationPipeline;
  readonly nonceStore: NonceStore;
  readonly rate: RateGate;
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** A model that somebody else made and will close; several services of one process may share it. */
  readonly model?: ModelPort;
}

export async function composeService(
  settings: Settings,
  logger: Logger,
  options: ServiceOptions = {},
): Promise<Service> {
  const closing = new Closing();
  try {
    const adminToken = adminTokenOf(settings);
    // First, so that it is closed last: what is under way when the process stops is traced to its end.
    const tracing = closing.add(await openTracing(settings, 'kotobashi'), (made) => made?.close());
    const core = await openCore(settings, logger, closing, options);
    const { store, changes, keyCache, pipeline, terms, usage } = core;
    const onError = (error: unknown) => logger.warn({ err: error }, 'terms could not be compiled ahead');
    closing.add(new TermsAhead({ store, changes, terms, compiler: pipeline, onError }), (made) =>
      made.close(),
    );
    const nonceStore = closing.own(
      new NonceStore(store, settings.nonceWindow * 1000, (error) =>
        logger.warn({ err: error }, 'old nonces could not be cleaned up'),
      ),
    );
    const throttle = closing.own(
      new FailureThrottle(store, (error) =>
        logger.warn({ err: error }, 'old failures could not be cleaned up'),
      ),
    );
    const authenticator = new Authenticator(keyCache, throttle, {
      nonceWindowMs: settings.nonceWindow * 1000,
    });
    const signInCodes = new SignInCodes();
    const rate = closing.own(new RateGate(store));
    const metering = new RequestMetering({
      rate,
      meteredAdmission: closing.own(new MeteredAdmission(store)),
      quotas: new Quotas(store),
      usage,
      ratePerMinute: settings.ratePerMinute,
    });
    const submissions = closing.own(
      new TranslationSubmissions({
        store,
        pipeline,
        backlogJobs: settings.backlogJobs,
        backlogCharacters: settings.backlogCharacters,
      }),
    );
    if (settings.workers) await openWorkers({ ...core, tracing }, settings, logger, closing);
    let stopping = false;
    const parts: AppParts = {
      ...core,
      settings,
      logger,
      adminToken,
      tracing,
      authenticator,
      throttle,
      nonceStore,
      signInCodes,
      forms: new FormReader(
        join(settings.data, 'uploads'),
        new FormMemory(FORMS_IN_MEMORY * formBytes(settings.fileMegabytes)),
        store.disk,
      ),
      metering,
      callbacks: new Callbacks(store, changes, callbackRules(settings)),
      entrySearch: new EntrySearch(store),
      importPreviews: new ImportPreviews(store, core.pairReader),
      undoLog: new UndoLog(store, changes),
      submissions,
      submittedTranslations: new SubmittedTranslations(store),
      backlog: new BacklogReader(store.db),
      stopping: () => stopping,
      disk: store.disk,
      troubles: () => troublesOf(core, stopping),
    };
    const open = async (door: Door) =>
      closing.add(await buildApp(parts, door), (built) => drain(built, settings.drainSeconds));
    const isApart = settings.adminListen !== undefined;
    const app = await open(isApart ? 'public' : 'all');
    const adminApp = isApart ? await open('admin') : app;
    const close = async () => {
      stopping = true;
      await sleep(settings.shutdownDelay * 1000);
      await closing.close();
    };
    return { ...parts, ...core, app, adminApp, nonceStore, rate, close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Why the service cannot do all of its work. */
async function troublesOf({ store, model }: Core, stopping: boolean): Promise<readonly Trouble[]> {
  const database = await store.db.execute(sql`select 1`).then(
    () => undefined,
    () => 'The database does not answer.',
  );
  const { models, unusable } = model.standing();
  const found: readonly (readonly [Trouble['part'], string | undefined])[] = [
    ['process', stopping ? 'The service was told to stop.' : undefined],
    ['database', database],
    ['storage', store.disk?.trouble],
    ['model', models.length === 0 && unusable.length === 0 ? 'No model is installed.' : undefined],
    ...unusable.map(({ reason }) => ['model', `A model cannot be used: ${reason}`] as const),
  ];
  return found.flatMap(([part, message]) => (message === undefined ? [] : [{ part, message }]));
}

/** A process that only works in the background. */
export interface BackgroundService {
  readonly model: ModelPort;
  close(): Promise<void>;
}

export async function composeBackground(
  settings: Settings,
  logger: Logger,
  options: ServiceOptions = {},
): Promise<BackgroundService> {
  const closing = new Closing();
  try {
    const tracing = closing.add(await openTracing(settings, 'kotobashi-worker'), (made) => made?.close());
    const core = await openCore(settings, logger, closing, options);
    await openWorkers({ ...core, tracing }, settings, logger, closing);
    return { model: core.model, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** What requests and background work share: accounts, models, the pipeline, and the way of an order onto it. */
type Core = Readonly<Awaited<ReturnType<typeof openCore>>>;

async function openCore(settings: Settings, logger: Logger, closing: Closing, options: ServiceOptions = {}) {
  const accounts = await openAccounts(settings, logger, closing);
  const { store, changes, contracts, fields, trainedModels } = accounts;
  const metrics = closing.own(new Metrics());
  measureBacklog(metrics.registry, store.db);
  if (store.disk !== undefined) metrics.measureDisk(store.disk, settings.diskReserveMegabytes * 1024 ** 2);
  const local = options.model ?? closing.own(composeModel(settings));
  const model = closing.own(withRemoteInference(local, settings, measureInference(metrics.registry)));
  const analysts = closing.own(new ThreadPool(TEXT_THREADS));
  const pipeline = new TranslationPipeline(
    model,
    {
      cacheEntries: settings.segmentCacheEntries,
      cacheBytes: settings.segmentCacheMegabytes * 1024 ** 2,
      nearThreshold: settings.nearMatchPercent / 100,
    },
    metrics,
    analysts,
  );
  const customFields = CustomFields.bundled();
  const languages = new Languages(pipeline, model);
  const indexers = closing.own(new ThreadPool(INDEXING));
  const terms = new StoredTerms(store);
  const resources = new ResourceSelector({
    fields,
    resourceIndexes: closing.own(new ResourceIndexes(store, changes)),
    dictionaries: closing.own(new DictionaryVersions(store, changes)),
    terms,
    phrases: new StoredPhrases(store, indexers),
  });
  const customModels = new CustomModels({
    store,
    model,
    customFields,
    trainedModels,
    threadPool: closing.own(new ThreadPool(OPENING)),
    memoryBudget: settings.customModelMegabytes * 1024 ** 2,
  });
  const nearPairs = new NearPairs(model, NEAR_PAIR_BYTES);
  const resolver = new RequestResolver({
    contracts,
    languages,
    fields,
    customFields,
    resources,
    customModels,
    nearPairs,
    formats: settings.formats,
    inference: settings.inference,
  });
  const files = openFiles({ ...accounts, pipeline, resolver }, settings, logger, closing);
  metrics.measureDocuments(files.documents);
  return { ...accounts, ...files, metrics, model, pipeline, terms, customFields, languages, resolver };
}

/** Of the largest forms, how many are taken out of their files on disk at once. */
const FORMS_IN_MEMORY = 4;

/** Threads for texts of several pages; each takes a second at most. */
const TEXT_THREADS = { threads: 2, memoryMegabytes: 512, queueLimit: 256 };

/** Decoder states of phrase pairs kept because they helped lately: some ten thousand sentences. */
const NEAR_PAIR_BYTES = 64 * 1024 ** 2;

/** Threads that build indexes of phrase pairs, one of them for small ones; their arrays lie outside the heap. */
const INDEXING = { threads: 2, memoryMegabytes: 512, queueLimit: 1000 };
/** Threads that open custom models; their arrays lie outside the heap. */
const OPENING = { threads: 1, memoryMegabytes: 1024, queueLimit: 1000 };

function callbackRules({ callbackAllowPrivate, callbackLowPorts }: Settings): CallbackRules {
  return { allowPrivate: callbackAllowPrivate, lowPorts: new Set(callbackLowPorts) };
}
