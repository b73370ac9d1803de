import { createHmac } from 'node:crypto';
import { chmodSync, closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import fastify from 'fastify';
import { composeLogger, composeService, warmUp } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { sendCall, vendorCalls } from './http/vendor-calls.js';

/**
 * Requests per second and latency of the service itself, on loopback, with the real database (durability on) and the real
 * model. The peer in the same run is a bare Fastify that answers a constant: what the machine and the HTTP library allow.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '6' }, models: { type: 'string' } },
});
const SECONDS = Number(values.seconds);
/**
 * Until the way of a request is compiled: of phrase pairs the first seconds take twice as much processor time as all
 * later ones, and more so on a machine that has other work.
 */
const WARM_UP_SECONDS = 5;
const CONNECTIONS = [1, 32] as const;
const ANSWER = 'Thank you for your continued support.';
const PHRASE = '平素は格別のお引き立てを賜り、厚く御礼申し上げます。';
/** 20 words each, all different, so that the segment cache cannot answer. */
const WORDS =
  'apple river window morning letter garden bottle doctor summer bridge yellow market silver forest paper travel winter music house teacher'.split(
    ' ',
  );

interface Measured {
  readonly rps: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

type Request = Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body' | 'requests'>;

async function measure(request: Request, connections: number): Promise<Measured> {
  await autocannon({ ...request, connections, duration: WARM_UP_SECONDS });
  const result = await autocannon({ ...request, connections, duration: SECONDS });
  return {
    rps: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

async function both(name: string, request: Request): Promise<readonly [Measured, Measured]> {
  const measured: Measured[] = [];
  for (const connections of CONNECTIONS) {
    const one = await measure(request, connections);
    console.log(
      `${name.padEnd(28)} ${String(connections).padStart(2)} connections  ${String(one.rps).padStart(6)} req/s  p50 ${one.p50} ms  p99 ${one.p99} ms${one.failed > 0 ? `  ${one.failed} FAILED` : ''}`,
    );
    if (one.failed > 0) process.exitCode = 1;
    measured.push(one);
  }
  const [single, many] = measured;
  if (single === undefined || many === undefined) throw new Error('Nothing was measured.');
  return [single, many];
}

/** What the disk takes to make one page durable: nothing that is booked can be answered faster. */
function flushP50(directory: string): number {
  const file = openSync(join(directory, 'flush'), 'w');
  const page = Buffer.alloc(8192);
  const times: number[] = [];
  for (let time = 0; time < 200; time += 1) {
    writeSync(file, page);
    const begun = performance.now();
    fdatasyncSync(file);
    times.push(performance.now() - begun);
  }
  closeSync(file);
  times.sort((a, b) => a - b);
  return times[100] ?? 0;
}

/**
 * autocannon reports whole milliseconds; for the overhead microseconds count, so calls are timed here, one after another
 * and in turns, so that whatever else the machine does disturbs all alike.
 */
async function sequentialP50(calls: readonly (() => Promise<void>)[]): Promise<readonly number[]> {
  const times = calls.map((): number[] => []);
  for (let turn = -300; turn < 2000; turn += 1) {
    for (const [index, call] of calls.entries()) {
      const begun = performance.now();
      await call();
      if (turn >= 0) times[index]?.push(performance.now() - begun);
    }
  }
  return times.map((own) => own.toSorted((a, b) => a - b)[own.length >> 1] ?? 0);
}

const folder = mkdtempSync(join(tmpdir(), 'kotobashi-bench-'));
chmodSync(folder, 0o755);
const settings = {
  ...readSettings({}),
  data: folder,
  port: 0,
  logLevel: 'warn' as const,
  ...(values.models !== undefined && { models: values.models }),
};
const logger = composeLogger(settings);
const service = await composeService(settings, logger);
const peer = fastify();
const constant = { status: 'success', message: 'hello, world!' };
peer.get('/hello', async () => constant);
peer.removeContentTypeParser('application/json');
peer.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
  done(null, bytes),
);
peer.post('/hello', async () => constant);
try {
  await warmUp(service.model, logger);
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const peerBase = await peer.listen({ host: '127.0.0.1', port: 0 });
  const organization = await service.organizationAdmin.createOrganization('bench');
  const user = await service.organizationAdmin.createUser(organization.id, 'bench');
  const { accessKey, secretKey } = await service.keyAdmin.create(organization.id, user.id);
  const contract = await service.contracts.create(organization.id, {
    name: 'bench',
    kind: 'text',
    engine: 't4oo',
    ratePerMinute: 100_000_000,
  });
  const list = await service.lists.create(organization.id, 'phrase-dictionary', 'bench');
  await service.lists.merge(service.store.db, organization.id, 'phrase-dictionary', list.id, [
    { fromLang: 'ja', toLang: 'en', fromText: PHRASE, toText: ANSWER },
  ]);
  await service.bindings.bind(organization.id, 'phrase-dictionary', list.id, { userId: user.id });
  const headers = (path: string) => {
    const nonce = String(Date.now());
    const signature = createHmac('sha256', secretKey).update(`${nonce}${path}`).digest('hex');
    return { accessKey, nonce, signature, 'content-type': 'application/json' };
  };
  const body = (text: string, sourceLang: string, targetLang: string) =>
    JSON.stringify({
      fieldId: '1',
      text: [text],
      sourceLang,
      targetLang,
      contractId: contract.id,
    });
  const translate = (payload: string): Request => ({
    url: `${base}/api/v1/translate`,
    method: 'POST',
    headers: headers('/api/v1/translate'),
    body: payload,
  });
  const check = await fetch(`${base}/api/v1/translate`, {
    method: 'POST',
    headers: headers('/api/v1/translate'),
    body: body(PHRASE, 'ja', 'en'),
  });
  if (!(await check.text()).includes(ANSWER)) throw new Error('The phrase pair is not answered.');

  console.log(
    `${cpus().length} cores ${cpus()[0]?.model ?? ''}, Node ${process.version}; ${SECONDS} s each; load and service share the cores\n`,
  );
  await both('bare Fastify hello (peer)', { url: `${peerBase}/hello` });
  const hello = await both('hello, signed', {
    url: `${base}/api/v1/hello`,
    headers: headers('/api/v1/hello'),
  });
  const phrasePair = await both('phrase pair, usage booked', translate(body(PHRASE, 'ja', 'en')));
  const { rows } = await service.store.pool.query<{ requests: number }>(
    'select sum(requests)::int as requests from usage_days',
  );
  console.log(`booked: ${rows[0]?.requests} requests`);

  let turn = 0;
  const sentence = (): string => {
    turn += 1;
    return WORDS.map((_, index) => WORDS[(turn * (index + 3) + index * index + turn) % WORDS.length])
      .join(' ')
      .concat(` ${turn}.`);
  };
  const model = await both('20 words by the model', {
    ...translate(''),
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          method: 'POST',
          path: '/api/v1/translate',
          headers: headers('/api/v1/translate'),
          body: body(sentence(), 'en', 'ja'),
        }),
      },
    ],
  });

  const payload = body(PHRASE, 'ja', 'en');
  // The same signed request to both; the peer reads its bytes, as any server must, and nothing more.
  const send = (url: string) => async () => {
    const sent = { method: 'POST', headers: headers('/api/v1/translate'), body: payload };
    await (await fetch(url, sent)).text();
  };
  const [floor = 0, whole = 0] = await sequentialP50([
    send(`${peerBase}/hello`),
    send(`${base}/api/v1/translate`),
  ]);
  const overheadMsP50 = Number((whole - floor).toFixed(3));
  const flushMsP50 = Number(flushP50(folder).toFixed(3));
  console.log(
    `phrase pair p50 ${whole.toFixed(3)} ms, bare Fastify ${floor.toFixed(3)} ms: overhead ${overheadMsP50} ms, of which the disk's flush takes ${flushMsP50} ms`,
  );
  // The same text through each compatible interface, in turns with our own.
  const vendors = vendorCalls(base, `${accessKey}:${secretKey}:${contract.id}`, PHRASE);
  const [own = 0, ...through] = await sequentialP50([
    send(`${base}/api/v1/translate`),
    ...vendors.map((call) => () => sendCall(call, ANSWER)),
  ]);
  const compat = Object.fromEntries(
    vendors.map(({ vendor }, index) => {
      const added = Number(((through[index] ?? 0) - own).toFixed(3));
      console.log(
        `${vendor.padEnd(28)} p50 ${(through[index] ?? 0).toFixed(3)} ms, ours ${own.toFixed(3)} ms`,
      );
      return [vendor, { overheadMsP50: added }];
    }),
  );
  const result = {
    hello: { rps1: hello[0].rps, rps32: hello[1].rps },
    phrasePair: { rps1: phrasePair[0].rps, rps32: phrasePair[1].rps, p99Ms32: phrasePair[1].p99 },
    model: { rps1: model[0].rps, rps32: model[1].rps, p50Ms1: model[0].p50 },
    overheadMsP50,
    flushMsP50,
    compat,
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  await peer.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}
