const MOST_HELD_OUT = 300;
const HELD_OUT_SHARE = 0.2;
const BLOCKS = 6;

/** Positions of the pairs that a head is trained on, that choose parameters, and that measure the outcome. */
export interface Split {
  readonly kept: readonly number[];
  readonly tuning: readonly number[];
  readonly evaluation: readonly number[];
}

/**
 * Pairs are held out in blocks: neighbouring sentences of one document resemble each other, and a model that is evaluated by
 * sentences whose neighbours it knows looks better than it will be on the next document. Every second block is for tuning.
 */
export function holdOut(count: number): Split {
  const held = Math.max(2, Math.min(MOST_HELD_OUT, Math.floor(count * HELD_OUT_SHARE)));
  const blocks = Math.min(BLOCKS, held);
  const stride = count / blocks;
  const size = held / blocks;
  const part = (index: number) => {
    const block = Math.floor(index / stride);
    if (index - Math.ceil(block * stride) >= size) return 'kept';
    return block % 2 === 0 ? 'tuning' : 'evaluation';
  };
  const all = Array.from({ length: count }, (_, index) => index);
  const those = (wanted: ReturnType<typeof part>) => all.filter((index) => part(index) === wanted);
  return { kept: those('kept'), tuning: those('tuning'), evaluation: those('evaluation') };
}
