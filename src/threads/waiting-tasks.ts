import type { Pending } from './pool-thread.js';

/** Tasks that wait for a thread. Their owners take turns. */
export class WaitingTasks {
  readonly #tasks = new Set<Pending>();
  /** When each owner was last given a thread, as long as anybody waits. */
  readonly #served = new Map<string | symbol, number>();
  #turns = 0;

  get size(): number {
    return this.#tasks.size;
  }

  has(task: Pending): boolean {
    return this.#tasks.has(task);
  }

  /** To the end of the line. */
  add(task: Pending): void {
    this.#tasks.add(task);
  }

  /** False where it does not wait. */
  remove(task: Pending): boolean {
    return this.#tasks.delete(task);
  }

  someOwner(is: (owner: string | symbol) => boolean): boolean {
    return [...this.#tasks].some(({ owner }) => is(owner));
  }

  /** Takes the next: whose owner has the fewest threads, then was served the longest ago, then came first. */
  next(threadsOf: (owner: string | symbol) => number): Pending | undefined {
    let best: { readonly task: Pending; readonly held: number; readonly served: number } | undefined;
    for (const task of this.#tasks) {
      const held = threadsOf(task.owner);
      const served = this.#served.get(task.owner) ?? 0;
      const isBetter = best === undefined || held < best.held || (held === best.held && served < best.served);
      if (isBetter) best = { task, held, served };
    }
    if (best === undefined) return undefined;
    const { task } = best;
    this.#tasks.delete(task);
    this.#served.set(task.owner, ++this.#turns);
    return task;
  }

  /** Nobody waits: whoever comes now has no one to take turns with. */
  forgetTurns(): void {
    this.#served.clear();
  }

  /** Takes all of them. */
  takeAll(): readonly Pending[] {
    const all = [...this.#tasks];
    this.#tasks.clear();
    return all;
  }
}
