import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_NAME } from './embedded/server.js';

const CHANNEL = 'kotobashi_changes';
const RECONNECT_MS = 500;

/** What kind of thing changed; caches listen by topic. */
export type ChangeTopic =
  | 'key'
  | 'contract'
  | 'organization'
  | 'dictionary'
  | 'resource'
  | 'model'
  /** Background work was ended by somebody who does not do it. */
  | 'job'
  /** The callback URL of a key was deleted. */
  | 'callback';

/** `undefined` as id: anything may have changed, forget everything. */
export type ChangeListener = (id: string | undefined) => void;

/**
 * Tells every process of the service what changed, over LISTEN/NOTIFY, so that each may keep what it read for a while.
 * The connection can break and notifications are lost then: listeners are told to forget everything when it is back,
 * and every cache bounds the age of its entries besides.
 */
export class ChangeFeed {
  readonly #url: string;
  readonly #pool: pg.Pool;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Map<ChangeTopic, Set<ChangeListener>>();
  #client: pg.Client | undefined;
  #closed = false;

  private constructor(url: string, pool: pg.Pool, onError: (error: unknown) => void) {
    this.#url = url;
    this.#pool = pool;
    this.#onError = onError;
  }

  static async open(
    source: { readonly url: string; readonly pool: pg.Pool },
    onError: (error: unknown) => void = () => undefined,
  ): Promise<ChangeFeed> {
    const feed = new ChangeFeed(source.url, source.pool, onError);
    await feed.#connect();
    return feed;
  }

  /** Returns the way to stop listening. */
  on(topic: ChangeTopic, listener: ChangeListener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Call after the commit: this process forgets before the promise resolves, the others within milliseconds. */
  async announce(topic: ChangeTopic, id: string): Promise<void> {
    this.#tell(topic, id);
    await this.#pool.query('select pg_notify($1, $2)', [CHANNEL, `${topic} ${id}`]);
  }

  #tell(topic: string, id: string): void {
    for (const [known, listeners] of this.#listeners) {
      if (known === topic) for (const listener of listeners) listener(id);
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: `${APPLICATION_NAME} changes`,
    });
    client.on('notification', (message) => {
      const [topic, id] = (message.payload ?? '').split(' ', 2);
      if (topic !== undefined && id !== undefined) this.#tell(topic, id);
    });
    client.on('error', (error) => {
      this.#onError(error);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    // Only a connection that once stood is mended from here: one that could not be made is the business of whoever
    // tried, and a second loop beside it would double with every failed try.
    client.once('end', () => {
      if (!this.#closed) void this.#reconnect();
    });
    this.#client = client;
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#connect();
        for (const listeners of this.#listeners.values())
          for (const listener of listeners) listener(undefined);
        return;
      } catch (error) {
        this.#onError(error);
        await sleep(RECONNECT_MS);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
  }
}
