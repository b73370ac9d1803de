import type { FastifyReply } from 'fastify';

/** How a peer treats the calls that come from now on. */
export type Behaviour =
  | { readonly kind: 'well' }
  /** This status, for so many calls (default: for good), then well. */
  | { readonly kind: 'status'; readonly status: number; readonly calls?: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The connection breaks in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** No answer, ever. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'nonsense' }
  | { readonly kind: 'broken-placeholders' };

/** Inside a peer: what the test wants it to do, and what it was called with. */
export class PeerControl {
  #behaviour: Behaviour = { kind: 'well' };
  #calls: unknown[] = [];

  get behaviour(): Behaviour {
    return this.#behaviour;
  }

  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
  }

  note(call: unknown): void {
    this.#calls.push(call);
  }

  /** Since the last look. */
  takeCalls(): readonly unknown[] {
    return this.#calls.splice(0);
  }

  /** Treats a call as it should be treated; false where it should be answered well. */
  async misbehave(reply: FastifyReply): Promise<boolean> {
    const behaviour = this.#behaviour;
    switch (behaviour.kind) {
      case 'status': {
        const { status, calls: left } = behaviour;
        if (left !== undefined)
          this.behave(left > 1 ? { kind: 'status', status, calls: left - 1 } : { kind: 'well' });
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
  }
}
