import pg from 'pg';

type Done = (release?: Error | boolean) => void;
type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;

/**
 * The connections of the queue. Where the database goes away while a pool that has just begun stops again, the queue library gives
 * its listening connection back twice, the second time in a promise that nobody waits for: that would end the whole process.
 */
export class QueueConnections extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (onConnected === undefined) return super.connect();
    super.connect((error, client, done) => {
      let isBack = false;
      onConnected(error, client, (release) => {
        // Where no connection was to be had there is none to give back, and nothing to do it with.
        if (isBack || client === undefined) return;
        isBack = true;
        done(release);
      });
    });
    return undefined;
  }
}
