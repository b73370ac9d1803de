/** Of the beams of a pruned search, those that are alive in most steps. */
const LIVE_SHARE = 0.5;

/** Rows that are kept for a search: a pruned one takes more in some steps and fewer in others. */
export function rowsOfSearch(beams: number, isPruned: boolean): number {
  return isPruned ? Math.ceil(LIVE_SHARE * beams) : beams;
}
