import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FaultStage } from '../../bench/faults/stage.js';
import { isWhole } from '../setup/sample.js';

/** Of processes that are killed, others tell in `npm test`: killed.test.ts and cluster.test.ts. */
const WORKERS = isWhole ? 1 : 0;
const JOBS = isWhole ? 60 : 30;
/** More sentences than one turn takes. */
const LARGE_TEXTS = 150;

let stage: FaultStage;
beforeAll(async () => {
  const models = isWhole ? {} : { KOTOBASHI_MODELS: inject('noiseModels') };
  stage = await FaultStage.open(WORKERS, { KOTOBASHI_MODEL_THREADS: '1', ...models });
});
afterAll(() => stage.close());

describe('a service that is broken in every place', () => {
  it('finishes every accepted job exactly once and announces it under one delivery id', {
    timeout: 600_000,
  }, async () => {
    const submitted = [await stage.customer.submit(LARGE_TEXTS)];
    const submitting = (async () => {
      for (let i = 1; i < JOBS; i++) submitted.push(await stage.customer.submit(1));
    })();
    const ended = async (jobs: number) => {
      while ((await stage.ended()) < jobs) await sleep(50);
    };
    await ended(JOBS / 10);
    if (isWhole) stage.killWorker(0);
    await ended(JOBS / 5);
    stage.killPostgres('SIGKILL');
    await ended((2 * JOBS) / 5);
    if (isWhole) stage.killServer();
    stage.customer.receiverDown = true;
    await ended(JOBS / 2);
    stage.killThreads();
    await ended((3 * JOBS) / 5);
    await stage.fillDisk(500);
    stage.customer.receiverDown = false;
    await ended((3 * JOBS) / 4);
    await stage.cutNetwork(1000, 'cut');
    await submitting;
    expect(await stage.count(submitted, 300_000)).toEqual({
      accepted: JOBS,
      finished: JOBS,
      lost: 0,
      doubled: 0,
      callbacksMissing: 0,
      crashes: [],
      undelivered: [],
    });
  });
});
