import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StartError } from '#src/base/start-error.js';
import { EmbeddedServer } from '#src/store/embedded/server.js';
import { Store } from '#src/store/store.js';

// One cluster for all: making a new one is by far the slowest step, and every test leaves it stopped.
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-embedded-'));
});
beforeEach(() => chmodSync(folder, 0o755));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function answer(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query<{ value: unknown }>(sql);
    return result.rows[0]?.value;
  } finally {
    await client.end();
  }
}

/** Another process that opens the folder, says its URL and waits. */
async function otherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const module = new URL('../../dist/store/embedded/server.js', import.meta.url).href;
  const code = `import { EmbeddedServer } from ${JSON.stringify(module)};
    const server = await EmbeddedServer.open({ folder: ${JSON.stringify(folder)} });
    console.log(server.url);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
}

describe('the bundled PostgreSQL', () => {
  it('lets only its owner into the folder, and the service in without the rights of a superuser', async () => {
    const server = await EmbeddedServer.open({ folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const isSuper = 'select rolsuper as value from pg_roles where rolname = current_user';
    expect(await answer(server.url, isSuper)).toBe(false);
    await expect(answer(server.url, "select pg_read_file('postgresql.conf') as value")).rejects.toThrow();
    await server.close();
  });

  it('keeps what was written over a stop and a start, on the same port', async () => {
    const first = await EmbeddedServer.open({ folder });
    const url = first.url;
    await answer(url, 'create table kept as select 42 as value');
    await first.close();
    await expect(answer(url, 'select 1 as value')).rejects.toThrow();
    const second = await EmbeddedServer.open({ folder });
    expect(second.url).toBe(url);
    expect(await answer(second.url, 'select value from kept')).toBe(42);
    await second.close();
  });

  it('joins the server that a killed process left running, and stops it at the end', async () => {
    const { child, url } = await otherProcess();
    await answer(url, 'create table left_running as select 7 as value');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await EmbeddedServer.open({ folder });
    expect(server.url).toBe(url);
    expect(await answer(server.url, 'select value from left_running')).toBe(7);
    await server.close();
    await expect(answer(url, 'select 1 as value')).rejects.toThrow();
  });

  it('starts although the lock file of a killed server names a process that is now another program', async () => {
    const first = await EmbeddedServer.open({ folder });
    const lock = join(folder, 'postgres', 'postmaster.pid');
    const stale = readFileSync(lock, 'utf8').replace(/^\d+/, String(process.pid));
    await first.close();
    writeFileSync(lock, stale);
    const second = await EmbeddedServer.open({ folder });
    expect(await answer(second.url, 'select 1 as value')).toBe(1);
    await second.close();
  });

  it('is started again when it is killed, with everything that was committed', async () => {
    const restarted = vi.fn();
    const server = await EmbeddedServer.open({ folder, onRestart: restarted });
    await answer(server.url, 'create table committed as select 9 as value');
    const killed = server.pid;
    process.kill(killed, 'SIGKILL');
    await vi.waitUntil(() => server.pid !== killed, { timeout: 30_000 });
    await vi.waitUntil(
      () =>
        answer(server.url, 'select value from committed').then(
          (value) => value === 9,
          () => false,
        ),
      { timeout: 30_000, interval: 100 },
    );
    expect(restarted).toHaveBeenCalled();
    await server.close();
  });

  it('stays up for the other processes when one of them closes', async () => {
    const one = await EmbeddedServer.open({ folder });
    const two = await EmbeddedServer.open({ folder });
    expect(two.url).toBe(one.url);
    await two.close();
    expect(await answer(one.url, 'select 1 as value')).toBe(1);
    await one.close();
    await expect(answer(one.url, 'select 1 as value')).rejects.toThrow();
  });

  it('may be joined at the very moment when the last process leaves', async () => {
    let server = await EmbeddedServer.open({ folder });
    for (let time = 0; time < 4; time += 1) {
      const [next] = await Promise.all([EmbeddedServer.open({ folder }), server.close()]);
      expect(await answer(next.url, 'select 1 as value')).toBe(1);
      server = next;
    }
    await server.close();
  }, 120_000);

  it('is made once when two processes find an empty folder, and anew after one that was killed while making it', async () => {
    const empty = join(folder, 'second');
    mkdirSync(join(empty, 'postgres.new-4194304-0'), { recursive: true });
    const servers = await Promise.all([1, 2].map(() => EmbeddedServer.open({ folder: empty })));
    const urls = servers.map(({ url }) => url);
    expect(new Set(urls).size).toBe(1);
    expect(await answer(urls[0] ?? '', 'select 1 as value')).toBe(1);
    for (const server of servers) await server.close();
    expect(readdirSync(empty).filter((name) => name.includes('.new-'))).toEqual([]);
  }, 120_000);

  it('says what is wrong with a folder in which something is lost or changed', async () => {
    await EmbeddedServer.open({ folder }).then((server) => server.close());
    const damaged = async (name: string, content: string | undefined): Promise<unknown> => {
      const path = join(folder, name);
      const { mode, uid, gid } = statSync(path);
      const before = readFileSync(path);
      if (content === undefined) rmSync(path);
      else writeFileSync(path, content);
      try {
        const server = await EmbeddedServer.open({ folder });
        await server.close();
        return 'opened';
      } catch (error) {
        return error;
      } finally {
        writeFileSync(path, before, { mode });
        chownSync(path, uid, gid);
      }
    };
    // No port: another is taken.
    expect(await damaged('postgres.port', 'half a number\n')).toBe('opened');
    for (const [name, content, sentence] of [
      ['postgres/PG_VERSION', '12\n', /was made by another version of PostgreSQL\. .*kotobashi backup/],
      ['postgres/PG_VERSION', undefined, /PG_VERSION is missing\. Restore the backup/],
      ['postgres.password', 'forgotten\n', /password in postgres\.password.*from the backup/],
    ] as const) {
      const error = await damaged(name, content);
      expect(error).toBeInstanceOf(StartError);
      expect(String(error)).toMatch(sentence);
    }
    await EmbeddedServer.open({ folder }).then((server) => server.close());
  }, 120_000);

  it.runIf(process.getuid?.() === 0)('runs for root below a folder that only root may enter', async () => {
    chmodSync(folder, 0o700);
    const server = await EmbeddedServer.open({ folder });
    expect(await answer(server.url, 'select 1 as value')).toBe(1);
    await server.close();
  });
});

describe('the store', () => {
  it('is migrated once when several processes start at the same moment', async () => {
    const server = await EmbeddedServer.open({ folder });
    const stores = await Promise.all([1, 2, 3].map(() => Store.open({ url: server.url, poolSize: 2 })));
    const tables = await answer(
      server.url,
      `select count(*)::int as value from pg_tables where schemaname = 'public'`,
    );
    expect(tables).toBeGreaterThanOrEqual(26);
    for (const store of stores) await store.close();
    await server.close();
  });
});
