import { shared } from '../../model/shared-memory.js';
import type { TermEntry } from '../pipeline-types.js';
import { type CompiledTerms, NOT_LISTED } from './compiled-terms.js';

interface CompiledList {
  readonly entries: readonly TermEntry[];
  readonly compiled: CompiledTerms;
}

/**
 * Lists of one direction as one, the stronger first. Their automata stay as they are, each a layer; only where their
 * entries stand is told anew. Which entry stands for some words is decided over all layers by rank and place, so the
 * outcome is that of compiling all entries as one list.
 */
export function joinedTerms(lists: readonly CompiledList[]): CompiledList {
  let before = 0;
  const layers = lists.flatMap(({ entries, compiled }) => {
    const first = before;
    before += entries.length;
    return compiled.layers.map(({ automaton, places }) => ({
      automaton,
      places: shared(
        Int32Array,
        places.map((place) => (place === NOT_LISTED ? NOT_LISTED : first + place)),
      ),
    }));
  });
  return {
    entries: lists.flatMap(({ entries }) => entries),
    compiled: {
      from: lists[0]?.compiled.from ?? '',
      size: lists.reduce((sum, { compiled }) => sum + compiled.size, 0),
      layers,
    },
  };
}
