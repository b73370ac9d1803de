import type { HeadTrainingOptions } from './head-training.js';

/** Few states are soon learnt by heart; many have more to teach than a narrow head can hold. */
const NARROW_HEAD = { rank: 64, dropout: 0 };
const WIDE_HEAD = { rank: 256, dropout: 0.3 };
const RATE = 2e-3;
const DECAY = 0.01;
/** Up to so many states a head is trained once more when everything is chosen, with what was held out. */
export const MOST_ROWS_TWICE = 60_000;

/** How a head is trained on so many rows. */
export function headOptions(
  rows: number,
  run: Pick<HeadTrainingOptions, 'intraOpThreads' | 'signal' | 'onProgress'>,
): HeadTrainingOptions {
  return {
    ...(rows > MOST_ROWS_TWICE ? WIDE_HEAD : NARROW_HEAD),
    rate: RATE,
    decay: DECAY,
    // Few states are learnt by heart in many rounds; many states need few.
    epochs: Math.min(5, Math.max(3, Math.round(50_000 / rows) + 2)),
    batch: Math.min(256, Math.max(32, 2 ** Math.floor(Math.log2(rows / 32)))),
    ...run,
  };
}
