/**
 * Like `Promise.all`, but rejects only when everything has ended: a request that failed leaves no work behind that a
 * closing service would have to tear down.
 */
export async function allSettled<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const ended = await Promise.allSettled(work);
  return ended.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
