import type { Server } from 'node:http';

const IDLE_SWEEP_MS = 50;

/** Takes no new connections and waits for open requests; after the limit the rest is cut off. */
export async function drain(
  app: { readonly server: Server; close(): PromiseLike<unknown> },
  seconds: number,
): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), seconds * 1000);
  // A connection that answers its last request now would stay open for the next one; there is none.
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(limit);
    clearInterval(sweep);
  }
}
