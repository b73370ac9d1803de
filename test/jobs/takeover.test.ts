import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Outcome, writeOutcomes } from '#src/jobs/job-outcomes.js';
import { claimTranslations } from '#src/jobs/translations/translation-claims.js';
import type { ClaimedTranslation, TranslationData } from '#src/jobs/translations/translation-job.js';
import { TRANSLATION_RECORDS, type TranslatedBatch } from '#src/jobs/translations/translation-outcomes.js';
import { WorkerRegistry } from '#src/jobs/worker-registry.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, finished, orderOf, submit } from './client.js';

const masterKey = randomBytes(32).toString('base64');
const LEASE_MS = 60_000;
let server: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  server = await testApp({ workers: false, masterKey, callbackAllowPrivate: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  tenant = await server.tenant();
  await server.database.store.pool.query('delete from translation_jobs; delete from workers');
});

type TranslationOutcome = Outcome<ClaimedTranslation, TranslatedBatch, TranslationData>;

async function claimOne(worker: string): Promise<ClaimedTranslation> {
  const [job] = await claimTranslations(server.database.store.db, { worker, room: 1 }, 128);
  if (job === undefined) throw new Error('Nothing to claim.');
  return job;
}

function finishOf(job: ClaimedTranslation, by: string): TranslationOutcome {
  const { text } = job.request.body;
  const translationResult = text.map((sourceText) => ({
    sourceText,
    translatedText: `${sourceText} by ${by}`,
  }));
  return { kind: 'finished', job, result: { taskId: job.taskId, translationResult, wordCount: 1 } };
}

function write(worker: string, ...outcomes: readonly TranslationOutcome[]): Promise<readonly boolean[]> {
  return server.database.store.transaction((tx) => writeOutcomes(tx, TRANSLATION_RECORDS, worker, outcomes));
}

/** A job that a worker has claimed twice: it was thought dead in between, and knows nothing of it. */
async function claimedTwice(worker: string): Promise<readonly [ClaimedTranslation, ClaimedTranslation]> {
  const { store } = server.database;
  const { pool } = store;
  await new WorkerRegistry(store, worker, LEASE_MS).report([]);
  const lost = await claimOne(worker);
  await pool.query(`update workers set seen_at = now() - interval '61 seconds' where id = $1`, [worker]);
  await new WorkerRegistry(store, 'another', LEASE_MS).sweep();
  return [lost, await claimOne(worker)];
}

describe('a worker that is not heard of any more', () => {
  it('loses its job to another, and can change nothing about it when it comes back', async () => {
    const queueId = await submit(server, tenant, orderOf(tenant, ['駅はどこですか。']));
    const { store } = server.database;
    const { pool } = store;
    const [first, second] = ['first', 'second'].map((id) => new WorkerRegistry(store, id, LEASE_MS));
    await first?.report([]);
    await second?.report([]);
    const lost = await claimOne('first');
    expect(await second?.sweep()).toEqual({ lostWorkers: 0, requeued: 0 });

    await pool.query(`update workers set seen_at = now() - interval '61 seconds' where id = 'first'`);
    expect(await second?.sweep()).toEqual({ lostWorkers: 1, requeued: 1 });
    const taken = await claimOne('second');
    expect([taken.id, taken.attempt]).toEqual([queueId, lost.attempt + 1]);

    await first?.report([]);
    expect(await write('first', finishOf(lost, 'first'))).toEqual([false]);
    expect(await write('second', finishOf(taken, 'second'))).toEqual([true]);
    // The answer to a write can be lost; writing again must not count twice.
    expect(await write('second', finishOf(taken, 'second'))).toEqual([false]);
    const answer = await finished(server, tenant, queueId);
    expect(JSON.stringify(dataOf(answer).translationResult)).toContain('by second');
    const [day] = await server.service.usage.report(tenant.organization.id);
    expect(day?.requests).toBe(1);
  });

  it('counts and announces a job once that it lost, claimed again and ended twice in one moment', async () => {
    const callbackUrl = 'http://127.0.0.1:4711/';
    await server.call(tenant, '/api/v1/callback', { method: 'PUT', body: { callbackUrl } });
    const queueId = await submit(server, tenant, orderOf(tenant, ['駅はどこですか。']));
    const [lost, taken] = await claimedTwice('first');
    expect(await write('first', finishOf(lost, 'lost'), finishOf(taken, 'taken'))).toEqual([false, true]);
    const answer = await finished(server, tenant, queueId);
    expect(JSON.stringify(dataOf(answer).translationResult)).toContain('by taken');
    const [day] = await server.service.usage.report(tenant.organization.id);
    expect(day?.requests).toBe(1);
    const { body } = await server.call(tenant, '/api/v1/callback/deliveries');
    expect(body).toMatchObject({ data: [{ event: 'translation.finished' }] });
  });

  it('is not missed by its tasks in the queue: their locks are opened', async () => {
    const { store } = server.database;
    const { pool } = store;
    await pool.query(`select graphile_worker.add_job('clean-up')`);
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - interval '2 minutes'`,
    );
    await new WorkerRegistry(store, 'second', LEASE_MS).sweep();
    const { rows } = await store.db.execute(
      sql`select from graphile_worker.jobs where locked_by is not null`,
    );
    expect(rows).toHaveLength(0);
  });
});

describe('a worker that is told to stop', () => {
  /** More than one turn takes. */
  const texts = Array.from({ length: 160 }, (_, at) => `Please read https://e.example/${at} today.`);
  const shared = () => ({ databaseUrl: server.database.url, masterKey, drainSeconds: 60 });

  function submitTexts(): Promise<string> {
    return submit(server, tenant, { ...orderOf(tenant, texts), sourceLang: 'en', targetLang: 'ja' });
  }

  async function isPutBackWithResults(queueId: string): Promise<void> {
    const answer = await server.call(tenant, `/api/v1/translate/async/${queueId}`);
    expect(answer.status).toBe(202);
    const { done } = dataOf(answer).progress as { done: number };
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(texts.length);
    const { pool } = server.database.store;
    const { rows } = await pool.query('select state, tries from translation_jobs where queue_id = $1', [
      queueId,
    ]);
    expect(rows).toEqual([{ state: 'queued', tries: 0 }]);
    expect((await pool.query('select from workers')).rowCount).toBe(0);
  }

  it('finishes the batch in its hands, puts the job back, and another goes on from there', async () => {
    const queueId = await submitTexts();
    const stopping = await testApp(shared());
    await vi.waitUntil(() => exists(`select from translation_jobs where state = 'running'`), WAITING);
    await stopping.close();
    await isPutBackWithResults(queueId);

    const next = await testApp(shared());
    const answer = await finished(server, tenant, queueId);
    await next.close();
    const results = dataOf(answer).translationResult as { translatedText: string }[];
    const marks = results.map(({ translatedText }) => translatedText.match(/https:\/\/e\.example\/\d+/g));
    expect(marks).toEqual(texts.map((_, at) => [`https://e.example/${at}`]));
  });

  it('finishes also a batch that it was just claiming', async () => {
    const queueId = await submitTexts();
    const holder = await server.database.store.pool.connect();
    // Every claim waits inside its statement for as long as somebody holds this lock.
    await holder.query(`
      select pg_advisory_lock(${CLAIMS});
      create function hold_claims() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(${CLAIMS}); return new; end';
      create trigger hold_claims before update on translation_jobs for each row
        when (new.state = 'running') execute function hold_claims()`);
    const stopping = await testApp(shared());
    await vi.waitUntil(
      () => exists(`select from pg_locks where locktype = 'advisory' and not granted`),
      WAITING,
    );
    const stopped = stopping.close();
    // Its door is closed: from here on nothing may begin, and what was begun must end.
    await vi.waitUntil(
      () =>
        fetch(stopping.url).then(
          () => false,
          () => true,
        ),
      WAITING,
    );
    await holder.query(`select pg_advisory_unlock(${CLAIMS})`);
    await stopped;
    await holder.query('drop trigger hold_claims on translation_jobs; drop function hold_claims');
    holder.release();
    await isPutBackWithResults(queueId);
  });
});

const CLAIMS = 4711;
const WAITING = { timeout: 30_000, interval: 5 };

async function exists(query: string): Promise<boolean> {
  return (await server.database.store.pool.query(query)).rowCount !== 0;
}
