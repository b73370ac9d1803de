import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { StartError } from '../../base/start-error.js';

/** How to start a program as the account that may own a PostgreSQL data folder. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
  /** Turns a program and its arguments into what is really started. */
  wrap(program: string, args: readonly string[]): readonly [string, readonly string[]];
}

const PLAIN = (program: string, args: readonly string[]): readonly [string, readonly string[]] => [
  program,
  args,
];

/** Accounts that may run the server when we are root, the best first; one of them exists on every usual system. */
const UNPRIVILEGED = ['postgres', 'nobody'] as const;

/**
 * PostgreSQL refuses to run as root. As root we start it under an unprivileged account; as anybody else, as ourselves.
 *
 * The unprivileged account must be able to reach the programs and the data folder. Below a folder such as `/root` (mode
 * 0700) it cannot; then it is started through `setpriv` with the one capability that lets it pass (CAP_DAC_OVERRIDE),
 * still without being root.
 */
export function chooseIdentity(folder: string, mustReach: readonly string[]): Identity {
  if (process.getuid?.() !== 0) return { wrap: PLAIN };
  const account = UNPRIVILEGED.map(lookUp).find((found) => found !== undefined);
  if (account === undefined) {
    throw new StartError(
      `PostgreSQL cannot run as root and there is no account named ${UNPRIVILEGED.join(' or ')}. Start as another user or set DATABASE_URL.`,
    );
  }
  // Nobody else may enter the data folder, so it has to belong to that account; root reads it all the same.
  chownSync(folder, account.uid, account.gid);
  if (mustReach.every((path) => canRead(path, account))) return { ...account, wrap: PLAIN };
  const prefix = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  try {
    execFileSync('setpriv', [...prefix, 'true'], { stdio: 'ignore' });
  } catch (cause) {
    throw new StartError(
      `The bundled PostgreSQL runs as user ${account.uid}, which cannot reach ${mustReach.join(' or ')}. Move them to a folder that all users may enter, start as another user, or set DATABASE_URL.`,
      { cause },
    );
  }
  // uid and gid stay in the answer, because files have to belong to that account; setpriv itself starts as root.
  return { ...account, wrap: (program, args) => ['setpriv', [...prefix, program, ...args]] };
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

function lookUp(name: string): Account | undefined {
  try {
    const number = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: number('-u'), gid: number('-g') };
  } catch {
    return undefined;
  }
}

function canRead(path: string, account: Account): boolean {
  try {
    execFileSync('test', ['-r', path], { ...account, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Whether `wrap` changes the account by itself, so that spawn must not. */
export function spawnAccount(identity: Identity): { uid?: number; gid?: number } {
  if (identity.wrap === PLAIN && identity.uid !== undefined && identity.gid !== undefined) {
    return { uid: identity.uid, gid: identity.gid };
  }
  return {};
}
