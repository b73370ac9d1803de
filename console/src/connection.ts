import { useEffect, useSyncExternalStore } from 'react';
import { useConnection } from './context.js';

/** How long the service is left alone before it is asked again whether it is there. */
const PAUSE_MS = 2_000;

/** Whether answers come. Told by every request; while none comes, the service is asked until it is back. */
export class Connection {
  readonly #ask: () => Promise<unknown>;
  #reachable = true;
  readonly #listeners = new Set<() => void>();

  /** @param ask rejects while the service does not answer */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  get reachable(): boolean {
    return this.#reachable;
  }

  readonly answered = (): void => this.#set(true);

  readonly unanswered = (): void => {
    if (!this.#reachable) return;
    this.#set(false);
    this.#askAgain();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #askAgain(): void {
    setTimeout(() => {
      if (!this.#reachable) this.#ask().then(this.answered, () => this.#askAgain());
    }, PAUSE_MS);
  }

  #set(reachable: boolean): void {
    if (reachable === this.#reachable) return;
    this.#reachable = reachable;
    for (const listener of this.#listeners) listener();
  }
}

export function useReachable(connection: Connection): boolean {
  return useSyncExternalStore(connection.subscribe, () => connection.reachable);
}

/** Does something whenever answers come again. */
export function useReturn(act: () => void): void {
  const connection = useConnection();
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.reachable) act();
      }),
    [connection, act],
  );
}
