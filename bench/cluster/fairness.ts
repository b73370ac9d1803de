import { setTimeout as sleep } from 'node:timers/promises';
import { SignedClient } from '../faults/signed-client.js';
import type { Cluster } from './cluster.js';

const BACKLOG = 150;
const FEW = 5;
const SUBMITTERS = 6;
const LOOK_MS = 20;

/** Queues many jobs of one organization. */
export async function backlogOf(cluster: Cluster, tenant: number): Promise<number> {
  let sent = 0;
  await Promise.all(
    Array.from({ length: SUBMITTERS }, async () => {
      while (sent < BACKLOG) await submit(cluster, tenant, sent++);
    }),
  );
  return tenant;
}

/** How many jobs of the one ended before those few of another that were queued behind them. */
export async function fairTurns(
  cluster: Cluster,
  crowd: number,
  late: number,
): Promise<{ readonly before: number; readonly backlog: number }> {
  const endedOf = async (tenant: number) => {
    const [row] = await cluster.sql<{ ended: number }>(
      `select count(*)::int as ended from translation_jobs
       where state = 'finished' and org_id = '${cluster.tenant(tenant).organizationId}'`,
    );
    return row?.ended ?? 0;
  };
  const already = await endedOf(crowd);
  for (let at = 0; at < FEW; at += 1) await submit(cluster, late, at);
  while ((await endedOf(late)) < FEW) await sleep(LOOK_MS);
  return { before: (await endedOf(crowd)) - already, backlog: BACKLOG - already };
}

async function submit(cluster: Cluster, tenant: number, number: number): Promise<void> {
  const client = new SignedClient(cluster.url, cluster.tenant(tenant), cluster.ledger.observe);
  const order = client.order([`The ${number + 2} boxes went to Osaka.`]);
  const { status } = await client.call('POST', '/api/v1/translate/async', order);
  if (status !== 200) throw new Error(`A job was answered with ${status}.`);
}
