import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Caller } from '#src/accounts/caller.js';
import type { FreshDatabase } from '../setup/database.js';
import { freshResources, newCaller, type ResourceModule } from './resource-module.js';

export let resources: ResourceModule;
export let caller: Caller;

let database: FreshDatabase;

/** Gives the test file that calls it a resource module on a database of its own, and a new caller for every test. */
export function withResources(): void {
  beforeAll(async () => {
    ({ database, resources } = await freshResources());
  });
  afterAll(async () => {
    await resources.close();
    await database.close();
  });
  beforeEach(async () => {
    caller = await newCaller(resources.store);
  });
}
