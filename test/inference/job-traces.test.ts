import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openReceiver, type Receiver } from '../jobs/receiver.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { fewPairs, jidOf } from '../training/customer.js';
import { asTsv } from '../training/manual.js';
import { type CollectedSpan, type Collector, startCollector } from './collector.js';

const CALLER = '00f067aa0ba902b7';
const TRACES = {
  texts: '4bf92f3577b34da6a3ce929d0e0e4736',
  file: '5bf92f3577b34da6a3ce929d0e0e4736',
  training: '6bf92f3577b34da6a3ce929d0e0e4736',
  import: '7bf92f3577b34da6a3ce929d0e0e4736',
};

let collector: Collector;
let receiver: Receiver;
let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  collector = await startCollector();
  receiver = await openReceiver();
  app = await testApp({
    callbackAllowPrivate: true,
    traceUrl: collector.url,
    tracePercent: 0,
    workers: true,
    models: inject('noiseModels'),
  });
  acme = await app.tenant();
  await app.call(acme, '/api/v1/callback', { method: 'PUT', body: { callbackUrl: receiver.url } });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  await collector.stop();
});

const traceparent = (traceId: string) => ({ traceparent: `00-${traceId}-${CALLER}-01` });

/** The id of the job. */
async function submit(headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await app.call(acme, '/api/v1/translate/async', {
    body: {
      fieldId: '1',
      text: ['The unforeseeable meeting has been postponed.'],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts.t4oo.id,
    },
    headers,
  });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { data: { queueId: string } }).data.queueId;
}

async function sendForm(path: string, fields: Readonly<Record<string, string | File>>, traceId: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(form);
  const answer = await app.call(acme, path, {
    method: 'POST',
    body: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...traceparent(traceId) },
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer;
}

interface JobTrace {
  readonly root: CollectedSpan;
  /** `parent > child` of all its spans. */
  readonly ways: ReadonlySet<string>;
}

/** The trace of the job, once it has come, after a look at how it hangs together with the request of that trace. */
async function traceOfJob(name: string, request: string, traceId: string): Promise<JobTrace> {
  let spans: readonly CollectedSpan[] = [];
  await expect
    .poll(
      async () => {
        spans = collector.spans();
        return spans.map((span) => span.name);
      },
      { timeout: 50_000, interval: 200 },
    )
    .toEqual(expect.arrayContaining([name, request]));
  const roots = spans.filter((span) => span.name === name);
  const submitter = spans.find((span) => span.name === request && span.traceId === traceId);
  const [root] = roots;
  if (root === undefined) throw new Error('It has come.');
  expect(roots).toHaveLength(1);
  expect(root.parentSpanId).toBeUndefined();
  expect(root.traceId).not.toBe(traceId);
  expect(root.links).toMatchObject([{ traceId, spanId: submitter?.spanId }]);
  const own = spans.filter((span) => span.traceId === root.traceId);
  const nameOf = (id: string | undefined) => own.find(({ spanId }) => spanId === id)?.name;
  return { root, ways: new Set(own.map((span) => `${nameOf(span.parentSpanId)} > ${span.name}`)) };
}

const MODEL = ['model > sentence', 'sentence > queue', 'sentence > encoder', 'sentence > decoder step'];

it('an asynchronous translation has a trace of its own that links to the request; one that nobody traced has none', async () => {
  await submit();
  const queueId = await submit(traceparent(TRACES.texts));
  const { root, ways } = await traceOfJob('job translate', 'POST /api/v1/translate/async', TRACES.texts);
  expect(ways).toEqual(
    new Set([
      'undefined > job translate',
      'job translate > accept',
      'job translate > window',
      'window > model',
      ...MODEL,
      'job translate > write',
    ]),
  );
  expect(root.attributes).toContainEqual({ key: 'queueId', value: { stringValue: queueId } });
  expect(JSON.stringify(collector.spans())).not.toContain('unforeseeable');
});

it('so has each try to announce its end', async () => {
  const { root, ways } = await traceOfJob('job callback', 'POST /api/v1/translate/async', TRACES.texts);
  expect(ways).toEqual(new Set(['undefined > job callback', 'job callback > post', 'job callback > write']));
  for (const attribute of [
    // Weights of noise may fail at their task.
    { key: 'event', value: { stringValue: expect.stringMatching(/^translation\.(finished|failed)$/) } },
    { key: 'attempt', value: { intValue: 1 } },
    { key: 'outcome', value: { stringValue: 'delivered' } },
    { key: 'status', value: { intValue: 200 } },
  ]) {
    expect(root.attributes).toContainEqual(attribute);
  }
});

it('so has a table that is taken over in the background', async () => {
  const created = await app.call(acme, '/api/v1/glossaries', { body: { name: 'parts' } });
  const { id } = (created.body as { data: { id: number } }).data;
  const rows = Array.from(
    { length: 2_500 },
    (_, at) => `unmistakable part ${at} ${'x'.repeat(100)}\t部品${at}`,
  );
  const path = `/api/v1/glossaries/${id}/import?format=tsv&fromLang=en&toLang=ja`;
  const answer = await app.call(acme, path, {
    method: 'POST',
    body: new TextEncoder().encode(rows.join('\n')),
    headers: { 'content-type': 'application/octet-stream', ...traceparent(TRACES.import) },
  });
  expect(answer).toMatchObject({ status: 202 });
  const request = 'POST /api/v1/glossaries/:listId/import';
  const { root, ways } = await traceOfJob('job import', request, TRACES.import);
  expect(ways).toEqual(new Set(['undefined > job import', 'job import > count', 'job import > write']));
  expect(root.attributes).toContainEqual({ key: 'rows', value: { intValue: rows.length } });
  expect(JSON.stringify(collector.spans())).not.toContain('unmistakable');
});

it('so has a file', async () => {
  const contract = await app.service.contracts.create(acme.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
  });
  const fields = {
    contractId: contract.id,
    fieldId: '1',
    sourceLang: 'en',
    targetLangs: '["ja"]',
    files: new File(['The pump is ready.\n'], 'pump.txt'),
  };
  await sendForm('/api/v1/file-translate', fields, TRACES.file);
  const { ways } = await traceOfJob('job file', 'POST /api/v1/file-translate', TRACES.file);
  expect(ways).toEqual(
    new Set([
      'undefined > job file',
      'job file > accept',
      'job file > read',
      'job file > plan',
      'job file > window',
      'window > model',
      ...MODEL,
      'job file > vocabulary',
      'job file > assemble',
      'job file > write',
    ]),
  );
});

it('so has a training', async () => {
  const fields = {
    contractId: acme.contracts.custom.id,
    field: 'L000001',
    firstLang: 'en',
    secondLang: 'ja',
    file: new File([asTsv(fewPairs('valve'))], 'manual.tsv'),
  };
  const answer = await sendForm('/api/v1/training/train', fields, TRACES.training);
  const { root, ways } = await traceOfJob('job train', 'POST /api/v1/training/train', TRACES.training);
  expect(ways).toEqual(
    new Set([
      'undefined > job train',
      'job train > preparing',
      'preparing > model',
      'job train > training',
      'job train > evaluating',
      'evaluating > model',
      ...MODEL,
      'job train > write',
    ]),
  );
  expect(root.attributes).toContainEqual({ key: 'jid', value: { stringValue: jidOf(answer) } });
});
