// What the admin command needs of the house, apart from the rest: models and HTTP take seconds to load.
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { Contracts } from './accounts/contracts.js';
import { Directory } from './accounts/directory.js';
import { secretFromFile } from './accounts/key-files.js';
import { Keyring } from './accounts/keyring.js';
import { Keys } from './accounts/keys.js';
import { SecretBox } from './accounts/secret-box.js';
import { UsageLedger } from './accounts/usage.js';
import { DeadLetters } from './callbacks/dead-letters.js';
import { Closing } from './closing.js';
import type { Settings } from './config.js';
import { FieldTree } from './fields/tree.js';
import { migrateQueue } from './jobs/queue.js';
import { loggedError } from './logged-error.js';
import { Bindings } from './resources/bindings.js';
import { Imports } from './resources/imports.js';
import { Lists } from './resources/lists.js';
import { ChangeFeed } from './store/changes.js';
import { EmbeddedServer } from './store/embedded/server.js';
import { Store } from './store/store.js';
import { TrainedModels } from './training/trained-models.js';
import { TrainingRequests } from './training/training-requests.js';

/** Names under which secrets could reach a log line. */
const REDACTED = ['secretKey', 'encodedJWT', 'adminToken', 'authorization', 'signature', 'password'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** Logs go to standard error: standard output is for what a command answers. */
export function composeLogger(settings: Pick<Settings, 'logLevel'>): Logger {
  return pino(
    { level: settings.logLevel, redact: REDACTED, serializers: { err: loggedError } },
    pino.destination(2),
  );
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

/** Opens what `closing` then closes. */
export async function openAccounts(
  settings: Settings,
  logger: Logger,
  closing: Closing,
): Promise<AccountParts> {
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
