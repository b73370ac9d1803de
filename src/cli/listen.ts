import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import { StartError } from '../base/start-error.js';

/** A door of the service: where it is to be, and the settings that say so. */
export interface Door {
  readonly options: FastifyListenOptions;
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** Why an address cannot be taken, by what the system says, and what helps. */
const TROUBLE: Readonly<Record<string, (door: Door) => string>> = {
  EADDRINUSE: ({ portSetting }) =>
    `another program listens there. Stop it, or set ${portSetting} to another port.`,
  EACCES: ({ portSetting }) =>
    `this user may not. Set ${portSetting} to a port of 1024 or above, or start with more rights.`,
  EADDRNOTAVAIL: ({ hostSetting }) =>
    `this machine has no such address. Set ${hostSetting} to one of its own, or to 0.0.0.0.`,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  ERR_SOCKET_BAD_PORT: ({ portSetting }) =>
    `there is no such port. Set ${portSetting} to one from 0 to 65535.`,
};

function unknownName({ hostSetting }: Door): string {
  return `nobody knows this name. Set ${hostSetting} to an address of this machine, or to 0.0.0.0.`;
}

/** Opens a door of the service; one that cannot be opened ends the start with a sentence. */
export async function listenAt(app: Pick<FastifyInstance, 'listen'>, door: Door): Promise<string> {
  const { options, hostSetting, portSetting } = door;
  try {
    return await app.listen(options);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const where = options.path ?? `${options.host}:${options.port}`;
    const names = [...new Set([hostSetting, portSetting])].join(' and ');
    const trouble = TROUBLE[code]?.(door) ?? `the system says ${code}. Check ${names}.`;
    throw new StartError(`The service cannot listen at ${where}: ${trouble}`, { cause });
  }
}

/** The door for callers. */
export function publicDoor({ host, port }: { readonly host: string; readonly port: number }): Door {
  return { options: { host, port }, hostSetting: 'HOST', portSetting: 'PORT' };
}

/** The door of the operator: a port on loopback, `host:port`, or the path of a socket. */
export function adminDoor(text: string): Door {
  const setting = 'KOTOBASHI_ADMIN_LISTEN';
  return { options: addressOf(text), hostSetting: setting, portSetting: setting };
}

function addressOf(text: string): FastifyListenOptions {
  if (/^\d+$/.test(text)) return { host: '127.0.0.1', port: Number(text) };
  const address = /^\[?([^/\]]+)\]?:(\d+)$/.exec(text);
  if (address === null) return { path: text };
  return { host: address[1] ?? '127.0.0.1', port: Number(address[2]) };
}
