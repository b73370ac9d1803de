import type { NotifiedTask } from '../queue/notify.js';

/** Where one kind of background work stands in the database, and the token that says that there is some. */
export interface JobTable {
  readonly name: 'translation_jobs' | 'file_items' | 'training_jobs' | 'import_jobs';
  readonly id: 'queue_id' | 'item_id' | 'jid' | 'id';
  readonly task: NotifiedTask;
  /** Which rows wait for a worker; as an index of the table has it. */
  readonly waiting: string;
  /** Which rows are in the hands of one. */
  readonly held: string;
  /** What a row becomes that is put back in line. A training keeps the state that it has reached: people watch it. */
  readonly waitsAs: 'queued' | undefined;
}

/** Every kind of background work. All have the columns of `jobColumns`, a `state`, and `finished_at` when they have ended. */
export const JOB_TABLES = {
  translation: {
    name: 'translation_jobs',
    id: 'queue_id',
    task: 'translate',
    waiting: "state = 'queued'",
    held: "state = 'running'",
    waitsAs: 'queued',
  },
  file: {
    name: 'file_items',
    id: 'item_id',
    task: 'file',
    waiting: "state = 'queued'",
    held: "state = 'running'",
    waitsAs: 'queued',
  },
  training: {
    name: 'training_jobs',
    id: 'jid',
    task: 'train',
    waiting: "state not in ('finished', 'failed') and worker is null",
    held: "state not in ('finished', 'failed') and worker is not null",
    waitsAs: undefined,
  },
  import: {
    name: 'import_jobs',
    id: 'id',
    task: 'import',
    waiting: "state = 'queued'",
    held: "state = 'running'",
    waitsAs: 'queued',
  },
} as const satisfies Record<string, JobTable>;
