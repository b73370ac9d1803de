import { SignedClient } from '../faults/signed-client.js';
import type { Tenant } from '../robustness/tenant.js';
import type { Cluster } from './cluster.js';

/** What passed under a limit, of how many. */
export interface LimitCount {
  readonly name: string;
  readonly limit: number;
  readonly passed: number;
  /** Requests whose node was down: they may have been counted, or not. */
  readonly unanswered: number;
}

const RATE_PER_MINUTE = 15;
const QUOTA_REQUESTS = 12;
const NONCES = 15;
/** More than the limit lets through, so that it is reached. */
const TIMES = 3;
const TEXT = 'Good morning.';

/** Whether the limit was kept to the request: none too many, and none refused that had to pass. */
export function wrongBy({ limit, passed, unanswered }: LimitCount): number {
  return Math.max(0, passed - limit) + Math.max(0, limit - passed - unanswered);
}

/** Uses up a rate, a quota and some nonces, with requests that go to all servers at once. */
export async function checkLimits(cluster: Cluster, tenant: Tenant): Promise<readonly LimitCount[]> {
  const contract = async (limits: object): Promise<string> => {
    const created = await cluster.admin('POST', `/organizations/${tenant.organizationId}/contracts`, {
      name: 'limited',
      kind: 'text',
      engine: 't4oo',
      ...limits,
    });
    return (created as { id: string }).id;
  };
  const rated = await contract({ ratePerMinute: RATE_PER_MINUTE });
  const quota = await contract({ charQuota: QUOTA_REQUESTS * TEXT.length, ratePerMinute: 100_000 });
  return [
    await translations(cluster, 'rate', { ...tenant, contractId: rated }, RATE_PER_MINUTE),
    await translations(cluster, 'quota', { ...tenant, contractId: quota }, QUOTA_REQUESTS),
    await nonces(cluster, tenant),
  ];
}

async function translations(cluster: Cluster, name: string, key: Tenant, limit: number): Promise<LimitCount> {
  const client = new SignedClient(cluster.url, key);
  const statuses = await Promise.all(
    Array.from({ length: limit * TIMES }, (_, at) =>
      statusOf(
        client.call('POST', '/api/v1/translate', client.order([TEXT]), {
          baseUrl: cluster.servers[at % cluster.servers.length]?.url ?? cluster.url,
        }),
      ),
    ),
  );
  return { name, limit, ...count(statuses) };
}

/** The same signed change at every server at once: one of them may make it. */
async function nonces(cluster: Cluster, key: Tenant): Promise<LimitCount> {
  const client = new SignedClient(cluster.url, key);
  const entry = { fromLang: 'en', fromText: 'nonce', toLang: 'ja', toText: 'ノンス' };
  const statuses: number[] = [];
  for (let at = 0; at < NONCES; at += 1) {
    const nonce = client.nextNonce();
    const sent = cluster.servers.map(({ url: baseUrl }) =>
      statusOf(client.call('POST', '/api/v1/dictionary', entry, { baseUrl, nonce })),
    );
    statuses.push(...(await Promise.all(sent)));
  }
  return { name: 'nonces', limit: NONCES, ...count(statuses) };
}

async function statusOf(call: Promise<{ readonly status: number }>): Promise<number> {
  return await call.then(
    ({ status }) => status,
    () => 0,
  );
}

function count(statuses: readonly number[]) {
  return {
    passed: statuses.filter((status) => status === 200).length,
    unanswered: statuses.filter((status) => status === 0 || status >= 500).length,
  };
}
