import type { ApiInstance } from './parts.js';

const IDLE_SWEEP_MS = 50;

/** Takes no new connections and waits for open requests; after the limit the rest is cut off. */
export async function drain(app: ApiInstance, seconds: number): Promise<void> {
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
