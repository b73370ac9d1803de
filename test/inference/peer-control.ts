import type { FastifyReply } from 'fastify';
import Fastify from 'fastify';
import type { Behaviour } from './peer.js';

/** Inside a peer: what the test wants it to do, and what it was called with. */
export interface PeerControl {
  readonly url: string;
  note(call: unknown): void;
  /** Treats a call as it should be treated; false where it should be answered well. */
  misbehave(reply: FastifyReply): Promise<boolean>;
  readonly behaviour: Behaviour;
}

export async function openControl(): Promise<PeerControl> {
  let behaviour: Behaviour = { kind: 'well' };
  let calls: unknown[] = [];
  const app = Fastify();
  app.put<{ Body: Behaviour }>('/behaviour', async ({ body }) => {
    behaviour = body;
    return {};
  });
  app.get('/calls', async () => {
    const seen = calls;
    calls = [];
    return seen;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    note: (call) => calls.push(call),
    get behaviour() {
      return behaviour;
    },
    async misbehave(reply) {
      switch (behaviour.kind) {
        case 'slow': {
          const { ms } = behaviour;
          await new Promise((resolve) => setTimeout(resolve, ms));
          return false;
        }
        case 'status': {
          const { status, calls: left } = behaviour;
          if (left !== undefined)
            behaviour = left > 1 ? { kind: 'status', status, calls: left - 1 } : { kind: 'well' };
          await reply.code(status).send({ error: { message: 'overloaded' } });
          return true;
        }
        case 'redirect':
          await reply.redirect(behaviour.to, 307);
          return true;
        case 'cut':
          reply.hijack();
          reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
          reply.raw.write('{"id": "cut', () => reply.raw.destroy());
          return true;
        case 'hang':
          reply.hijack();
          return true;
        case 'nonsense':
          await reply.code(200).send({ hello: 'world' });
          return true;
        default:
          return false;
      }
    },
  };
}
