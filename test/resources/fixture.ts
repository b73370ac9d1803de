import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Caller } from '#src/accounts/caller.js';
import type { FreshDatabase } from '../setup/database.js';
import { freshRoom, newCaller, type Room } from './shelf.js';

/** One room on a database of its own per test file that imports this, and a new caller for every test. */
export let room: Room;
export let caller: Caller;

let database: FreshDatabase;

beforeAll(async () => {
  ({ database, room } = await freshRoom());
});
afterAll(async () => {
  await room.close();
  await database.close();
});
beforeEach(async () => {
  caller = await newCaller(room.store);
});
