/** `npm run test:all` looks at everything; `npm test` at a sample where a whole would take minutes. */
export const isWhole = process.env.TEST_ALL === '1';

/** How often a property is tried: a fifth in `npm test`. */
export function runs(whole: number): { readonly numRuns: number } {
  return { numRuns: isWhole ? whole : Math.ceil(whole / 5) };
}

/** Every n-th, spread over the list; all of them in `npm run test:all`. */
export function sample<Item>(list: readonly Item[], step: number): readonly Item[] {
  return isWhole ? list : list.filter((_, at) => at % step === 0);
}
