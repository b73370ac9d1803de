import { setMaxListeners } from 'node:events';

/** The promise, or the reason of the signal as soon as it is aborted. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    // As many calls as a request has sentences may share its signal; each takes its listener away again.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
