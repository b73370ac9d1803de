import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Changes } from '../../bench/cluster/changes.js';
import { Cluster } from '../../bench/cluster/cluster.js';
import { checkLimits, wrongBy } from '../../bench/cluster/limits.js';
import { Traffic } from '../../bench/cluster/traffic.js';
import { isWhole } from '../setup/sample.js';

/** Processes that start beside each other on a busy machine take their time. */
const LIMIT_MS = 600_000;
/** As few as have somebody to tell and to stand in, and a model that loads in a moment: each process takes seconds to start. */
const SIZE = isWhole ? { servers: 3, workers: 2 } : { servers: 2, workers: 1 };

let cluster: Cluster;
let changes: Changes;
beforeAll(async () => {
  const settings = isWhole ? {} : { KOTOBASHI_MODELS: inject('noiseModels') };
  cluster = await Cluster.open({ ...SIZE, settings, tenants: 3, balancer: 'own' });
  changes = new Changes(cluster, cluster.tenant(1));
}, LIMIT_MS);
afterAll(() => cluster.close(), LIMIT_MS);

describe('servers and workers behind a load balancer', () => {
  it('keep limits together, to the request', { timeout: LIMIT_MS }, async () => {
    const limits = await checkLimits(cluster, cluster.tenant(2));
    expect(limits.map((limit) => [limit.name, wrongBy(limit), limit.unanswered])).toEqual([
      ['rate', 0, 0],
      ['quota', 0, 0],
      ['nonces', 0, 0],
    ]);
  });

  it('tell each other of changed words and phrase pairs', { timeout: LIMIT_MS }, async () => {
    for (const change of [() => changes.dictionary(), () => changes.phrasePair()]) {
      // The first change is seen by servers that had nothing in memory; the second has to be told.
      await change();
      expect(await change()).toMatchObject({ isSeen: true });
    }
  });

  it('lose nothing when processes are killed at random, and fail for nobody when one is replaced', {
    timeout: LIMIT_MS,
  }, async () => {
    const { ledger } = cluster;
    const killed = [anyOf(cluster.servers), anyOf(cluster.workers)];
    const replaced = anyOf(cluster.servers.filter((server) => !killed.includes(server)));
    const traffic = await Traffic.start(cluster, { callers: 2, submitters: 1, pauseMs: 600 });
    await Promise.all(killed.map((node) => cluster.kill(node)));
    const ofTheKilled = ledger.failures.length;
    expect(ledger.unexplained).toEqual([]);
    await cluster.replace(replaced);
    const count = await traffic.stop(LIMIT_MS / 2);
    expect(ledger.failures.length - ofTheKilled).toBe(0);
    expect(count).toMatchObject({ lost: 0, doubled: 0, callbacksMissing: 0, bookedWrong: 0 });
    expect(count.answered).toBeGreaterThan(0);
    expect(count.finished).toBe(count.submitted);
    expect(count.submitted).toBeGreaterThan(0);
    expect(cluster.crashes).toEqual([]);
  });
});

function anyOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
