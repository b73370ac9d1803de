import { setTimeout as sleep } from 'node:timers/promises';
import { Customer, type CustomerCount, type Submitted } from '../faults/customer.js';
import { SignedClient } from '../faults/signed-client.js';
import type { Cluster } from './cluster.js';

export interface TrafficOptions {
  /** Callers of synchronous translations. */
  readonly callers: number;
  /** Those who submit asynchronous ones. */
  readonly submitters: number;
  /** Between two requests of one of them. */
  readonly pauseMs: number;
}

export interface TrafficCount extends CustomerCount {
  /** Synchronous translations that were answered. */
  readonly answered: number;
  /** Asynchronous ones that were accepted. */
  readonly submitted: number;
  /** Bounds of what the books may say: what was answered, and with it what may have been done for a failed request. */
  readonly bookedWrong: number;
}

/** Customers of a cluster who go on until they are stopped, and count what they got. */
export class Traffic {
  readonly #cluster: Cluster;
  readonly #customer: Customer;
  readonly #client: SignedClient;
  readonly #submitted: Submitted[] = [];
  #answered = 0;
  #wrong = 0;
  #running = true;
  #work: Promise<unknown> = Promise.resolve();
  #numbered = 0;

  private constructor(cluster: Cluster, customer: Customer) {
    this.#cluster = cluster;
    this.#customer = customer;
    this.#client = new SignedClient(cluster.url, cluster.tenant(0), cluster.ledger.observe);
  }

  static async start(cluster: Cluster, options: TrafficOptions): Promise<Traffic> {
    const customer = await Customer.open(cluster.url, cluster.tenant(0), cluster.ledger.observe);
    const traffic = new Traffic(cluster, customer);
    const each = (count: number, one: () => Promise<void>) =>
      Array.from({ length: count }, async () => {
        while (traffic.#running) {
          await one();
          await sleep(options.pauseMs * (0.5 + Math.random()));
        }
      });
    traffic.#work = Promise.all([
      ...each(options.callers, () => traffic.#translate()),
      ...each(options.submitters, async () => {
        traffic.#submitted.push(await customer.submit(1 + (traffic.#submitted.length % 3)));
      }),
    ]);
    return traffic;
  }

  /** So far. */
  get answered(): number {
    return this.#answered + this.#submitted.length;
  }

  async #translate(): Promise<void> {
    this.#numbered += 1;
    const mark = `https://e.example/s${this.#numbered}`;
    const order = this.#client.order([`Please read ${mark} today.`]);
    const answer = await this.#client.call('POST', '/api/v1/translate', order).catch(() => undefined);
    if (answer?.status !== 200) return;
    this.#answered += 1;
    const [result] = answer.data.translationResult as readonly { translatedText: string }[];
    if (!result?.translatedText.includes(mark)) this.#wrong += 1;
  }

  /** Ends the traffic, waits for what was accepted, and counts. */
  async stop(limitMs: number): Promise<TrafficCount> {
    this.#running = false;
    await this.#work;
    const seen = await this.#customer.count(this.#submitted, limitMs);
    await this.#customer.close();
    const { accessKey, contractId } = this.#cluster.tenant(0);
    const [books] = await this.#cluster.sql<{ booked: number }>(
      `select coalesce(sum(requests), 0)::int as booked from usage_days
       where access_key = '${accessKey}' and contract_id = '${contractId}'`,
    );
    const booked = books?.booked ?? 0;
    const most = this.answered + this.#cluster.ledger.failures.length;
    return {
      ...seen,
      lost: seen.lost + this.#wrong,
      answered: this.#answered,
      submitted: this.#submitted.length,
      bookedWrong: Math.max(0, this.answered - booked) + Math.max(0, booked - most),
    };
  }
}
