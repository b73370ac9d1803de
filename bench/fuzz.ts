/**
 * Sends requests that follow the service's own OpenAPI document more or less: values of the right kind, of the wrong
 * kind, from the edge, missing, doubled; with good, bad and no authentication. Every seed is printed and gives the same
 * requests again.
 *
 *     npm run bench -- fuzz [--requests 100000] [--seed 1] [--minutes 120]
 */
import { parseArgs } from 'node:util';
import { Auth } from './robustness/fuzz-auth.js';
import { operationsOf } from './robustness/fuzz-operations.js';
import { Random } from './robustness/random.js';
import { RequestMaker } from './robustness/request-maker.js';
import { ADMIN_TOKEN, ServiceProcess } from './robustness/service-process.js';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    parallel: { type: 'string', default: '16' },
    /** Ends then with what was sent so far. */
    minutes: { type: 'string', default: '120' },
  },
});
const total = Number(values.requests);
const until = Date.now() + Number(values.minutes) * 60_000;
const HANG_MS = 60_000;
/** Printed in full; the rest is counted. */
const MOST_SHOWN = 30;

const service = await ServiceProcess.open(2, { KOTOBASHI_REQUEST_DEADLINE: '20' });
let requests = 0;
let unexpected5xx = 0;
let hangs = 0;
let noEnvelope = 0;
const statuses = new Map<number, number>();

function complain(
  what: string,
  seed: number,
  request: { method: string; path: string },
  answer: string,
): void {
  if (unexpected5xx + hangs + noEnvelope > MOST_SHOWN) return;
  console.log(`${what}, seed ${seed}: ${request.method} ${request.path}\n  ${answer.slice(0, 300)}`);
}

interface FailureBody {
  readonly status?: unknown;
  readonly data?: { readonly code?: unknown; readonly message?: unknown };
  /** Of the compatible interfaces. */
  readonly message?: unknown;
  readonly error?: unknown;
}

/** A failure has the shape that our endpoints share, or that of its vendor; a success is whatever its endpoint says. */
function hasEnvelope(status: number, path: string, text: string): boolean {
  if (status < 400) return true;
  try {
    const body: FailureBody = JSON.parse(text);
    if (body.status === 'failure') return Number.isInteger(body.data?.code) && body.data?.message !== '';
    if (/^\/(?:api|admin)\//.test(path)) return false;
    return [body.message, body.error].some((told) => told !== undefined && told !== '');
  } catch {
    return false;
  }
}

try {
  const operations = await operationsOf(service.url);
  const auth = new Auth(service.tenant(0), ADMIN_TOKEN);
  console.log(`${operations.length} operations, first seed ${values.seed}`);
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < total && Date.now() < until) {
      const seed = Number(values.seed) + next++;
      const request = new RequestMaker(new Random(seed), auth, service.tenants).make(operations);
      requests += 1;
      try {
        const response = await fetch(`${service.url}${request.path}`, {
          method: request.method,
          headers: request.headers,
          ...(request.body !== undefined && { body: request.body }),
          signal: AbortSignal.timeout(HANG_MS),
        });
        const text = await response.text();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const isHead = request.method === 'HEAD';
        if (response.status >= 500 && response.status !== 503) {
          unexpected5xx += 1;
          complain(`${response.status}`, seed, request, text);
        } else if (!isHead && !hasEnvelope(response.status, request.path, text)) {
          noEnvelope += 1;
          complain(`${response.status} without envelope`, seed, request, text);
        }
      } catch (error) {
        if (!(error instanceof Error && error.name === 'TimeoutError')) {
          // What no HTTP client sends was not sent.
          if (error instanceof TypeError && !/fetch failed/.test(error.message)) continue;
        }
        hangs += 1;
        complain('no answer', seed, request, String(error instanceof Error ? (error.cause ?? error) : error));
      }
      if ((seed - Number(values.seed) + 1) % 5_000 === 0) console.log(`${requests} requests`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, send));
  console.log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join('  '),
  );
  const crashes = service.program.crashes.length;
  if (crashes > 0) console.log(`the service ended by itself ${crashes} times`);
  console.log(`RESULT ${JSON.stringify({ requests, unexpected5xx, hangs, noEnvelope })}`);
  process.exitCode = unexpected5xx + hangs + noEnvelope + crashes === 0 ? 0 : 1;
} finally {
  await service.close();
}
