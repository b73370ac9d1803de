const INTERRUPTED = 130;

/** Resolves at the first SIGINT or SIGTERM; a second one, of either kind, ends the process at once. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(INTERRUPTED);
        stopping = true;
        resolve(signal);
      });
    }
  });
}
