// Longer than other files on purpose: the one place in which every part of the service is made, handed on and closed.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Authenticator } from './accounts/authenticator.js';
import { Callbacks } from './accounts/callbacks.js';
import { newAdminToken, secretFromFile } from './accounts/key-files.js';
import { Quotas } from './accounts/quota.js';
import { RateGate } from './accounts/rate.js';
import { Replays } from './accounts/replays.js';
import { TokenThrottle } from './accounts/throttle.js';
import { Turnstile } from './accounts/turnstile.js';
import { Deliverer } from './callbacks/deliverer.js';
import { SafeClient } from './callbacks/safe-client.js';
import { Closing } from './closing.js';
import { type AccountParts, openAccounts } from './compose-accounts.js';
import { composeModel } from './compose-translator.js';
import type { Settings } from './config.js';
import { CustomFields } from './fields/custom.js';
import { buildApp } from './http/app.js';
import { drain } from './http/drain.js';
import { Metrics } from './http/metrics.js';
import type { ApiInstance, AppParts } from './http/parts.js';
import { measureBacklog } from './jobs/backlog-metrics.js';
import { TranslationSubmissions } from './jobs/submissions.js';
import { Workers } from './jobs/workers.js';
import type { ModelPort } from './model/port.js';
import { TranslationIntake } from './orders/intake.js';
import { Languages } from './orders/languages.js';
import { DictionaryVersions } from './resources/dictionary-versions.js';
import { StoredPhrases } from './resources/phrases.js';
import { ResourceSelector } from './resources/selector.js';
import { Shelves } from './resources/shelf.js';
import { StoredTerms } from './resources/terms.js';
import { UserDictionary } from './resources/user-dictionary.js';
import { CustomModels } from './training/custom-models.js';
import { NearPairs } from './training/near-pairs.js';
import { Renewals } from './training/renewals.js';
import { Trainer } from './training/trainer.js';
import { TranslationRoad } from './translate/service.js';

export { type AccountParts, type Accounts, composeAccounts, composeLogger } from './compose-accounts.js';

/** The whole service; `app` does not listen yet. */
export interface Service extends AccountParts, AppParts {
  readonly app: ApiInstance;
  readonly model: ModelPort;
  readonly replays: Replays;
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
    const core = await openCore(settings, logger, closing, options);
    const { store, changes, keyring, road, intake } = core;
    const replays = closing.add(
      new Replays(store, settings.nonceWindow * 1000, (error) =>
        logger.warn({ err: error }, 'old nonces could not be cleaned up'),
      ),
      (made) => made.close(),
    );
    const authenticator = new Authenticator(keyring, replays, new TokenThrottle(store), {
      nonceWindowMs: settings.nonceWindow * 1000,
      replayCheck: settings.replayCheck,
    });
    const quotas = new Quotas(store);
    const submissions = closing.add(
      new TranslationSubmissions({
        store,
        road,
        intake,
        quotas,
        backlogJobs: settings.backlogJobs,
        backlogCharacters: settings.backlogCharacters,
      }),
      (made) => made.close(),
    );
    if (settings.workers) await openWorkers(core, settings, logger, closing);
    let draining = false;
    const parts: AppParts = {
      ...core,
      settings,
      logger,
      adminToken: settings.adminToken ?? secretFromFile(join(settings.data, 'admin.token'), newAdminToken),
      authenticator,
      rate: closing.add(new RateGate(store), (gate) => gate.close()),
      turnstile: closing.add(new Turnstile(store), (made) => made.close()),
      quotas,
      callbacks: new Callbacks(store, changes, settings.callbackAllowPrivate),
      dictionary: new UserDictionary(store, changes, { limit: settings.dictionaryLimit }),
      submissions,
      ready: async () => {
        if (draining) return false;
        return store.pool.query('select 1').then(
          () => true,
          () => false,
        );
      },
    };
    const app = closing.add(await buildApp(parts), async (built) => {
      draining = true;
      await drain(built, settings.drainSeconds);
    });
    return { ...core, ...parts, app, replays, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** A process that only works in the background. */
export interface BackgroundService {
  readonly model: ModelPort;
  close(): Promise<void>;
}

export async function composeBackground(settings: Settings, logger: Logger): Promise<BackgroundService> {
  const closing = new Closing();
  try {
    const core = await openCore(settings, logger, closing);
    await openWorkers(core, settings, logger, closing);
    return { model: core.model, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** What requests and background work share: accounts, models, the road, and the way of an order onto it. */
interface Core extends AccountParts {
  readonly metrics: Metrics;
  readonly model: ModelPort;
  readonly road: TranslationRoad;
  readonly customFields: CustomFields;
  readonly languages: Languages;
  readonly intake: TranslationIntake;
}

async function openCore(
  settings: Settings,
  logger: Logger,
  closing: Closing,
  options: ServiceOptions = {},
): Promise<Core> {
  const accounts = await openAccounts(settings, logger, closing);
  const { store, changes, contracts, fields, trainedModels } = accounts;
  const metrics = closing.add(new Metrics(logger), (made) => made.close());
  measureBacklog(metrics.registry, store.db);
  const model = options.model ?? closing.add(composeModel(settings), (service) => service.close());
  const road = new TranslationRoad(
    model,
    {
      cacheEntries: settings.segmentCacheEntries,
      cacheBytes: settings.segmentCacheMegabytes * 1024 ** 2,
      nearThreshold: settings.nearMatchPercent / 100,
    },
    metrics,
  );
  const customFields = CustomFields.bundled();
  const languages = new Languages(road);
  const resources = new ResourceSelector({
    fields,
    shelves: closing.add(new Shelves(store, changes), (made) => made.close()),
    dictionaries: closing.add(new DictionaryVersions(store, changes), (made) => made.close()),
    terms: new StoredTerms(store),
    phrases: new StoredPhrases(store),
  });
  const customModels = new CustomModels({
    store,
    model,
    customFields,
    trainedModels,
    memoryBudget: settings.customModelMegabytes * 1024 ** 2,
  });
  const nearPairs = new NearPairs(model, NEAR_PAIR_BYTES);
  const intake = new TranslationIntake({
    contracts,
    languages,
    fields,
    customFields,
    resources,
    customModels,
    nearPairs,
  });
  return { ...accounts, metrics, model, road, customFields, languages, intake };
}

/** Decoder states of phrase pairs kept because they helped lately: some ten thousand sentences. */
const NEAR_PAIR_BYTES = 64 * 1024 ** 2;

/** Open callback attempts per receiver, over all processes. */
const CALLBACKS_PER_HOST = 4;
/** Open callback attempts of one process. */
const CALLBACKS_AT_ONCE = 32;

async function openWorkers(core: Core, settings: Settings, logger: Logger, closing: Closing): Promise<void> {
  const { store, changes, keyring, imports, model, road, intake, customFields, trainingRequests } = core;
  const onError = (error: unknown) => logger.warn({ err: error }, 'background work was disturbed');
  const trainer = new Trainer({ store, model, customFields, threads: settings.modelThreads });
  const client = closing.add(
    new SafeClient({ allowPrivate: settings.callbackAllowPrivate, perHost: CALLBACKS_PER_HOST }),
    (made) => made.close(),
  );
  const deliverer = new Deliverer({
    db: store.db,
    keyring,
    client,
    perHost: CALLBACKS_PER_HOST,
    most: CALLBACKS_AT_ONCE,
    firstPauseMs: settings.callbackPause,
    onError,
  });
  closing.add(
    changes.on('callback', (accessKey) => {
      if (accessKey !== undefined) deliverer.cancel(accessKey);
    }),
    (stop) => stop(),
  );
  closing.add(
    await Workers.open({
      store,
      road,
      intake,
      handlers: {
        import: ({ importId }, run) => imports.run(importId, run),
        train: ({ jid }, run) => trainer.run(jid, run),
      },
      deliverer,
      leaseMs: settings.workerLease * 1000,
      drainMs: settings.drainSeconds * 1000,
      onError,
    }),
    (workers) => workers.close(),
  );
  const renewals = new Renewals({ store, model, trainingRequests, onError });
  closing.add(renewals, (made) => made.close());
  renewals.start();
}

/**
 * Has every model translate a word, so that the first caller does not wait for weights to be read. A model that cannot
 * is reported and left out; the others serve.
 */
export async function warmUp(model: ModelPort, logger: Logger): Promise<void> {
  const direct = model.directions().filter((direction) => direction.via === undefined);
  await Promise.all(
    direct.map(({ from, to }) =>
      model
        .translate([{ from, to, source: [{ kind: 'text', text: 'OK' }] }], {
          caller: 'warm-up',
          priority: 'interactive',
        })
        .catch((error: unknown) => logger.error({ err: error }, `nothing translates from ${from} to ${to}`)),
    ),
  );
}
