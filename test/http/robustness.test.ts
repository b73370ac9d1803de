import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

const ADMIN_TOKEN = randomBytes(32).toString('hex');
/** Few places, so that a test can fill them all. */
const PLACES = 8;
const LONG = Array.from({ length: 60 }, (_, at) => `これは${at}番目の文で、翻訳には少し時間がかかります。`);

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await testApp({
    maxInFlight: PLACES,
    maxInFlightPerOrganization: PLACES / 2,
    requestDeadline: 1,
    adminToken: ADMIN_TOKEN,
  });
  tenant = await app.tenant();
});

afterAll(async () => {
  await app.close();
});

const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };

function translation(
  text: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
  { contracts }: Tenant = tenant,
) {
  return {
    body: {
      fieldId: '1',
      text,
      sourceLang: 'ja',
      targetLang: 'en',
      contractId: contracts['real-time'].id,
      ...options,
    },
  };
}

/** Sends raw bytes on a connection of its own. */
async function open(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

async function answerOf(bytes: string): Promise<string> {
  const socket = await open(bytes);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

describe('bodies that never end', () => {
  it('keep nobody out, however many there are', async () => {
    const head =
      'POST /api/v1/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a';
    const held = await Promise.all(Array.from({ length: PLACES * 4 }, () => open(head)));
    try {
      expect((await app.call(tenant, '/api/v1/hello')).status).toBe(200);
      expect((await app.send('/admin/v1/organizations', { headers: admin })).status).toBe(200);
      expect((await app.send('/readyz')).status).toBe(200);
    } finally {
      for (const socket of held) socket.destroy();
    }
  });
});

describe('one organization that sends more than its share', () => {
  it('hears 503, while others and the operator are served', async () => {
    const other = await app.tenant();
    const flood = Array.from({ length: PLACES }, () =>
      app.call(tenant, '/api/v1/translate', translation(LONG)),
    );
    const refused = await Promise.race(
      flood.map(async (call) => {
        const { status } = await call;
        return status === 503 ? status : await new Promise<never>(() => undefined);
      }),
    );
    expect(refused).toBe(503);
    expect((await app.call(other, '/api/v1/hello')).status).toBe(200);
    expect((await app.send('/admin/v1/organizations', { headers: admin })).status).toBe(200);
    await Promise.all(flood);
  });
});

describe('requests beyond an organization’s share', () => {
  it('are refused before anything is checked, and judged again when there is room', async () => {
    let isSeen = false;
    const flood = async (): Promise<void> => {
      while (!isSeen) await app.call(tenant, '/api/v1/translate', translation(LONG));
    };
    const floods = Array.from({ length: PLACES }, flood);
    const badlySigned = async () => {
      const headers = { accessKey: tenant.key.accessKey, nonce: String(Date.now()), signature: 'no' };
      return (await app.send('/api/v1/hello', { headers })).status;
    };
    await expect.poll(badlySigned, { interval: 20, timeout: 60_000 }).toBe(503);
    isSeen = true;
    await Promise.all(floods);
    expect(await badlySigned()).toBe(401);
  }, 120_000);
});

describe('a service whose places are all taken', () => {
  it('is not ready, and says so, until there is one again', async () => {
    let isFull = false;
    const flood = async (who: Tenant): Promise<void> => {
      while (!isFull) await app.call(who, '/api/v1/translate', translation(LONG, {}, who));
    };
    const floods = [tenant, await app.tenant()].flatMap((who) =>
      Array.from({ length: PLACES / 2 }, () => flood(who)),
    );
    const ready = async () => (await app.send('/readyz')).status;
    await expect.poll(ready, { interval: 5, timeout: 60_000 }).toBe(503);
    isFull = true;
    await Promise.all(floods);
    expect(await ready()).toBe(200);
  }, 120_000);
});

describe('a translation that takes longer than its deadline', () => {
  it('fails with a sentence that points to the asynchronous way', async () => {
    const many = Array.from(
      { length: 1_500 },
      (_, at) => `第${at}回の会議では、新しい計画について話し合いました。`,
    );
    const { status, body } = await app.call(tenant, '/api/v1/translate', translation(many));
    expect(status).toBe(503);
    expect(body).toMatchObject({
      status: 'failure',
      data: { code: 40104, message: expect.stringContaining('/api/v1/translate/async') },
    });
  });
});

describe('requests that used to end in 500', () => {
  const root = () => `/admin/v1/organizations/${tenant.organization.id}`;

  it('a change of a contract that changes nothing leaves it as it is', async () => {
    const path = `${root()}/contracts/${tenant.contracts.t4oo.id}`;
    const { status, body } = await app.send(path, { method: 'PUT', body: {}, headers: admin });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', data: { id: tenant.contracts.t4oo.id } });
  });

  it.each(['from=0000-01-01', 'to=2026-02-31'])('days that no calendar has are refused: %s', async (day) => {
    for (const path of [`${root()}/usage?${day}`, `/admin/v1/audit?${day}`]) {
      const { status, body } = await app.send(path, { headers: admin });
      expect(status).toBe(400);
      expect(body).toMatchObject({ data: { code: 40201 } });
    }
  });

  it.each([
    [
      'in the middle of a part',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.tsv"\r\n\r\na\tb',
    ],
    ['inside the head of a part', '--x\r\nContent-Disposition: form-da'],
    ['before the first part', ''],
  ])('a form that is cut off %s is an unreadable request', async (_, form) => {
    const { status, body } = await app.call(tenant, '/api/v1/training/train', {
      method: 'POST',
      body: form,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'failure' });
  });

  it('an expectation that cannot be met is answered in words', async () => {
    const answer = await answerOf('GET /api/v1/hello HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    expect(answer).toMatch(/"status":"failure".*"code":40202/);
  });
});

describe('text without meaning', () => {
  it.each([
    ['aaaaaaaaa', 'ja', 'en'],
    ['ああああああああああ', 'ja', 'en'],
    ['asdfasdfasdfasdf', 'en', 'ja'],
    ['wwwwwwwwwwwwwwww', 'ja', 'en'],
  ])('%s comes back as it is', async (text, sourceLang, targetLang) => {
    const { status, body } = await app.call(
      tenant,
      '/api/v1/translate',
      translation([text], { sourceLang, targetLang }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { translationResult: [{ translatedText: text }] } });
  });
});
