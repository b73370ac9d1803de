import { createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeLogger, composeService, type Service, warmUp } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';

/**
 * Where the time of a request goes, by its own trace, and what tracing costs: the same requests, one after the other and in turns, to a service that traces nothing and to one that traces
 * everything to a collector on loopback. `hello` is the shortest request there is; `sentence` is one short sentence that is not
 * in the segment cache.
 */
const ROUNDS = 8;
const REQUESTS = { hello: 100, sentence: 12 } as const;
type Kind = keyof typeof REQUESTS;

interface Span {
  readonly traceId: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}
interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

const spans: Span[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { resourceSpans }: Export = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const folder = mkdtempSync(join(tmpdir(), 'kotobashi-trace-'));
chmodSync(folder, 0o755);
const base = { ...readSettings(), data: folder, segmentCacheEntries: 0, logLevel: 'silent' as const };
const traceUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
const off = await composeService({ ...base, traceUrl: undefined }, composeLogger(base));
const on = await composeService(
  { ...base, traceUrl, databaseUrl: off.store.pool.options.connectionString },
  composeLogger(base),
  { model: off.model },
);

try {
  await warmUp(off.model, composeLogger(base));
  const organization = await off.organizationAdmin.createOrganization('bench');
  const user = await off.organizationAdmin.createUser(organization.id, 'bench');
  const key = await off.keyAdmin.create(organization.id, user.id, {});
  const contract = await off.contracts.create(organization.id, {
    name: 'bench',
    kind: 'text',
    engine: 'real-time',
  });
  const services = { off: await listening(off), on: await listening(on) };
  let nonce = Date.now();

  const send = async (url: string, kind: Kind): Promise<number> => {
    const path = kind === 'hello' ? '/api/v1/hello' : '/api/v1/translate';
    nonce += 1;
    const signature = createHmac('sha256', key.secretKey).update(`${nonce}${path}`).digest('hex');
    const body = {
      fieldId: '1',
      text: ['The meeting has been postponed until next Friday.'],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: contract.id,
    };
    const began = performance.now();
    const answer = await fetch(`${url}${path}`, {
      headers: {
        accessKey: key.accessKey,
        nonce: String(nonce),
        signature,
        'content-type': 'application/json',
      },
      ...(kind === 'sentence' && { method: 'POST', body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return performance.now() - began;
  };

  const result: Record<string, unknown> = {};
  for (const kind of ['hello', 'sentence'] as const) {
    const times = { off: [] as number[], on: [] as number[] };
    for (let round = -1; round < ROUNDS; round++) {
      for (const which of ['off', 'on'] as const) {
        for (let i = 0; i < REQUESTS[kind]; i++) {
          const ms = await send(services[which], kind);
          if (round >= 0) times[which].push(ms);
        }
      }
    }
    result[kind] = { offP50Ms: p50(times.off), onP50Ms: p50(times.on) };
    console.log(kind, result[kind]);
  }
  await on.close();
  const stages = stagesOf('POST /api/v1/translate');
  console.log(`\n${'a request'.padEnd(24)}          ms       spans`);
  for (const [name, { ms, count }] of Object.entries(stages)) {
    console.log(`${name.padEnd(24)}${ms.toFixed(2).padStart(12)}${count.toFixed(1).padStart(12)}`);
  }
  console.log(`RESULT ${JSON.stringify({ ...result, stages, spans: spans.length })}`);
} finally {
  await off.close();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Of the traces with a span of this name: the time of each kind of span in a trace, and how many there are, on average. */
function stagesOf(root: string): Record<string, { readonly ms: number; readonly count: number }> {
  const roots = new Set(spans.filter(({ name }) => name === root).map(({ traceId }) => traceId));
  const sums = new Map<string, { ms: number; count: number }>();
  for (const { traceId, name, startTimeUnixNano, endTimeUnixNano } of spans) {
    if (!roots.has(traceId)) continue;
    const sum = sums.get(name) ?? { ms: 0, count: 0 };
    sum.ms += Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;
    sum.count += 1;
    sums.set(name, sum);
  }
  const share = (value: number) => Math.round((1000 * value) / roots.size) / 1000;
  const rows = [...sums].map(
    ([name, { ms, count }]) => [name, { ms: share(ms), count: share(count) }] as const,
  );
  return Object.fromEntries(rows.toSorted(([, a], [, b]) => b.ms - a.ms));
}

async function listening({ app }: Service): Promise<string> {
  return await app.listen({ host: '127.0.0.1', port: 0 });
}

function p50(times: readonly number[]): number {
  return Math.round(1000 * (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)) / 1000;
}
