import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { CustomFieldId } from '#src/base/ids.js';
import { CustomFields } from '#src/fields/custom.js';
import { BackgroundJob } from '#src/jobs/background-job.js';
import type { ModelPort, ScoreRequest } from '#src/model/model-port.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { TrainingJobs } from '#src/training/training-jobs.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { MANUAL_PAIRS } from './manual.js';

let app: TestApp;
let acme: Tenant;
const workers = new ThreadPool({ threads: 1, memoryMegabytes: 512, queueLimit: 10 });
beforeAll(async () => {
  app = await testApp({ workers: false, models: inject('noiseModels') });
  acme = await app.tenant();
});
afterAll(async () => {
  await workers.close();
  await app.close();
});

const PIECE = 200;
const PAIRS = Array.from({ length: PIECE + 20 }, (_, at) => ({
  fromText: `${at}: ${MANUAL_PAIRS[at % MANUAL_PAIRS.length]?.fromText}`,
  toText: `${at}：${MANUAL_PAIRS[at % MANUAL_PAIRS.length]?.toText}`,
}));

/** The model of the service, with a count of the pairs that went through it. */
function counting(model: ModelPort): { readonly model: ModelPort; readonly scored: number[] } {
  const scored: number[] = [];
  return {
    scored,
    model: {
      translate: (sentences, options) => model.translate(sentences, options),
      score: (sentences: readonly ScoreRequest[], options) => {
        scored.push(sentences.length);
        return model.score(sentences, options);
      },
      directions: () => model.directions(),
      outputLayer: (from, to) => model.outputLayer(from, to),
      version: (from, to) => model.version(from, to),
      steering: (from, to) => model.steering(from, to),
      standing: () => model.standing(),
      close: () => model.close(),
    },
  };
}

it('continues behind the last stored piece after its worker was stopped', async () => {
  const { store, trainingRequests, trainedModels, model } = app.service;
  const { orgId } = { orgId: acme.organization.id };
  const caller = {
    orgId,
    userId: acme.user.id,
    accessKey: acme.key.accessKey,
    profile: 'standard' as const,
    defaultContractId: null,
  };
  const field = CustomFields.bundled().find('L000001')?.lid ?? ('L000001' as CustomFieldId);
  const { jid } = await trainingRequests.create(
    caller,
    { name: 'manual', field, from: 'en', to: 'ja', contractId: acme.contracts.custom.id },
    { pairs: PAIRS, report: { pairs: PAIRS.length, repeated: 0, badRows: 0, examples: [] } },
  );

  const worker = (name: string, port: ModelPort) =>
    new BackgroundJob(
      new TrainingJobs({
        store,
        model: port,
        customFields: CustomFields.bundled(),
        threads: 1,
        threadPool: workers,
        perOrganization: 1,
      }),
      { worker: name, store, claimDb: store.db, tracing: undefined, onError: () => undefined },
    );
  const calm = { signal: new AbortController().signal };

  const first = counting(model);
  let closed = Promise.resolve();
  const score = first.model.score;
  const stopping = worker('first', {
    ...first.model,
    score: async (sentences, options) => {
      const forced = await score(sentences, options);
      closed = stopping.close();
      return forced;
    },
  });
  await stopping.run(calm);
  await closed;
  expect(first.scored).toEqual([PIECE]);
  expect(await trainedModels.job(orgId, jid)).toMatchObject({ jobStatus: 'preparing', errorCode: null });

  const second = counting(model);
  const next = worker('second', second.model);
  await next.run(calm);
  expect(second.scored).toEqual([PAIRS.length - PIECE]);
  expect(await trainedModels.job(orgId, jid)).toMatchObject({ jobStatus: 'finished', progress: 100 });

  // A token that comes a third time finds nothing to do.
  const third = counting(model);
  await worker('third', third.model).run(calm);
  expect(third.scored).toEqual([]);
}, 300_000);
