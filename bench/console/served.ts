import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/console/chromium.js';

const PROGRAM = new URL('../../bin/kotobashi.js', import.meta.url).pathname;

/** A first start, as a user makes it, on a data folder that goes away with it. */
export class Served {
  private constructor(
    /** The link that the start printed. */
    readonly link: string,
    readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<Served> {
    const folder = mkdtempSync(join(tmpdir(), 'kotobashi-console-'));
    const child = spawn(process.execPath, [PROGRAM, 'serve'], {
      env: { ...process.env, KOTOBASHI_DATA: folder, PORT: '0', KOTOBASHI_LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new Served(await linkOf(child.stdout), folder, child);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Listens on: a program whose output nobody takes any more would end. */
function linkOf(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (chunk) => {
      text += String(chunk);
      const link = /Open\s+(\S+#code=\S+)/.exec(text)?.[1];
      if (link !== undefined) resolve(link);
    });
    output.once('end', () => reject(new Error(`The service printed no link:\n${text}`)));
  });
}

/** A browser of this machine; without one there is nothing to measure or to draw. */
export async function browserOrEnd(): Promise<Browser> {
  const browser = await openBrowser();
  if (typeof browser !== 'string') return browser;
  console.error(`A browser is needed: ${browser}.`);
  process.exit(1);
}
