import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { RIGHT_BOOKS, workBooks } from '../../bench/faults/four-kinds.js';
import { KilledWork } from '../../bench/faults/killed-work.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';
import { sample } from '../setup/sample.js';
import { openReceiver, type Receiver } from './receiver.js';

/** The longest life, of a training, has about 13 steps. */
const STEPS = sample([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 6);

let database: FreshDatabase;
let receiver: Receiver;
let folder: string;
let work: KilledWork;

beforeAll(async () => {
  database = await freshDatabase(2);
  receiver = await openReceiver();
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-killed-'));
  chmodSync(folder, 0o755);
  work = await KilledWork.open(receiver.url, {
    DATABASE_URL: database.url,
    KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64'),
    KOTOBASHI_DATA: folder,
    KOTOBASHI_MODELS: inject('noiseModels'),
    KOTOBASHI_MODEL_THREADS: '1',
  });
}, 120_000);
afterAll(async () => {
  await work.close();
  await receiver.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('every kind of work ends once, with all that follows, when its process is killed at a step', async () => {
  for (const step of STEPS) {
    const { ends, reached } = await work.killAt(step);
    const all = ends.map(() => 'finished');
    expect(ends, `step ${step} of ${JSON.stringify(reached)}`).toEqual(all);
  }
  expect(await workBooks(database.store.pool)).toEqual(RIGHT_BOOKS);
}, 600_000);
