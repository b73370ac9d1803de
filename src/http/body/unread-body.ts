import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Far beyond every body limit; who sends more is cut off. */
const MOST_DISCARDED_BYTES = 256 * 1024 ** 2;

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads what is still to come of a request that is refused before its body has arrived, and throws it away. Many clients
 * look for an answer only when they have sent everything: a connection that is closed before that is a broken pipe to
 * them, and they never see why they were refused. So it stays open until then, also for those who asked to have it closed.
 */
export function discardUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || !hasBody(request)) return;
  if (Number(request.headers['content-length'] ?? 0) > MOST_DISCARDED_BYTES) {
    reply.header('connection', 'close');
    return;
  }
  const { socket } = raw;
  let left = MOST_DISCARDED_BYTES;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  raw.resume();
  const closes = !reply.raw.shouldKeepAlive || reply.raw.getHeader('connection') === 'close';
  // With `close` in its header Node would close the connection as soon as the answer is written.
  reply.header('connection', 'keep-alive');
  if (!closes) return;
  Promise.all([once(raw, 'end'), once(reply.raw, 'finish')]).then(
    () => socket.end(),
    () => socket.destroy(),
  );
}
