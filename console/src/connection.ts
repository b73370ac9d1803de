import { useSyncExternalStore } from 'react';

/** Whether answers come. Told by every request; the browser's own word is only taken for "offline". */
export class Connection {
  #reachable = true;
  readonly #listeners = new Set<() => void>();

  get reachable(): boolean {
    return this.#reachable;
  }

  readonly answered = (): void => this.#set(true);
  readonly unanswered = (): void => this.#set(false);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(reachable: boolean): void {
    if (reachable === this.#reachable) return;
    this.#reachable = reachable;
    for (const listener of this.#listeners) listener();
  }
}

export function useReachable(connection: Connection): boolean {
  return useSyncExternalStore(connection.subscribe, () => connection.reachable);
}
