import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { ContractId } from '#src/base/ids.js';
import type { Settings } from '#src/settings/read-settings.js';
import { FileClient } from '../../bench/files/file-client.js';
import { HOSTILE_FILES, slowPdf } from '../../bench/files/hostile-files.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { isWhole } from '../setup/sample.js';
import { fewPairs, upload } from '../training/customer.js';
import { asTsv } from '../training/manual.js';

const LIMIT_MS = 300_000;
const WAIT = { timeout: 120_000, interval: 100 };
const masterKey = randomBytes(32).toString('base64');
const apps: TestApp[] = [];

interface Customer extends Tenant {
  readonly client: FileClient;
  readonly contractId: ContractId;
}

async function open(settings: Partial<Settings>, lines: string[] = []): Promise<TestApp> {
  const app = await testApp(
    { models: inject('noiseModels'), masterKey, logLevel: 'error', ...settings },
    { write: (line) => lines.push(line) },
  );
  apps.push(app);
  return app;
}

async function customerOf(app: TestApp): Promise<Customer> {
  const tenant = await app.tenant();
  const { id: contractId } = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
  });
  return { ...tenant, client: new FileClient(app.url, tenant.key), contractId };
}

const fields = ({ contractId }: Customer) => ({
  contractId,
  fieldId: '1',
  targetLangs: '["ja"]',
  sourceLang: 'en',
});
const submit = (customer: Customer, name: string, bytes: Uint8Array) =>
  customer.client.submit([{ name, bytes }], fields(customer));
const SMALL = strToU8('Where is the station?');
const OFF = { enabled: false };

/** A change by the operator. */
const change = async (app: TestApp, path: string, body: object) => {
  const headers = { authorization: `Bearer ${app.service.adminToken}` };
  expect((await app.send(`/admin/v1/organizations/${path}`, { method: 'PUT', body, headers })).status).toBe(
    200,
  );
};

/** Documents that threads of the service work on. */
async function running(app: TestApp): Promise<number> {
  const { body } = await app.send('/metrics');
  return Number(/^kotobashi_documents\{state="running"\} (\d+)/m.exec(String(body))?.[1]);
}

let app: TestApp;
let acme: Customer;
let slow: Uint8Array;
beforeAll(async () => {
  app = await open({});
  acme = await customerOf(app);
  slow = await slowPdf();
}, LIMIT_MS);
afterAll(async () => {
  for (const one of apps.reverse()) await one.close();
});

describe('documents that ask for too much', { timeout: LIMIT_MS }, () => {
  it.each([
    ['PDF whose resources are themselves', /damaged/],
    ['PDF with a form that draws itself', /more drawing/],
    ['PDF with 30 levels of ten forms', /more drawing/],
    ['PDF of 900 KB of beginnings of objects', /damaged/],
    ['JSON 100,000 deep', /nested deeper/],
    ['HTML with 30,000 nested tags', /nested deeper/],
    ['SRT of a million cues', /holds more than/],
  ])('are refused at once: %s', async (name, sentence) => {
    const make = HOSTILE_FILES.find(([known]) => known === name)?.[1];
    const file = await make?.();
    if (file === undefined) throw new Error(`There is no file "${name}".`);
    const { status, body } = await acme.client.post([file], fields(acme));
    expect(JSON.stringify(body)).toMatch(sentence);
    expect([400, 413]).toContain(status);
  });

  it('are taken for plain text where that is what they are: lists in lists in lists', async () => {
    // Part numbers: no model is asked for them in the background.
    const lines = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- XJ9-${1000 + depth}-QQ`);
    const file = { name: 'a.md', bytes: strToU8(lines.join('\n')) };
    const { status, body } = await acme.client.post([file], fields(acme));
    expect(status, JSON.stringify(body)).toBe(200);
  });
});

describe('a file that is ended', { timeout: LIMIT_MS }, () => {
  /** Far less than the document would take. */
  const SOON = { timeout: 20_000, interval: 50 };

  it('by its owner lets go of its thread at once', async () => {
    const other = await customerOf(app);
    const translateId = await submit(other, 'slow.pdf', slow);
    await vi.waitFor(async () => expect(await running(app)).toBe(1), WAIT);
    await other.client.call(`/api/v1/translate-result/${translateId}`, { method: 'DELETE' });
    await vi.waitFor(async () => expect(await running(app)).toBe(0), SOON);
    expect((await other.client.ended(translateId)).items[0]?.errorMessage).toContain('cancelled');
  });

  // The door looks at such a file for seconds; in `npm test` one way to end it has to do.
  it.runIf(isWhole)('because its contract was disabled does so too, and says why', async () => {
    const other = await customerOf(app);
    const translateId = await submit(other, 'slow.pdf', slow);
    await vi.waitFor(async () => expect(await running(app)).toBe(1), WAIT);
    await change(app, `${other.organization.id}/contracts/${other.contractId}`, OFF);
    const [item] = (await other.client.ended(translateId)).items;
    expect(item).toMatchObject({ errorCode: 40003, errorMessage: expect.stringContaining('disabled') });
    await vi.waitFor(async () => expect(await running(app)).toBe(0), SOON);
  });
});

describe('what waits for an organization, a user or a contract that was disabled', {
  timeout: LIMIT_MS,
}, () => {
  it('is ended by the first worker that comes, and that of others is done', async () => {
    const front = await open({ workers: false });
    const [organization, user, contract, other] = [
      await customerOf(front),
      await customerOf(front),
      await customerOf(front),
      await customerOf(front),
    ];
    for (const customer of [organization, user, contract, other]) {
      const order = { fieldId: '1', text: ['Done.'], sourceLang: 'auto', targetLang: 'en' };
      const body = { ...order, contractId: customer.contracts.t4oo.id };
      expect((await front.call(customer, '/api/v1/translate/async', { body })).status).toBe(200);
      await submit(customer, 'a.txt', SMALL);
      expect((await upload(front, customer, asTsv(fewPairs('lamp')))).status).toBe(200);
    }
    await change(front, organization.organization.id, OFF);
    await change(front, `${user.organization.id}/users/${user.user.id}`, OFF);
    for (const id of [contract.contractId, contract.contracts.t4oo.id, contract.contracts.custom.id]) {
      await change(front, `${contract.organization.id}/contracts/${id}`, OFF);
    }
    await open({ databaseUrl: front.database.url, workers: true });
    const states = async ({ organization: { id } }: Tenant) => {
      const { rows } = await front.database.store.pool.query<{ state: string; code: number | null }>(
        `select state, error_code as code from translation_jobs where org_id = $1
         union all select state, error_code from file_items where org_id = $1
         union all select state, case when error_message like '%was disabled%' then 40003 end from training_jobs where org_id = $1`,
        [id],
      );
      return rows.map(({ state, code }) => (code === 40003 ? 'disabled' : state));
    };
    for (const customer of [organization, user, contract]) {
      expect(await states(customer)).toEqual(['disabled', 'disabled', 'disabled']);
    }
    await vi.waitFor(async () => expect((await states(other))[0]).toBe('finished'), WAIT);
    expect(await states(other)).not.toContain('disabled');
  });
});

describe('something that nobody foresaw', { timeout: LIMIT_MS }, () => {
  it('fails a file after two tries, with a sentence for its owner and the error in the log', async () => {
    const front = await open({ workers: false });
    const customer = await customerOf(front);
    const translateId = await submit(customer, 'a.txt', SMALL);
    // What a fault of ours may leave behind: an order without its body.
    await front.database.store.pool.query(
      `update file_items set request = (request::jsonb - 'body')::json where translate_id = $1`,
      [translateId],
    );
    const lines: string[] = [];
    await open({ databaseUrl: front.database.url, workers: true }, lines);
    const [item] = (await customer.client.ended(translateId)).items;
    expect(item?.errorMessage).toContain('nobody foresaw');
    expect(lines.filter((line) => line.includes('TypeError'))).toHaveLength(2);
  });
});

describe('forms that are half sent', { timeout: LIMIT_MS }, () => {
  it('lose their place after seconds, and close the door to nobody', async () => {
    const { hostname, port } = new URL(app.url);
    const head = [
      'POST /translate_file HTTP/1.1',
      'Host: x',
      'Content-Length: 1000',
      'Content-Type: multipart/form-data; boundary=b',
    ];
    const halves = Array.from({ length: 9 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(`${head.join('\r\n')}\r\n\r\n--b\r\n`);
      return { socket, answered: once(socket, 'data') };
    });
    // Some send nothing more, some a byte now and then.
    const drops = setInterval(() => {
      for (const { socket } of halves.slice(5)) socket.write('x');
    }, 1_000);
    onTestFinished(() => clearInterval(drops));
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'ja');
    form.set('api_key', 'unknown');
    form.set('file', new Blob([SMALL]), 'a.txt');
    const others = await fetch(`${app.url}/translate_file`, { method: 'POST', body: form });
    expect(others.status).toBe(403);
    for (const { socket, answered } of halves) {
      const [answer] = await answered;
      expect(String(answer)).toMatch(
        /^HTTP\/1\.1 4.*The form arrives too slowly, less than 4 KB in 5 seconds/s,
      );
      socket.destroy();
    }
  });
});
