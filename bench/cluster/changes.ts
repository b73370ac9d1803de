import { setTimeout as sleep } from 'node:timers/promises';
import { SignedClient } from '../faults/signed-client.js';
import type { Tenant } from '../robustness/tenant.js';
import { sendRetraining, sendTraining, trainingJob, trainingPairs } from '../robustness/training.js';
import type { Cluster } from './cluster.js';

/** How long after its answer a change was seen at the last server. */
export interface ChangeSeen {
  readonly what: string;
  readonly ms: number;
  /** False: some server never showed it. */
  readonly isSeen: boolean;
}

const LOOK_MS = 10;
/** Whoever has not seen it by now never will. */
const GIVE_UP_MS = 30_000;
const TRAINING_PAIRS = 40;

/** Makes changes through the load balancer and looks for them at each server by itself. */
export class Changes {
  readonly #cluster: Cluster;
  readonly #tenant: Tenant;
  readonly #client: SignedClient;
  #numbered = 0;
  #listId: Promise<number> | undefined;

  constructor(cluster: Cluster, tenant: Tenant) {
    this.#cluster = cluster;
    this.#tenant = tenant;
    this.#client = new SignedClient(cluster.url, tenant, cluster.ledger.observe);
  }

  /** Undefined when the change itself found a process that was being killed. */
  async dictionary(): Promise<ChangeSeen | undefined> {
    this.#numbered += 1;
    const toText = `単語${this.#numbered}`;
    const entry = { fromLang: 'en', fromText: 'cluster word', toLang: 'ja', toText };
    if (!(await this.#change('/api/v1/dictionary', entry))) return undefined;
    return await this.#seen('dictionary', this.#client.order(['cluster word']), toText);
  }

  async phrasePair(): Promise<ChangeSeen | undefined> {
    this.#numbered += 1;
    this.#listId ??= this.#createList();
    const fromText = 'The cluster has a phrase.';
    const toText = `言い回し${this.#numbered}`;
    const pairs = [{ fromLang: 'en', fromText, toLang: 'ja', toText }];
    const path = `/api/v1/phrase-pairs/${await this.#listId}/entries`;
    if (!(await this.#change(path, pairs))) return undefined;
    return await this.#seen('phrase pair', this.#client.order([fromText]), toText);
  }

  /** A first version of a custom model, and then a second in which one pair is another. */
  async modelVersions(): Promise<readonly ChangeSeen[]> {
    const [fromText = '', toText = ''] = trainingPairs(1).split('\t');
    const corrected = `${toText}（第2版）`;
    const first = await sendTraining(this.#cluster.url, this.#tenant, TRAINING_PAIRS);
    const mid = await this.#trained(first.jid);
    const order = {
      ...this.#client.order([fromText]),
      fieldId: mid,
      contractId: this.#tenant.customContractId,
    };
    const firstSeen = await this.#seen('first version of a model', order, toText);
    const table = trainingPairs(TRAINING_PAIRS).replace(toText, corrected);
    await this.#trained((await sendRetraining(this.#cluster.url, this.#tenant, mid, table)).jid);
    return [firstSeen, await this.#seen('next version of a model', order, corrected)];
  }

  async #trained(jid: string): Promise<string> {
    for (;;) {
      const { jobStatus, mid } = await trainingJob(this.#cluster.url, this.#tenant, jid);
      if (jobStatus === 'failed') throw new Error(`The training ${jid} failed.`);
      if (jobStatus === 'finished') return mid;
      await sleep(LOOK_MS * 5);
    }
  }

  async #createList(): Promise<number> {
    const { data } = await this.#client.call('POST', '/api/v1/phrase-pairs', { name: 'cluster' });
    return Number(data.id);
  }

  async #change(path: string, body: object): Promise<boolean> {
    const answer = await this.#client.call('POST', path, body).catch(() => undefined);
    return answer?.status === 200;
  }

  async #seen(what: string, order: object, expected: string): Promise<ChangeSeen> {
    const began = performance.now();
    const times = this.#cluster.servers.map(async ({ url: baseUrl }) => {
      while (performance.now() - began < GIVE_UP_MS) {
        const answer = await this.#client
          .call('POST', '/api/v1/translate', order, { baseUrl })
          .catch(() => undefined);
        // A process that is down knows the change when it is back.
        if (answer === undefined) return 0;
        if (JSON.stringify(answer.data).includes(`"translatedText":"${expected}"`)) break;
        await sleep(LOOK_MS);
      }
      return performance.now() - began;
    });
    const ms = Math.max(...(await Promise.all(times)));
    return { what, ms, isSeen: ms < GIVE_UP_MS };
  }
}
