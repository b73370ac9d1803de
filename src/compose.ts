// Longer than other files on purpose: the one place in which every part of the service is made, handed on and closed.
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { Authenticator } from './accounts/authenticator.js';
import { Callbacks } from './accounts/callbacks.js';
import { Contracts } from './accounts/contracts.js';
import { Directory } from './accounts/directory.js';
import { newAdminToken, secretFromFile } from './accounts/key-files.js';
import { Keyring } from './accounts/keyring.js';
import { Keys } from './accounts/keys.js';
import { Quotas } from './accounts/quota.js';
import { RateGate } from './accounts/rate.js';
import { Replays } from './accounts/replays.js';
import { SecretBox } from './accounts/secret-box.js';
import { TokenThrottle } from './accounts/throttle.js';
import { UsageLedger } from './accounts/usage.js';
import { DeadLetters } from './callbacks/dead-letters.js';
import { Deliverer } from './callbacks/deliverer.js';
import { SafeClient } from './callbacks/safe-client.js';
import { Closing } from './closing.js';
import { composeModel } from './compose-translator.js';
import type { Settings } from './config.js';
import { CustomFields } from './fields/custom.js';
import { FieldTree } from './fields/tree.js';
import { buildApp } from './http/app.js';
import { drain } from './http/drain.js';
import { Metrics } from './http/metrics.js';
import type { ApiInstance, AppParts } from './http/parts.js';
import { measureBacklog } from './jobs/backlog-metrics.js';
import { migrateQueue } from './jobs/queue.js';
import { TranslationSubmissions } from './jobs/submissions.js';
import { Workers, type WorkersOptions } from './jobs/workers.js';
import type { ModelPort } from './model/port.js';
import { TranslationIntake } from './orders/intake.js';
import { Languages } from './orders/languages.js';
import { Bindings } from './resources/bindings.js';
import { DictionaryVersions } from './resources/dictionary-versions.js';
import { Imports } from './resources/imports.js';
import { Lists } from './resources/lists.js';
import { StoredPhrases } from './resources/phrases.js';
import { ResourceSelector } from './resources/selector.js';
import { Shelves } from './resources/shelf.js';
import { StoredTerms } from './resources/terms.js';
import { UserDictionary } from './resources/user-dictionary.js';
import { ChangeFeed } from './store/changes.js';
import { EmbeddedServer } from './store/embedded/server.js';
import { Store } from './store/store.js';
import { CustomModels } from './training/custom-models.js';
import { NearPairs } from './training/near-pairs.js';
import { TrainedModels } from './training/trained-models.js';
import { Trainer } from './training/trainer.js';
import { TrainingRequests } from './training/training-requests.js';
import { TranslationRoad } from './translate/service.js';

/** Names under which secrets could reach a log line. */
const REDACTED = ['secretKey', 'encodedJWT', 'adminToken', 'authorization', 'signature', 'password'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** Logs go to standard error: standard output is for what a command answers. */
export function composeLogger(settings: Pick<Settings, 'logLevel'>): Logger {
  return pino({ level: settings.logLevel, redact: REDACTED }, pino.destination(2));
}

/** The database, and everything about accounts and what belongs to them: what the admin command needs. */
export interface AccountParts {
  readonly store: Store;
  readonly changes: ChangeFeed;
  readonly directory: Directory;
  readonly keyring: Keyring;
  readonly keys: Keys;
  readonly contracts: Contracts;
  readonly usage: UsageLedger;
  readonly fields: FieldTree;
  readonly lists: Lists;
  readonly bindings: Bindings;
  readonly imports: Imports;
  readonly deadLetters: DeadLetters;
  readonly trainedModels: TrainedModels;
  readonly trainingRequests: TrainingRequests;
}

async function openAccounts(settings: Settings, logger: Logger, closing: Closing): Promise<AccountParts> {
  const url =
    settings.databaseUrl ??
    closing.add(
      await EmbeddedServer.open({ folder: settings.data, onRestart: (reason) => logger.warn(reason) }),
      (server) => server.close(),
    ).url;
  const store = closing.add(
    await Store.open({
      url,
      poolSize: settings.poolSize,
      onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
    }),
    (opened) => opened.close(),
  );
  await migrateQueue(store.pool);
  const changes = closing.add(
    await ChangeFeed.open(store, (error) => logger.warn({ err: error }, 'the change feed broke')),
    (feed) => feed.close(),
  );
  const masterKey =
    settings.secretKey ??
    secretFromFile(join(settings.data, 'secret.key'), () => SecretBox.newKey().toString('base64'));
  const box = new SecretBox(Buffer.from(masterKey, 'base64'));
  const directory = new Directory(store, changes);
  const fields = FieldTree.bundled();
  const lists = new Lists(store, changes);
  return {
    store,
    changes,
    directory,
    fields,
    lists,
    bindings: new Bindings(store, changes, fields),
    imports: new Imports(store, lists),
    keyring: closing.add(new Keyring(store, box, changes), (ring) => ring.close()),
    keys: new Keys(store, box, changes, directory),
    contracts: closing.add(new Contracts(store, changes), (contracts) => contracts.close()),
    usage: closing.add(new UsageLedger(store), (ledger) => ledger.close()),
    deadLetters: new DeadLetters(store),
    trainedModels: new TrainedModels(store),
    trainingRequests: new TrainingRequests(store, settings.trainingsPerOrganization),
  };
}

export interface Accounts extends AccountParts {
  close(): Promise<void>;
}

export async function composeAccounts(settings: Settings, logger: Logger): Promise<Accounts> {
  const closing = new Closing();
  try {
    return { ...(await openAccounts(settings, logger, closing)), close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

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
    const accounts = await openAccounts(settings, logger, closing);
    const { store, changes, keyring, contracts, fields, imports, trainedModels } = accounts;
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
    const shelves = closing.add(new Shelves(store, changes), (made) => made.close());
    const dictionaries = closing.add(new DictionaryVersions(store, changes), (made) => made.close());
    const resources = new ResourceSelector({
      fields,
      shelves,
      dictionaries,
      terms: new StoredTerms(store),
      phrases: new StoredPhrases(store),
    });

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
    const languages = new Languages(road);
    const intake = new TranslationIntake({
      contracts,
      languages,
      fields,
      customFields,
      resources,
      customModels: new CustomModels({
        store,
        model,
        customFields,
        trainedModels,
        memoryBudget: settings.customModelMegabytes * 1024 ** 2,
      }),
      nearPairs: new NearPairs(model, NEAR_PAIR_BYTES),
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
    const trainer = new Trainer({ store, model, customFields, threads: settings.modelThreads });
    if (settings.workers) {
      await openWorkers(
        {
          store,
          road,
          intake,
          handlers: {
            import: ({ importId }, run) => imports.run(importId, run),
            train: ({ jid }, run) => trainer.run(jid, run),
          },
        },
        accounts,
        settings,
        logger,
        closing,
      );
    }
    let draining = false;
    const parts: AppParts = {
      ...accounts,
      settings,
      logger,
      metrics,
      adminToken: settings.adminToken ?? secretFromFile(join(settings.data, 'admin.token'), newAdminToken),
      authenticator,
      rate: closing.add(new RateGate(store), (gate) => gate.close()),
      quotas,
      callbacks: new Callbacks(store, changes, settings.callbackAllowPrivate),
      dictionary: new UserDictionary(store, changes, { limit: settings.dictionaryLimit }),
      languages,
      intake,
      road,
      customFields,
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
    return { ...accounts, ...parts, app, model, replays, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Decoder states of phrase pairs kept because they helped lately: some ten thousand sentences. */
const NEAR_PAIR_BYTES = 64 * 1024 ** 2;

/** Open callback attempts per receiver, over all processes. */
const CALLBACKS_PER_HOST = 4;
/** Open callback attempts of one process. */
const CALLBACKS_AT_ONCE = 32;

async function openWorkers(
  work: Pick<WorkersOptions, 'store' | 'road' | 'intake' | 'handlers'>,
  { keyring, changes }: AccountParts,
  settings: Settings,
  logger: Logger,
  closing: Closing,
): Promise<void> {
  const onError = (error: unknown) => logger.warn({ err: error }, 'background work was disturbed');
  const client = closing.add(
    new SafeClient({ allowPrivate: settings.callbackAllowPrivate, perHost: CALLBACKS_PER_HOST }),
    (made) => made.close(),
  );
  const deliverer = new Deliverer({
    db: work.store.db,
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
      ...work,
      deliverer,
      leaseMs: settings.workerLease * 1000,
      drainMs: settings.drainSeconds * 1000,
      onError,
    }),
    (workers) => workers.close(),
  );
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
