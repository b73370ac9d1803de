import { shared } from '../../model/shared-memory.js';
import type { TermEntry } from '../pipeline-types.js';
import { type CompiledTerms, NOT_LISTED, saysSomething } from './compiled-terms.js';

/** How a list differs from its base. */
export interface TermChanges {
  /** Entries that the base does not have, and where they stand in the list. */
  readonly added: readonly TermEntry[];
  readonly addedPlaces: readonly number[];
  /** Where the entries of the base stand in the list now. */
  readonly places: Int32Array;
  /** Added and removed ones together; a changed one is both. */
  readonly count: number;
}

/**
 * A long list as it was compiled once, on which later versions of it are built. Compiling a hundred thousand terms takes
 * seconds, and a change of one must not cost that: the automaton of the base stays, its entries that are gone are marked, and
 * those that are new are compiled into a small second one. Which entry stands for some words is decided over both by
 * the same ranks and the same order, so the outcome is that of compiling the whole list.
 */
export class TermBase {
  readonly #entries: readonly TermEntry[];
  readonly #compiled: CompiledTerms;
  /** Made for the first change: most lists never see one. */
  #known: ReadonlySet<TermEntry> | undefined;

  /** @param compiled all of the entries, in one layer */
  constructor(entries: readonly TermEntry[], compiled: CompiledTerms) {
    this.#entries = entries;
    this.#compiled = compiled;
  }

  /**
   * What has changed, by one walk along both lists. Entries are the same when they are the same object: whoever reads a list
   * keeps what has not changed. One that has moved counts as removed and added.
   *
   * @returns undefined when more than `most` have changed
   */
  changes(entries: readonly TermEntry[], most: number): TermChanges | undefined {
    this.#known ??= new Set(this.#entries);
    const base = this.#entries;
    const places = shared(Int32Array, base.length).fill(NOT_LISTED);
    const added: TermEntry[] = [];
    const addedPlaces: number[] = [];
    let at = 0;
    for (const [place, entry] of entries.entries()) {
      if (base[at] !== entry && this.#known.has(entry)) {
        while (at < base.length && base[at] !== entry) at += 1;
      }
      if (base[at] === entry) {
        places[at] = place;
        at += 1;
        continue;
      }
      added.push(entry);
      addedPlaces.push(place);
      if (added.length > most) return undefined;
    }
    const removed = base.length - (entries.length - added.length);
    const count = added.length + removed;
    return count > most ? undefined : { added, addedPlaces, places, count };
  }

  /** @param recent the added entries, in one layer */
  changed({ addedPlaces, places }: TermChanges, recent: CompiledTerms): CompiledTerms {
    const { from, size, layers } = this.#compiled;
    const gone = this.#entries.filter((entry, at) => places[at] === NOT_LISTED && saysSomething(entry));
    return {
      from,
      size: size - gone.length + recent.size,
      layers: [
        ...layers.map(({ automaton }) => ({ automaton, places })),
        ...recent.layers.map(({ automaton }) => ({ automaton, places: shared(Int32Array, addedPlaces) })),
      ],
    };
  }
}
