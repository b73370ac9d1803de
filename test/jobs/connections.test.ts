import { EventEmitter, once } from 'node:events';
import { Logger, run } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateQueue } from '#src/queue/enqueue.js';
import { QueueConnections } from '#src/queue/queue-connections.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('the connections of the queue', () => {
  it('outlive a pool that stops while its listening connection breaks', async () => {
    const connections = new QueueConnections({ connectionString: database.url });
    connections.on('error', () => undefined);
    connections.on('connect', (client) => client.on('error', () => undefined));
    await migrateQueue(connections);
    const rejections: unknown[] = [];
    const hear = (error: unknown) => rejections.push(error);
    process.on('unhandledRejection', hear);
    const events = new EventEmitter();
    const listening = once(events, 'pool:listen:success');
    const runner = await run({
      pgPool: connections,
      events,
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
      taskList: { nothing: async () => undefined },
    });
    const [{ client }] = await listening;
    // It has asked to listen and has no answer yet: now the library gives the connection back because it stops, and because it broke.
    const stopped = runner.stop();
    client.connection.stream.destroy();
    await Promise.allSettled([stopped, runner.promise]);
    await expect.poll(() => connections.totalCount - connections.idleCount).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(rejections).toEqual([]);
    expect((await connections.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await connections.end();
  });

  it('have none to give back once they are closed', async () => {
    const connections = new QueueConnections({ connectionString: database.url });
    await connections.end();
    const error = await new Promise((resolve) =>
      connections.connect((failed, client, done) => {
        expect(client).toBeUndefined();
        done();
        resolve(failed);
      }),
    );
    expect(error).toMatchObject({ message: expect.stringContaining('after calling end') });
  });
});
