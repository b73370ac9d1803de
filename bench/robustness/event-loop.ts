export interface LoopDelay {
  readonly p99Ms: number;
  readonly worstMs: number;
}

/** Node looks at its event loop every so often, and counts that pause as part of the delay. */
const RESOLUTION_MS = 10;

/** What the service says of its own event loop since it was last asked: other programs on the machine have no part in it. */
export async function eventLoopDelay(url: string): Promise<LoopDelay> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => {
    const [, seconds = 'NaN'] =
      new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text) ?? [];
    return Math.max(0, Number(seconds) * 1000 - RESOLUTION_MS);
  };
  return { p99Ms: read('p99'), worstMs: read('max') };
}
