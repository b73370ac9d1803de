import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Cluster } from '../cluster/cluster.js';
import { SignedClient } from '../faults/signed-client.js';
import type { Random } from '../robustness/random.js';
import type { MeasuredBatch, ServiceTimes } from './simulation.js';

const CALLERS = [8, 32] as const;
const ALONE = 40;
/** Statistics of PostgreSQL are written when a connection has been idle for a second. */
const STATISTICS_MS = 2_500;

/** Of the times in `/proc`, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const MODEL_SECONDS = /^kotobashi_pipeline_seconds_total\{where="model"\} (\S+)/m;
const PROCESSOR_SECONDS = /^process_cpu_seconds_total (\S+)/m;

/** What requests cost the database. */
export interface DatabaseCost {
  readonly callers: number;
  readonly requests: number;
  readonly commits: number;
  readonly rows: number;
  readonly walBytes: number;
  readonly walSyncs: number;
}

/** Takes the times of a real cluster of so many servers. */
export class Measurement {
  readonly #cluster: Cluster;
  readonly #client: SignedClient;
  #sentence = 0;

  private constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#client = new SignedClient(cluster.url, cluster.tenant(0));
  }

  static async open(servers: number): Promise<Measurement> {
    const measurement = new Measurement(
      await Cluster.open({
        servers,
        workers: 0,
        tenants: 1,
        balancer: 'own',
      }),
    );
    await measurement.#closedLoop(servers * 2, servers * 4);
    return measurement;
  }

  close(): Promise<void> {
    return this.#cluster.close();
  }

  /** Of one process: a caller alone, how much more it does for several, and the cores that it keeps busy. */
  async serviceTimes(): Promise<ServiceTimes> {
    const modelBefore = await this.#seconds(MODEL_SECONDS);
    const alone = await this.#closedLoop(1, ALONE);
    const modelMs = (1000 * ((await this.#seconds(MODEL_SECONDS)) - modelBefore)) / ALONE;
    const totalMs = alone.times.reduce((sum, one) => sum + one, 0) / ALONE;
    const outsideMs = Math.max(0, totalMs - modelMs);
    const batches: MeasuredBatch[] = [{ callers: 1, gain: 1, cores: alone.cores }];
    let besideSeconds = 0;
    for (const callers of CALLERS) {
      const besideBefore = await this.#besideSeconds();
      const { times, perSecond, cores } = await this.#closedLoop(callers, callers * 8);
      besideSeconds = ((await this.#besideSeconds()) - besideBefore) / times.length;
      batches.push({ callers, gain: Math.max(1, perSecond / alone.perSecond), cores });
    }
    const seconds = alone.times.map((ms) => Math.max(0.001, (ms - outsideMs) / 1000));
    return { alone: seconds, outsideMs, besideSeconds, batches };
  }

  /** Requests at random moments, whether or not those before them are answered. */
  async openLoop(perSecond: number, requests: number, random: Random): Promise<readonly number[]> {
    const answers: Promise<number>[] = [];
    for (let at = 0; at < requests; at += 1) {
      answers.push(this.#translate());
      await sleep((-1000 * Math.log(1 - random.next())) / perSecond);
    }
    return (await Promise.all(answers)).sort((a, b) => a - b);
  }

  /** Counters of PostgreSQL before and after requests of so many callers. */
  async databaseCost(callers: number, requests: number): Promise<DatabaseCost> {
    const before = await this.#counters();
    await this.#closedLoop(callers, requests);
    const after = await this.#counters();
    const per = (name: keyof typeof after) => (after[name] - before[name]) / requests;
    return {
      callers,
      requests,
      commits: per('commits'),
      rows: per('rows'),
      walBytes: per('wal'),
      walSyncs: per('syncs'),
    };
  }

  /** Transactions a second that PostgreSQL makes durable for many connections, each with one row of its own. */
  async commitsPerSecond(connections: number, seconds: number): Promise<number> {
    await this.#cluster.sql('create table if not exists bench_commits (id int primary key, n int)');
    await this.#cluster.sql(
      `insert into bench_commits select n, 0 from generate_series(1, ${connections}) as n on conflict do nothing`,
    );
    const pool = new pg.Pool({ connectionString: this.#cluster.databaseUrl, max: connections });
    const until = performance.now() + 1000 * seconds;
    let commits = 0;
    await Promise.all(
      Array.from({ length: connections }, async (_, at) => {
        while (performance.now() < until) {
          await pool.query('update bench_commits set n = n + 1 where id = $1', [at + 1]);
          commits += 1;
        }
      }),
    );
    await pool.end();
    return commits / seconds;
  }

  async #counters() {
    await sleep(STATISTICS_MS);
    const [row] = await this.#cluster.sql<{ commits: number; rows: number; wal: number; syncs: number }>(
      `select xact_commit::float8 as commits, (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
         (select wal_bytes::float8 from pg_stat_wal) as wal,
         (select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal') as syncs
       from pg_stat_database where datname = current_database()`,
    );
    if (row === undefined) throw new Error('PostgreSQL has no statistics.');
    return row;
  }

  /** Processor time so far of this process, with its callers and its load balancer, and of PostgreSQL where `/proc` tells it. */
  async #besideSeconds(): Promise<number> {
    const { user, system } = process.cpuUsage();
    const backends = await this.#cluster.sql<{ pid: number }>('select pid from pg_stat_activity');
    const ticks = backends.reduce((sum, { pid }) => sum + ticksOf(pid), 0);
    return (user + system) / 1e6 + ticks / TICKS_PER_SECOND;
  }

  /** A counter of seconds, over all servers. */
  async #seconds(counter: RegExp): Promise<number> {
    let seconds = 0;
    for (const { url } of this.#cluster.servers) {
      const text = await (await fetch(`${url}/metrics`)).text();
      seconds += Number(counter.exec(text)?.[1] ?? 0);
    }
    return seconds;
  }

  async #closedLoop(callers: number, requests: number) {
    const times: number[] = [];
    let left = requests;
    const processorBefore = await this.#seconds(PROCESSOR_SECONDS);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (left > 0) {
          left -= 1;
          times.push(await this.#translate());
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const cores = ((await this.#seconds(PROCESSOR_SECONDS)) - processorBefore) / seconds;
    return { times, perSecond: times.length / seconds, cores };
  }

  async #translate(): Promise<number> {
    this.#sentence += 1;
    const text = `On day ${this.#sentence} we saw a doctor in Oslo and talked about the garden for a long time.`;
    const began = performance.now();
    const { status } = await this.#client.call('POST', '/api/v1/translate', this.#client.order([text]));
    if (status !== 200) throw new Error(`A translation was answered with ${status}.`);
    return performance.now() - began;
  }
}

/** User and system time of a process; 0 where it cannot be read. */
function ticksOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  // Behind the name, which may hold blanks.
  const [, fields = ''] = readFileSync(file, 'utf8').split(/\) (?=\w )/);
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return user + system;
}
