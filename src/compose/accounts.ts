// What the admin command needs of the house, apart from the rest: models and HTTP take seconds to load.
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { AuditTrail } from '../accounts/audit-trail.js';
import { Contracts } from '../accounts/contracts.js';
import { KeyAdmin } from '../accounts/key-admin.js';
import { KeyCache } from '../accounts/key-cache.js';
import { UsageLedger } from '../accounts/metering/usage.js';
import { OrganizationAdmin } from '../accounts/organization-admin.js';
import { masterKeys, refuseForeignKeys } from '../accounts/secrets/master-keys.js';
import { SecretBox } from '../accounts/secrets/secret-box.js';
import { DeadLetters } from '../callbacks/dead-letters.js';
import { FieldTree } from '../fields/tree.js';
import { PairReader } from '../interchange/pair-reader.js';
import { migrateQueue } from '../queue/enqueue.js';
import { Bindings } from '../resources/bindings.js';
import { Entries } from '../resources/entries/entries.js';
import { GlossaryDictionaries } from '../resources/glossary-dictionaries.js';
import { Imports } from '../resources/imports/imports.js';
import { Lists } from '../resources/lists.js';
import type { Settings } from '../settings/read-settings.js';
import { ChangeFeed } from '../store/changes.js';
import { DiskSpace } from '../store/disk-space.js';
import { EmbeddedServer } from '../store/embedded/server.js';
import { Store } from '../store/store.js';
import { TrainedModels } from '../training/trained-models.js';
import { TrainingRequests } from '../training/training-requests.js';
import { Closing } from './closing.js';

export { composeLogger } from './logger.js';

/** The database, and everything about accounts and what belongs to them: what the admin command needs. */
export type AccountParts = Readonly<Awaited<ReturnType<typeof openAccounts>>>;

/** The database of the settings: theirs, or the bundled one in the data folder. */
export async function openStore(settings: Settings, logger: Logger, closing: Closing): Promise<Store> {
  const url =
    settings.databaseUrl ??
    closing.own(
      await EmbeddedServer.open({ folder: settings.data, onRestart: (reason) => logger.warn(reason) }),
    ).url;
  const disk = closing.own(
    await DiskSpace.open({
      folder: settings.databaseUrl === undefined ? settings.data : undefined,
      reserveBytes: settings.diskReserveMegabytes * 1024 ** 2,
      onChange: (sentence, isShort) => logger[isShort ? 'error' : 'info'](sentence),
    }),
  );
  const store = closing.own(
    await Store.open({
      url,
      disk,
      poolSize: settings.poolSize,
      statementTimeoutMs: settings.statementTimeout * 1000,
      onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
    }),
  );
  if (settings.databaseUrl !== undefined) await warnOfSuperuser(store, logger);
  await migrateQueue(store.pool);
  return store;
}

/** Opens what `closing` then closes. */
export async function openAccounts(settings: Settings, logger: Logger, closing: Closing) {
  const store = await openStore(settings, logger, closing);
  const changes = closing.own(
    await ChangeFeed.open(store, (error) => logger.warn({ err: error }, 'the change feed broke')),
  );
  const box = new SecretBox(masterKeys(settings));
  await refuseForeignKeys(store, box);
  const organizationAdmin = new OrganizationAdmin(store, changes);
  const fields = FieldTree.bundled();
  const lists = new Lists(store, changes);
  const pairReader = closing.own(new PairReader());
  return {
    store,
    changes,
    organizationAdmin,
    fields,
    lists,
    entries: new Entries(store, changes, settings),
    secretBox: box,
    glossaryDictionaries: new GlossaryDictionaries(store, lists),
    bindings: new Bindings(store, changes, fields),
    imports: new Imports(store, lists, pairReader),
    pairReader,
    keyCache: closing.own(new KeyCache(store, box, changes)),
    auditTrail: new AuditTrail(store),
    keyAdmin: new KeyAdmin(store, box, changes, organizationAdmin),
    contracts: closing.own(new Contracts(store, changes)),
    usage: closing.own(new UsageLedger(store)),
    deadLetters: new DeadLetters(store),
    trainedModels: new TrainedModels(store),
    trainingRequests: new TrainingRequests(store, changes),
  };
}

/** A fault of ours must not be able to reach beyond our own tables. */
async function warnOfSuperuser({ db }: Store, logger: Logger): Promise<void> {
  const { rows } = await db.execute<{ isSuper: boolean }>(
    sql`select rolsuper as "isSuper" from pg_roles where rolname = current_user`,
  );
  if (rows[0]?.isSuper) {
    logger.info(
      'DATABASE_URL names a superuser: give the service a role that owns its database and nothing else.',
    );
  }
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
