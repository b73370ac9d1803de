import type { FastifyInstance } from 'fastify';
import type { Behaviour, PeerControl } from './peer-control.js';

/** Speaks somebody else's protocol on loopback. */
export interface Peer {
  readonly url: string;
  behave(behaviour: Behaviour): void;
  /** Bodies of the calls since the last look. */
  calls(): readonly unknown[];
  stop(): Promise<void>;
}

/** @param app closes what hangs when it is closed */
export async function listening(app: FastifyInstance, control: PeerControl, path: string): Promise<Peer> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `${address}${path}`,
    behave: (behaviour) => control.behave(behaviour),
    calls: () => control.takeCalls(),
    stop: () => app.close(),
  };
}
