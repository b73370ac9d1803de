import { setTimeout as sleep } from 'node:timers/promises';
import { SignedClient } from '../faults/signed-client.js';
import type { Tenant } from '../robustness/tenant.js';

export interface RequestTimes {
  /** The first request, which reads what is stored, less the model's time. */
  readonly firstMs: number;
  /** The median of the others, less the model's time. */
  readonly ms: number;
  /** The model's own, for comparison. */
  readonly modelMs: number;
  /** The median of the first requests after a change of what is stored, less the model's time; 0 when nothing was changed. */
  readonly changedMs: number;
}

/** Changes one row of what is stored, through HTTP. */
export type StoredChange = (client: SignedClient, at: number) => Promise<void>;

const CHANGES = 5;
/** Shorter lists are compiled by the request that needs them. */
const COMPILED_AHEAD = 500;

const THINGS = 'doctor garden letter bridge window market teacher summer island mirror'.split(' ');
const PLACES = 'Lisbon Oslo Prague Dublin Vienna Athens Warsaw Helsinki Seville Bergen'.split(' ');

/** Asks one request after the other and takes the model's time, as the service counts it, out of each. */
export class RequestClock {
  readonly #url: string;
  #sentence = 0;
  #compiled = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async measure(
    tenant: Tenant,
    requests: number,
    { models = [], change }: { readonly models?: readonly string[]; readonly change?: StoredChange } = {},
  ): Promise<RequestTimes> {
    const client = new SignedClient(this.#url, tenant);
    const one = async (at: number) => {
      const mid = models[at % models.length];
      const order = {
        ...client.order([this.#next()]),
        ...(mid !== undefined && { fieldId: mid, contractId: tenant.customContractId }),
      };
      const modelBefore = await this.#modelMs();
      const began = performance.now();
      const { status } = await client.call('POST', '/api/v1/translate', order);
      const total = performance.now() - began;
      if (status !== 200) throw new Error(`A translation was answered with ${status}.`);
      const model = (await this.#modelMs()) - modelBefore;
      return { outside: total - model, model };
    };
    const first = await one(0);
    // Whatever is opened on the first request of each model is open then.
    for (let at = 1; at < models.length; at += 1) await one(at);
    const times: { outside: number; model: number }[] = [];
    for (let at = 0; at < requests; at += 1) times.push(await one(at));
    const changed: number[] = [];
    for (let at = 0; change !== undefined && at < CHANGES; at += 1) {
      await change(client, at);
      changed.push((await one(at)).outside);
    }
    return {
      changedMs: median(changed),
      firstMs: first.outside,
      ms: median(times.map(({ outside }) => outside)),
      modelMs: median(times.map(({ model }) => model)),
    };
  }

  /** Resolves when the service has compiled a list of so many terms that was just written. */
  async untilCompiled(terms: number): Promise<void> {
    if (terms <= COMPILED_AHEAD) return;
    const event = /^kotobashi_pipeline_total\{event="term_lists_compiled_ahead"\} (\S+)/m;
    const count = async () => Number(event.exec(await this.#metrics())?.[1] ?? 0);
    let compiled = await count();
    for (; compiled === this.#compiled; compiled = await count()) await sleep(100);
    this.#compiled = compiled;
  }

  /** Sentences that no cache knows and no phrase pair resembles. */
  #next(): string {
    this.#sentence += 1;
    const thing = THINGS[this.#sentence % THINGS.length];
    const place = PLACES[Math.floor(this.#sentence / THINGS.length) % PLACES.length];
    return `On day ${this.#sentence} we saw a ${thing} in ${place} and talked about it for a long time.`;
  }

  async #modelMs(): Promise<number> {
    const found = /^kotobashi_pipeline_seconds_total\{where="model"\} (\S+)/m.exec(await this.#metrics());
    return 1000 * Number(found?.[1] ?? 0);
  }

  async #metrics(): Promise<string> {
    return await (await fetch(`${this.#url}/metrics`)).text();
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
