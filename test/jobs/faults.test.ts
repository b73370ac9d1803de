import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultStage } from '../../bench/faults/stage.js';

const JOBS = 60;
/** More sentences than one turn takes. */
const LARGE_TEXTS = 150;

let stage: FaultStage;
beforeAll(async () => {
  stage = await FaultStage.open(1, { KOTOBASHI_MODEL_THREADS: '1' });
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
    await ended(5);
    stage.killWorker(0);
    await ended(15);
    stage.killPostgres('SIGKILL');
    await ended(25);
    stage.killServer();
    stage.customer.receiverDown = true;
    await ended(30);
    stage.killThreads();
    await ended(35);
    await stage.fillDisk(500);
    stage.customer.receiverDown = false;
    await ended(45);
    await stage.cutNetwork(1000, 'cut');
    await submitting;
    expect(await stage.count(submitted, 300_000)).toEqual({
      accepted: JOBS,
      finished: JOBS,
      lost: 0,
      doubled: 0,
      callbacksMissing: 0,
      crashes: [],
    });
  });
});
