import { afterAll, beforeAll, expect, it } from 'vitest';
import { CustomFields } from '#src/fields/custom.js';
import type { CustomFieldId } from '#src/ids.js';
import type { ModelPort } from '#src/model/port.js';
import { Trainer } from '#src/training/trainer.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { MANUAL_PAIRS } from './manual.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ workers: false });
  acme = await app.tenant();
});
afterAll(async () => {
  await app.close();
});

const PIECE = 200;
const PAIRS = Array.from({ length: PIECE + 20 }, (_, at) => ({
  fromText: `${at}: ${MANUAL_PAIRS[at % MANUAL_PAIRS.length]?.fromText}`,
  toText: `${at}：${MANUAL_PAIRS[at % MANUAL_PAIRS.length]?.toText}`,
}));

/** The service's own model, with a count of the pairs that were read, and a word after each piece. */
function counting(
  model: ModelPort,
  afterPiece = () => {},
): { readonly model: ModelPort; readonly read: number[] } {
  const read: number[] = [];
  return {
    read,
    model: {
      translate: (sentences, options) => model.translate(sentences, options),
      force: (sentences, options) => model.force(sentences, options),
      directions: () => model.directions(),
      trainable: async (from, to, domain, threads) => {
        const trainable = await model.trainable(from, to, domain, threads);
        return (
          trainable && {
            weights: trainable.weights,
            lessons: async (pairs) => {
              read.push(pairs.length);
              const lessons = await trainable.lessons(pairs);
              afterPiece();
              return lessons;
            },
            close: () => trainable.close(),
          }
        );
      },
      version: (from, to) => model.version(from, to),
      close: () => model.close(),
    },
  };
}

it('fails with words for the translator where the model of the languages cannot be trained', async () => {
  const { store, trainingRequests, trainedModels, model } = app.service;
  const orgId = acme.organization.id;
  const caller = { orgId, userId: acme.user.id, accessKey: acme.key.accessKey, profile: 'standard' as const };
  const field = CustomFields.bundled().find('L000001')?.lid ?? ('L000001' as CustomFieldId);
  const { jid } = await trainingRequests.create(
    caller,
    { name: 'closed', field, from: 'en', to: 'ja', contractId: acme.contracts.custom.id },
    { pairs: PAIRS.slice(0, 10), report: { pairs: 10, repeated: 0, badRows: 0, examples: [] } },
  );
  const closed: ModelPort = { ...counting(model).model, trainable: async () => undefined };
  const trainer = new Trainer({ store, model: closed, customFields: CustomFields.bundled(), threads: 1 });
  await trainer.run(jid, { attempt: 1, lastAttempt: false, signal: new AbortController().signal });
  expect(await trainedModels.job(orgId, jid)).toMatchObject({
    jobStatus: 'failed',
    errorCode: 41005,
    errorMessage: expect.stringContaining('cannot be trained'),
  });
}, 60_000);

it('continues behind the last stored piece after its worker was stopped', async () => {
  const { store, trainingRequests, trainedModels, model } = app.service;
  const { orgId } = { orgId: acme.organization.id };
  const caller = { orgId, userId: acme.user.id, accessKey: acme.key.accessKey, profile: 'standard' as const };
  const field = CustomFields.bundled().find('L000001')?.lid ?? ('L000001' as CustomFieldId);
  const { jid } = await trainingRequests.create(
    caller,
    { name: 'manual', field, from: 'en', to: 'ja', contractId: acme.contracts.custom.id },
    { pairs: PAIRS, report: { pairs: PAIRS.length, repeated: 0, badRows: 0, examples: [] } },
  );

  const stopped = new AbortController();
  const first = counting(model, () => stopped.abort());
  const trainer = (port: ModelPort) =>
    new Trainer({ store, model: port, customFields: CustomFields.bundled(), threads: 1 });
  const run = { attempt: 1, lastAttempt: false, signal: stopped.signal };
  await expect(trainer(first.model).run(jid, run)).rejects.toThrow();
  expect(first.read).toEqual([PIECE]);
  expect(await trainedModels.job(orgId, jid)).toMatchObject({ jobStatus: 'preparing', errorCode: null });

  const second = counting(model);
  await trainer(second.model).run(jid, {
    attempt: 2,
    lastAttempt: false,
    signal: new AbortController().signal,
  });
  expect(second.read).toEqual([PAIRS.length - PIECE]);
  expect(await trainedModels.job(orgId, jid)).toMatchObject({ jobStatus: 'finished', progress: 100 });

  // A task that comes a third time, because its end was not heard, finds nothing to do.
  const third = counting(model);
  await trainer(third.model).run(jid, {
    attempt: 3,
    lastAttempt: false,
    signal: new AbortController().signal,
  });
  expect(third.read).toEqual([]);
}, 300_000);
