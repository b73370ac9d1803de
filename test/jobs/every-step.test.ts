import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  FourKinds,
  RIGHT_BOOKS,
  WORK_KINDS,
  workBooks,
  workContracts,
} from '../../bench/faults/four-kinds.js';
import { StepFaults } from '../../bench/faults/step-faults.js';
import { type TestApp, testApp } from '../setup/app.js';
import { sample } from '../setup/sample.js';
import { openReceiver, type Receiver } from './receiver.js';

const LIMIT_MS = 240_000;

let app: TestApp;
let receiver: Receiver;
let faults: StepFaults;
let customer: FourKinds;

beforeAll(async () => {
  app = await testApp({ models: inject('noiseModels'), callbackAllowPrivate: true });
  receiver = await openReceiver();
  const { organization, key } = await app.tenant();
  const contracts = await workContracts(app.service, organization.id);
  customer = new FourKinds(app.url, { ...key, ...contracts });
  await customer.open(receiver.url);
  faults = await StepFaults.open(app.database.url);
}, 120_000);
afterAll(async () => {
  await faults.close();
  await app.close();
  await receiver.close();
});

/** The longest life, of a training, has about 13 steps. */
const STEPS = sample([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 4);

it('every kind of work ends once, with all that follows, when the database fails at any one step', async () => {
  for (const step of STEPS) {
    await faults.arm(step, step % 2 === 0 ? '57P01' : 'XX000');
    const works = await Promise.all(WORK_KINDS.map((kind) => customer.submit(kind)));
    const ends = await customer.ends(works, LIMIT_MS);
    const reached = await faults.reached();
    await faults.disarm();
    expect(ends, `step ${step} of ${JSON.stringify(reached)}`).toEqual(works.map(() => 'finished'));
  }
  expect(await workBooks(app.database.store.pool)).toEqual(RIGHT_BOOKS);
}, 600_000);

it('work that twenty workers did not survive fails, is announced, and gives its characters back', async () => {
  const { pool } = app.database.store;
  const before = await workBooks(pool);
  const tables = ['translation_jobs', 'file_items', 'training_jobs', 'import_jobs'];
  await pool.query(`create function lose() returns trigger language plpgsql as
    'begin new.faults := 20; return new; end'`);
  for (const table of tables)
    await pool.query(`create trigger lose before insert on ${table} for each row execute function lose()`);
  const works = await Promise.all(WORK_KINDS.map((kind) => customer.submit(kind)));
  expect(await customer.ends(works, LIMIT_MS)).toEqual(works.map(() => 'failed'));
  for (const table of tables) await pool.query(`drop trigger lose on ${table}`);
  expect(await workBooks(pool)).toEqual({ ...RIGHT_BOOKS, failed: before.failed + WORK_KINDS.length });
}, 120_000);
