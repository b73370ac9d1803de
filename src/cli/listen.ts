import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import { StartError } from '../base/start-error.js';

/** Why an address cannot be taken, by what the system says, and what helps. */
const TROUBLE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or set PORT to another number.',
  EACCES: 'this user may not. Set PORT to 1024 or above, or start with more rights.',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one of its own, or to 0.0.0.0.',
  ENOTFOUND: 'nobody knows this name. Set HOST to an address of this machine, or to 0.0.0.0.',
  EAI_AGAIN: 'nobody knows this name. Set HOST to an address of this machine, or to 0.0.0.0.',
};

/** Opens a door of the service; one that cannot be opened ends the start with a sentence. */
export async function listenAt(
  app: Pick<FastifyInstance, 'listen'>,
  options: FastifyListenOptions,
): Promise<string> {
  try {
    return await app.listen(options);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const where = options.path ?? `${options.host}:${options.port}`;
    const trouble = TROUBLE[code] ?? `the system says ${code}. Check HOST and PORT.`;
    throw new StartError(`The service cannot listen at ${where}: ${trouble}`, { cause });
  }
}
