import type { Logger } from 'pino';
import { Deliverer } from '../callbacks/deliverer.js';
import { SafeClient } from '../callbacks/safe-client.js';
import type { CustomFields } from '../fields/custom.js';
import { FileJobs } from '../files/file-jobs.js';
import { BackgroundJob, type BackgroundJobOptions } from '../jobs/background-job.js';
import { DisabledWork } from '../jobs/disabled-work.js';
import { isPassing } from '../jobs/retry-policy.js';
import { endDisabledTranslations } from '../jobs/translations/disabled-translations.js';
import { TranslationJobs } from '../jobs/translations/translation-jobs.js';
import { type JobRunner, Workers } from '../jobs/workers.js';
import type { ModelPort } from '../model/model-port.js';
import type { RequestResolver } from '../requests/request-resolver.js';
import { ImportJobs } from '../resources/imports/import-jobs.js';
import type { Settings } from '../settings/read-settings.js';
import { ThreadPool } from '../threads/thread-pool.js';
import type { Tracing } from '../tracing/trace-span.js';
import { Renewals } from '../training/renewals.js';
import { TrainingJobs } from '../training/training-jobs.js';
import type { Pipeline } from '../translate/pipeline-types.js';
import type { AccountParts } from './accounts.js';
import type { Closing } from './closing.js';
import type { FileParts } from './files.js';

/** What background work is done with. */
interface WorkerParts extends AccountParts, Pick<FileParts, 'documents' | 'fileRequests'> {
  readonly tracing: Tracing | undefined;
  readonly model: ModelPort;
  readonly pipeline: Pipeline;
  readonly resolver: RequestResolver;
  readonly customFields: CustomFields;
}

/** Threads that compute for trainings. */
const TRAINING = { threads: 2, memoryMegabytes: 2048, queueLimit: 100, background: true };

/** Open callback attempts per receiver, over all processes. */
const CALLBACKS_PER_HOST = 4;
/** Open callback attempts of one process. */
const CALLBACKS_AT_ONCE = 32;

/** Opens everything that works in the background. */
export async function openWorkers(
  parts: WorkerParts,
  settings: Settings,
  logger: Logger,
  closing: Closing,
): Promise<void> {
  const { store, changes, keyCache, tracing, model, trainingRequests } = parts;
  const onError = (error: unknown) => {
    store.disk?.noticed(error);
    // What says nothing about the work passes; what nobody foresaw is somebody's to look at.
    logger[isPassing(error) ? 'warn' : 'error']({ err: error }, 'background work was disturbed');
  };
  const client = closing.own(
    new SafeClient({ allowPrivate: settings.callbackAllowPrivate, perHost: CALLBACKS_PER_HOST }),
  );
  const deliverer = new Deliverer({
    database: store,
    keyCache,
    client,
    tracing,
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
  closing.own(
    await DisabledWork.open(
      changes,
      [
        (orgId) => parts.fileRequests.endDisabled(orgId),
        (orgId) => trainingRequests.endDisabled(orgId),
        (orgId) => endDisabledTranslations(store, changes, orgId),
      ],
      onError,
    ),
  );
  const training = {
    ...parts,
    threads: settings.modelThreads,
    threadPool: closing.own(new ThreadPool(TRAINING)),
    perOrganization: settings.trainingsPerOrganization,
  };
  closing.own(
    await Workers.open({
      store,
      changes,
      tracing,
      kinds: [
        (options) => new BackgroundJob(new TranslationJobs(parts), options),
        (options) => new BackgroundJob(new FileJobs(parts), options),
        (options) => new BackgroundJob(new TrainingJobs(training), options),
        (options) => importRunner(parts, options),
      ],
      deliverer,
      leaseMs: settings.workerLease * 1000,
      drainMs: settings.drainSeconds * 1000,
      onError,
    }),
  );
  const renewals = new Renewals({ store, model, trainingRequests, onError });
  closing.own(renewals);
  renewals.start();
}

/** How long a command that dies keeps others from its imports. */
const COMMAND_LEASE_MS = 60_000;

/** Works on imports while `wait` waits for one, for a command that no service may run beside. */
export async function withImportWorker<Result>(
  parts: AccountParts,
  wait: () => Promise<Result>,
): Promise<Result> {
  const { store, changes } = parts;
  let trouble: unknown;
  const workers = await Workers.open({
    store,
    changes,
    tracing: undefined,
    kinds: [(options) => importRunner(parts, options)],
    leaseMs: COMMAND_LEASE_MS,
    drainMs: 0,
    onError: (error) => {
      trouble = error;
    },
  });
  try {
    return await wait();
  } catch (error) {
    throw trouble ?? error;
  } finally {
    await workers.close();
  }
}

function importRunner({ store, lists, pairReader }: AccountParts, options: BackgroundJobOptions): JobRunner {
  return new BackgroundJob(new ImportJobs(store, lists, pairReader), options);
}
