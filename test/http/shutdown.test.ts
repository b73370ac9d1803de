import { request } from 'node:http';
import { expect, it } from 'vitest';
import { testApp } from '../setup/app.js';

it('says that it stops before it does, and asks for no further requests on open connections', async () => {
  const app = await testApp({ shutdownDelay: 2 });
  const before = await app.send('/readyz');
  const closed = app.close();
  expect([before.status, before.headers.connection]).toEqual([200, 'keep-alive']);
  const stopping = await raw(`${app.url}/readyz`);
  expect([stopping.status, stopping.connection]).toEqual([503, 'close']);
  const answered = await raw(`${app.url}/livez`);
  expect([answered.status, answered.connection]).toEqual([200, 'close']);
  await closed;
  await expect(app.send('/livez')).rejects.toThrow();
});

/** Over a connection of its own. */
function raw(url: string): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const open = request(url, { agent: false, headers: { connection: 'keep-alive' } });
    open.once('error', reject);
    open.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode, connection: response.headers.connection });
    });
    open.end();
  });
}
