import type { Random } from '../robustness/random.js';
import { Heap } from './heap.js';
import { type BatchGain, Machine } from './machine.js';

/** What was measured on real processes. */
export interface ServiceTimes {
  /** Seconds that one sentence takes alone; drawn at random. */
  readonly alone: readonly number[];
  /** Milliseconds of a request outside the model: HTTP, signature, plan, database. */
  readonly outsideMs: number;
  /** Sentences per second at so many callers of one process, as a multiple of one caller. */
  readonly gain: readonly { readonly callers: number; readonly gain: number }[];
}

export interface Load {
  readonly machines: number;
  readonly processesPerMachine: number;
  readonly coresPerMachine: number;
  /** Requests of one sentence a second, over all machines. */
  readonly perSecond: number;
  readonly requests: number;
}

export interface Outcome {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Share of all cores that worked. */
  readonly utilisation: number;
}

/** Between the points that were measured, on a straight line; beyond the last, as at it. */
export function batchGain(points: ServiceTimes['gain']): BatchGain {
  return (sentences) => {
    let below = { callers: 1, gain: 1 };
    for (const point of points) {
      if (point.callers >= sentences) {
        const span = point.callers - below.callers;
        const share = span === 0 ? 1 : (sentences - below.callers) / span;
        return below.gain + share * (point.gain - below.gain);
      }
      below = point;
    }
    return below.gain;
  };
}

/** The share of requests at the beginning, while queues fill, that is left out. */
const WARM_UP = 0.1;

/**
 * Requests arrive at random (Poisson); the load balancer gives each to the less busy of two machines chosen at random,
 * which is what many balancers without common state come to (Mitzenmacher 2001). Events are taken in the order of
 * their times from one heap, so that a thousand machines cost a logarithm more than one.
 */
export function simulate(times: ServiceTimes, load: Load, random: Random): Outcome {
  const gain = batchGain(times.gain);
  const machines = Array.from(
    { length: load.machines },
    () => new Machine(load.processesPerMachine, load.coresPerMachine, gain),
  );
  const ends = new NextEnds();
  const latencies: number[] = [];
  let now = 0;
  let arrived = 0;
  let nextArrival = 0;
  const schedule = (at: number) => ends.set(at, machines[at]?.nextEnd() ?? Number.POSITIVE_INFINITY);
  while (latencies.length < load.requests) {
    const next = ends.first();
    if (arrived < load.requests && (next === undefined || nextArrival <= next.time)) {
      now = nextArrival;
      const [one, other] = [random.below(load.machines), random.below(load.machines)];
      const at = (machines[one]?.sentences ?? 0) <= (machines[other]?.sentences ?? 0) ? one : other;
      machines[at]?.arrive(now, random.pick(times.alone));
      schedule(at);
      arrived += 1;
      nextArrival = now - Math.log(1 - random.next()) / load.perSecond;
    } else if (next !== undefined) {
      now = next.time;
      for (const since of machines[next.machine]?.end(now) ?? [])
        latencies.push(1000 * (now - since) + times.outsideMs);
      schedule(next.machine);
    }
  }
  const sorted = latencies.slice(Math.floor(WARM_UP * latencies.length)).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const busy = machines.reduce((sum, machine) => sum + machine.busy, 0);
  return {
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    utilisation: busy / (now * load.machines * load.coresPerMachine),
  };
}

interface End {
  readonly time: number;
  readonly machine: number;
  readonly version: number;
}

/** The next end of each machine; an entry that was replaced is skipped when it comes up. */
class NextEnds {
  readonly #heap = new Heap<End>(({ time }) => time);
  readonly #versions = new Map<number, number>();

  set(machine: number, time: number): void {
    const version = (this.#versions.get(machine) ?? 0) + 1;
    this.#versions.set(machine, version);
    if (time !== Number.POSITIVE_INFINITY) this.#heap.push({ time, machine, version });
  }

  first(): End | undefined {
    for (;;) {
      const { first } = this.#heap;
      if (first === undefined || this.#versions.get(first.machine) === first.version) return first;
      this.#heap.pop();
    }
  }
}
