import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '#src/settings/read-settings.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { type CollectedSpan, type Collector, startCollector } from './collector.js';
import { startChatPeer } from './openai-peer.js';
import type { Peer } from './peer.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

let collector: Collector;
let llm: Peer;
let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  [collector, llm] = await Promise.all([startCollector(), startChatPeer('')]);
  app = await testApp({ traceUrl: collector.url, tracePercent: 0, chatUrl: llm.url, chatModel: 'large' });
  acme = await app.tenant();
  const { organization, contracts } = acme;
  await app.service.contracts.change(organization.id, contracts.t4oo.id, { inference: 'chat' });
});
afterAll(async () => {
  await app.close();
  await Promise.all([collector.stop(), llm.stop()]);
});

async function translate(engine: 't4oo' | 'real-time', text: string, traceparent?: string): Promise<void> {
  const answer = await app.call(acme, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: [text],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts[engine].id,
    },
    ...(traceparent !== undefined && { headers: { traceparent } }),
  });
  expect(answer).toMatchObject({ status: 200 });
}

/** All spans of a trace, once its root has come. */
async function spansOf(traceId: string): Promise<readonly CollectedSpan[]> {
  let found: readonly CollectedSpan[] = [];
  await expect
    .poll(
      async () => {
        found = collector.spans().filter((span) => span.traceId === traceId);
        return found.map(({ name }) => name);
      },
      { timeout: 20_000, interval: 200 },
    )
    .toContain('POST /api/v1/translate');
  return found;
}

it('a request is traced from its first line to the steps of the decoder, below the span of its caller', async () => {
  const text = 'The unforeseeable meeting has been postponed.';
  await translate('real-time', text, `00-${TRACE}-${CALLER}-01`);
  const spans = await spansOf(TRACE);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name;
  const ways = new Set(spans.map((span) => `${nameOf(span.parentSpanId)} > ${span.name}`));
  expect(ways).toEqual(
    new Set([
      'undefined > POST /api/v1/translate',
      'POST /api/v1/translate > accept',
      'POST /api/v1/translate > plan',
      'POST /api/v1/translate > window',
      'window > model',
      'model > sentence',
      'sentence > queue',
      'sentence > encoder',
      'sentence > decoder step',
    ]),
  );
  const [root] = named('POST /api/v1/translate');
  expect(root).toMatchObject({ parentSpanId: CALLER, service: 'kotobashi' });
  expect(root?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(named('decoder step').length).toBeGreaterThan(3);
  // Threads have clocks of their own: a step lies inside its sentence all the same.
  for (const span of spans) {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    const [start, end] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
    expect(end).toBeGreaterThanOrEqual(start);
    if (parent === undefined) continue;
    const slack = 20_000_000n;
    expect(start + slack).toBeGreaterThanOrEqual(BigInt(parent.startTimeUnixNano));
    expect(end).toBeLessThanOrEqual(BigInt(parent.endTimeUnixNano) + slack);
  }
  expect(JSON.stringify(spans)).not.toContain('unforeseeable');
});

it('other machines hear which span asks them', async () => {
  const trace = TRACE.replace('4', '5');
  await translate('t4oo', 'How much is this bag?', `00-${trace}-${CALLER}-01`);
  const asking = (await spansOf(trace)).find(({ name }) => name === 'chat');
  const [asked] = llm.calls() as { readonly traceparent: string }[];
  expect(asked?.traceparent).toBe(`00-${trace}-${asking?.spanId}-01`);
});

it('nothing is sent of requests that nobody wants traced, and nothing at all unless an address is set', async () => {
  const [unsampled, last] = [TRACE.replace('4', '6'), TRACE.replace('4', '7')];
  await translate('real-time', 'No.', `00-${unsampled}-${CALLER}-00`);
  await translate('real-time', 'No.');
  await translate('real-time', 'No.', `00-${last}-${CALLER}-01`);
  await spansOf(last);
  const traces = new Set(collector.spans().map(({ traceId }) => traceId));
  expect(traces).toEqual(new Set([TRACE, TRACE.replace('4', '5'), last]));
  expect(readSettings({}).traceUrl).toBeUndefined();
});
