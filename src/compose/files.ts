import type { Logger } from 'pino';
import { Documents } from '../documents/documents.js';
import { type CorrectedFileParts, CorrectedFiles } from '../files/corrected-files.js';
import { FileRequests } from '../files/file-requests.js';
import { FileResults } from '../files/file-results.js';
import { type RevisionParts, Revisions } from '../files/revisions.js';
import type { Settings } from '../settings/read-settings.js';
import type { ChangeFeed } from '../store/changes.js';
import { ThreadPool } from '../threads/thread-pool.js';
import type { Closing } from './closing.js';

/** What requests about files work with. */
export type FileParts = Readonly<ReturnType<typeof openFiles>>;

/** Documents that may wait for a thread; those who send more are told to come back. */
const WAITING_DOCUMENTS = 256;

export function openFiles(
  parts: RevisionParts & Pick<CorrectedFileParts, 'pipeline' | 'resolver'> & { readonly changes: ChangeFeed },
  settings: Settings,
  logger: Logger,
  closing: Closing,
) {
  const { store, changes } = parts;
  const pool = closing.own(
    new ThreadPool({
      threads: settings.fileThreads,
      memoryMegabytes: settings.fileMemoryMegabytes,
      queueLimit: WAITING_DOCUMENTS,
      background: true,
    }),
  );
  const documents = new Documents(pool, (error) =>
    logger.error({ err: error }, 'a file was refused for a reason that nobody foresaw'),
  );
  return {
    documents,
    fileRequests: new FileRequests(store, changes, documents, { backlogItems: settings.backlogFiles }),
    fileResults: new FileResults(store),
    revisions: new Revisions(parts),
    correctedFiles: new CorrectedFiles({ ...parts, documents }),
  };
}
