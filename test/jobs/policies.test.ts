import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { FAILURES, Failure } from '#src/base/failure.js';
import { pauseBefore } from '#src/callbacks/retry-schedule.js';
import { pauseAfter, retryVerdict } from '#src/jobs/retry-policy.js';
import { sizeClassOf } from '#src/jobs/translations/translation-job.js';
import { ModelBusy } from '#src/model/model-port.js';

const tried = (faults: number) => ({ tries: faults, faults, mostFaults: 10 });

describe('the retry policy of background work', () => {
  it('takes a failure that is about the request as final, with its code and position', () => {
    expect(retryVerdict(new Failure('translationFailed', { detail: { index: 3 } }), tried(1))).toEqual({
      kind: 'final',
      failure: { code: 40102, message: FAILURES.translationFailed.message, index: 3 },
    });
  });

  it('tries again as long as it takes while the model is busy or the database is gone', () => {
    const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const deadlock = Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });
    for (const error of [new ModelBusy(), new Failure('serviceBusy'), gone, deadlock]) {
      expect(retryVerdict(error, tried(1000))).toMatchObject({ kind: 'again', isFault: false });
    }
  });

  it('gives up on the unforeseen after some tries, and says nothing internal', () => {
    const error = new Error('password=secret');
    expect(retryVerdict(error, tried(9))).toMatchObject({ kind: 'again', isFault: true });
    expect(retryVerdict(error, tried(10))).toEqual({ kind: 'givenUp' });
  });

  it('waits longer after every try, up to a minute, never in step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, chance) => {
          const pause = pauseAfter(tries, () => chance);
          expect(pause).toBeGreaterThanOrEqual(250);
          expect(pause).toBeLessThanOrEqual(60_000);
          expect(pauseAfter(tries + 1, () => chance)).toBeGreaterThanOrEqual(pause);
        },
      ),
    );
  });
});

describe('the pauses between deliveries', () => {
  it('grow from seconds to an hour and give about thirty attempts in a day', () => {
    let elapsed = 0;
    let attempts = 1;
    while (elapsed < 24 * 3_600_000) elapsed += pauseBefore(attempts++, 5000, () => 0.5);
    expect(attempts).toBeGreaterThan(25);
    expect(attempts).toBeLessThan(45);
    expect(pauseBefore(1, 5000, () => 0)).toBeGreaterThan(4000);
    expect(pauseBefore(60, 5000, () => 1)).toBeLessThanOrEqual(3_600_000 * 1.125);
  });
});

describe('size classes', () => {
  it('never call a larger job smaller', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (a, b) => {
        expect(sizeClassOf(Math.min(a, b))).toBeLessThanOrEqual(sizeClassOf(Math.max(a, b)));
      }),
    );
  });
});
