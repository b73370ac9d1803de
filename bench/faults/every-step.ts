import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedServer } from '#src/store/embedded/server.js';
import { WORK_KINDS, type WorkKind, workBooks } from './four-kinds.js';
import { KilledWork } from './killed-work.js';

/** What became of work that met a fault at each step of its life. */
export interface StepCount {
  /** Steps that were struck, by kind: kills, errors that pass, errors that nobody foresaw. */
  readonly struck: Readonly<Record<WorkKind, number>>;
  /** Work that did not finish, and whatever the books say that should not be. */
  readonly wrong: number;
}

/** Kills the process, and has the database fail in two ways, at every step of each of the four kinds of work. */
export async function everyStep(say: (what: string) => void): Promise<StepCount> {
  const folder = mkdtempSync(join(tmpdir(), 'kotobashi-steps-'));
  chmodSync(folder, 0o755);
  const postgres = await EmbeddedServer.open({ folder });
  const receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.');
  const work = await KilledWork.open(`http://127.0.0.1:${address.port}/`, {
    DATABASE_URL: postgres.url,
    KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64'),
    KOTOBASHI_DATA: folder,
  });
  const books = new pg.Client({ connectionString: postgres.url });
  await books.connect();
  try {
    const struck = { translation: 0, file: 0, training: 0, import: 0 };
    let wrong = 0;
    for (const fault of ['kill -9', '57P01', 'XX000'] as const) {
      for (let step = 1; ; step += 1) {
        const { ends, reached } = await (fault === 'kill -9' ? work.killAt(step) : work.failAt(step, fault));
        const met = WORK_KINDS.filter((kind) => reached[kind] >= step);
        for (const kind of met) struck[kind] += 1;
        const lost = ends.filter((end) => end !== 'finished').length;
        wrong += lost;
        say(
          `${fault} at step ${step} of ${met.join(', ') || 'none'}: ${ends.length - lost} of ${ends.length}`,
        );
        if (met.length === 0) break;
      }
    }
    const found = await workBooks(books);
    say(`books: ${JSON.stringify(found)}`);
    return { struck, wrong: wrong + Object.values(found).reduce((sum, one) => sum + one, 0) };
  } finally {
    await books.end();
    await work.close();
    receiver.close();
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
