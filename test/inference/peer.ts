import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const TSX = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;

/** How a peer treats the calls that come from now on. */
export type Behaviour =
  | { readonly kind: 'well' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** This status, for so many calls (default: for good), then well. */
  | { readonly kind: 'status'; readonly status: number; readonly calls?: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The connection breaks in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** No answer, ever. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'nonsense' }
  | { readonly kind: 'broken-placeholders' };

/** A process of its own that speaks somebody else's protocol on loopback. */
export interface Peer {
  readonly url: string;
  /** All of its addresses, where it has several. */
  readonly urls: readonly string[];
  behave(behaviour: Behaviour): Promise<void>;
  /** Bodies of the calls since the last look. */
  calls(): Promise<readonly unknown[]>;
  stop(): Promise<void>;
}

/** Starts one of the peers in this folder; it prints the addresses it listens at, and last the one for the test. */
export async function startPeer(script: string, ...args: readonly string[]): Promise<Peer> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--import', TSX, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const urls = (await firstLine(child)).split(' ');
  const control = urls.pop() ?? '';
  return {
    url: urls[0] ?? '',
    urls,
    async behave(behaviour) {
      const answer = await fetch(`${control}/behaviour`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(behaviour),
      });
      if (!answer.ok) throw new Error(`The peer does not know ${behaviour.kind}.`);
    },
    calls: async () => JSON.parse(await (await fetch(`${control}/calls`)).text()),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('The peer has no output.');
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The peer ended with ${code} before it listened.`)));
  });
}
