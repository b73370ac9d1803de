import { createHmac } from 'node:crypto';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FormMemory } from '#src/http/body/form-memory.js';
import { MAX_SHEET_BYTES } from '#src/interchange/read.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { keyOf } from './compat/vendor-keys.js';

const FILE_MEGABYTES = 1;
const FORM_BYTES = 2 * FILE_MEGABYTES * 1024 ** 2;
const TABLE_FORM_BYTES = MAX_SHEET_BYTES + 64 * 1024;
const BOUNDARY = 'a-boundary-of-this-test';

let app: TestApp;
let tenant: Tenant;
let itemId: string;
beforeAll(async () => {
  app = await testApp({ fileMegabytes: FILE_MEGABYTES });
  tenant = await app.tenant();
  const contract = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
  });
  const client = new FileClient(app.url, tenant.key);
  const file = { name: 'a.txt', bytes: Buffer.from('こんにちは。') };
  const result = await client.ended(await client.submit([file], { contractId: contract.id }));
  itemId = result.items[0]?.translateItemId ?? '';
  await app.database.store.pool.query(
    `insert into custom_models (org_id, user_id, name, field, first_lang, second_lang)
     values ($1, $2, 'm', 'L100001', 'ja', 'en')`,
    [tenant.organization.id, tenant.user.id],
  );
}, 120_000);
afterAll(() => app.close());

/** Sends a body in pieces, without saying how long it is, and stops when the answer has come. */
async function send(path: string, pieces: Iterable<Buffer | string>, headers: Record<string, string>) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(`${app.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    sent.on('error', reject).on('response', (response) => {
      const received: Buffer[] = [];
      response.on('data', (chunk: Buffer) => received.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(received).toString() }),
      );
    });
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });
}

let lastNonce = 0;
function signed(path: string): Record<string, string> {
  lastNonce = Math.max(Date.now(), lastNonce + 1);
  const { accessKey, secretKey } = tenant.key;
  const signature = createHmac('sha256', secretKey).update(`${lastNonce}${path}`).digest('hex');
  return { accessKey, nonce: String(lastNonce), signature };
}

const head = (name: string, fileName?: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

/** A form of exactly so many bytes: files of half a mebibyte, none of them too large by itself. */
function* formOf(bytes: number): Generator<string | Buffer> {
  let left = bytes - END.length;
  for (let number = 0; left > 0; number += 1) {
    const start = `${number === 0 ? '' : '\r\n'}${head('files', `${number}.txt`)}`;
    const content = Math.min(512 * 1024, left - start.length);
    if (content <= 0) {
      yield Buffer.alloc(left, 0x61);
      break;
    }
    yield start;
    yield Buffer.alloc(content, 0x61);
    left -= start.length + content;
  }
  yield END;
}

/** Of forms under way: their files have lost their names, and are still open. */
function bytesOnDisk(): number {
  const uploads = join(app.service.settings.data, 'uploads');
  return readdirSync('/proc/self/fd').reduce((sum, name) => {
    try {
      const at = `/proc/self/fd/${name}`;
      return readlinkSync(at).startsWith(uploads) ? sum + statSync(at).size : sum;
    } catch {
      // Closed since it was listed.
      return sum;
    }
  }, 0);
}

interface FormRoute {
  readonly path: string;
  readonly bytes: number;
  readonly headers: (path: string) => Record<string, string>;
}

const routes = (): readonly FormRoute[] => [
  { path: '/api/v1/file-translate', bytes: FORM_BYTES, headers: signed },
  { path: `/api/v1/downloads/${itemId}/revised`, bytes: FORM_BYTES, headers: signed },
  { path: '/api/v1/training/train', bytes: TABLE_FORM_BYTES, headers: signed },
  { path: '/api/v1/training/preview', bytes: TABLE_FORM_BYTES, headers: signed },
  { path: '/api/v1/training/model/M0000001/train', bytes: TABLE_FORM_BYTES, headers: signed },
  {
    path: '/v2/document',
    bytes: FORM_BYTES,
    headers: () => ({ authorization: `DeepL-Auth-Key ${keyOf(tenant)}` }),
  },
  { path: '/translate_file', bytes: FORM_BYTES, headers: () => ({}) },
];

describe('a form', () => {
  it('of the most bytes that its route takes is read, and one byte more is 413', async () => {
    for (const { path, bytes, headers } of routes()) {
      const whole = await send(path, formOf(bytes), headers(path));
      expect(whole.status, `${path}: ${whole.body}`).not.toBe(413);
      expect(whole.status, path).toBeLessThan(500);
      expect(whole.body, path).not.toContain('could not be read');
      const larger = await send(path, formOf(bytes + 1), headers(path));
      expect(larger, path).toMatchObject({ status: 413, body: expect.stringContaining('Split it') });
    }
  }, 120_000);

  it('is every form route of the interface', async () => {
    const { body } = await app.send('/openapi.json');
    const { paths } = body as {
      paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
    };
    const described = Object.entries(paths)
      .filter(([, { post }]) => JSON.stringify(post ?? {}).includes('multipart/form-data'))
      .map(([path]) => path.replace('{translateItemId}', itemId).replace('{mid}', 'M0000001'));
    expect(described.sort()).toEqual(
      routes()
        .map(({ path }) => path)
        .sort(),
    );
  });

  it('is refused for bytes that belong to no part, too', async () => {
    const path = '/api/v1/file-translate';
    const before = Array.from({ length: 33 }, () => Buffer.alloc(64 * 1024, 0x61));
    const answer = await send(path, [...before, '\r\n', head('files', 'a.txt'), 'x', END], signed(path));
    expect(answer.status).toBe(413);
  });

  // Where the system tells what this process has open, without a name too.
  it.runIf(process.platform === 'linux')('lies on disk while it arrives', async () => {
    const path = '/api/v1/file-translate';
    const sent: ClientRequest = request(`${app.url}${path}`, {
      method: 'POST',
      headers: { ...signed(path), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    sent.on('error', () => undefined);
    sent.write(head('files', 'a.txt'));
    sent.write(Buffer.alloc(512 * 1024, 0x61));
    // What the parser still holds back is less than this.
    await expect.poll(() => bytesOnDisk(), { timeout: 60_000 }).toBeGreaterThan(256 * 1024);
    sent.destroy();
    await expect.poll(() => bytesOnDisk(), { timeout: 60_000 }).toBe(0);
  });

  it('waits on disk while others take up the memory for forms, in the order in which it came', async () => {
    const memory = new FormMemory(10);
    const entered: number[] = [];
    const enter = async (bytes: number): Promise<() => void> => {
      const leave = await memory.enter(bytes);
      entered.push(bytes);
      return leave;
    };
    const first = await enter(6);
    const large = enter(25);
    const small = enter(1);
    await Promise.resolve();
    expect(entered).toEqual([6]);
    first();
    (await large)();
    (await small)();
    expect(entered).toEqual([6, 25, 1]);
  });

  it('leaves nothing behind on disk', async () => {
    const path = '/api/v1/file-translate';
    await send(path, [head('files', 'a.txt'), 'x', END], signed(path));
    await send(path, formOf(FORM_BYTES + 1), signed(path));
    expect(await readdir(join(app.service.settings.data, 'uploads'))).toEqual([]);
  });

  it('takes texts as JSON, and refuses NUL in any of them', async () => {
    const path = '/api/v1/training/preview';
    const text = (value: string, type = 'text/plain') =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="firstLang"\r\ncontent-type: ${type}\r\n\r\n${value}\r\n`;
    const table = `${head('file', 'a.tsv')}${Array.from({ length: 12 }, (_, at) => `文${at}\ttext ${at}\n`).join('')}\r\n`;
    const second = `${head('secondLang')}en${END}`;
    const asJson = await send(path, [text('"ja"', 'application/json'), table, second], signed(path));
    expect(asJson).toMatchObject({ status: 200, body: expect.stringContaining('"pairs":12') });
    const nul = await send(path, [text('j\0a'), table, second], signed(path));
    expect(nul).toMatchObject({ status: 400, body: expect.stringContaining('NUL') });
  });
});
