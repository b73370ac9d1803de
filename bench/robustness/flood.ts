/**
 * The flood of `bench -- fairness`, a process of its own, and at the lowest priority once its jobs are queued: a load generator on another machine takes
 * no processor time from the service, and does not hold up the clock of the one who measures.
 */
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignedClient } from '../faults/signed-client.js';
import type { Tenant } from './tenant.js';

export interface FloodOptions {
  readonly url: string;
  readonly tenant: Tenant;
  /** Synchronous requests at once. */
  readonly parallel: number;
  readonly jobs: number;
}

export interface FloodCount {
  readonly answered: number;
  readonly refused: number;
  readonly jobs: number;
}

const SUBMITTERS = 8;
const JOB_TEXTS = 4;
/** As Retry-After asks. */
const RETRY_MS = 1_000;

let flooding = true;
let sentence = 0;
const count = { answered: 0, refused: 0, jobs: 0 };

function next(): string {
  sentence += 1;
  return `The ${sentence} yellow boxes were sent to the office in Kyoto.`;
}

async function translate({ url, tenant }: FloodOptions): Promise<void> {
  const client = new SignedClient(url, tenant);
  while (flooding) {
    const { status } = await client
      .call('POST', '/api/v1/translate', client.order([next()]))
      .catch(() => ({ status: 0 }));
    if (status === 200) {
      count.answered += 1;
      continue;
    }
    count.refused += 1;
    await sleep(RETRY_MS);
  }
}

async function submit({ url, tenant, jobs }: FloodOptions): Promise<void> {
  const client = new SignedClient(url, { ...tenant, contractId: tenant.customContractId });
  for (let at = 0; at < jobs / SUBMITTERS && flooding; at += 1) {
    const order = { ...client.order(Array.from({ length: JOB_TEXTS }, next)), fieldId: '1' };
    const { status } = await client
      .call('POST', '/api/v1/translate/async', order)
      .catch(() => ({ status: 0 }));
    if (status === 200) count.jobs += 1;
  }
}

process.once('message', async (options: FloodOptions) => {
  process.once('message', () => {
    flooding = false;
    process.send?.(count satisfies FloodCount, () => process.exit());
  });
  // The jobs first: beside the requests most of them would be refused.
  await Promise.all(Array.from({ length: SUBMITTERS }, () => submit(options)));
  process.send?.('queued');
  setPriority(constants.priority.PRIORITY_LOW);
  for (let at = 0; at < options.parallel; at += 1) void translate(options);
});
