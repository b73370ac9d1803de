import type { Random } from '../robustness/random.js';
import { Heap } from './heap.js';
import { type BatchSpeed, type BatchSpeeds, Machine } from './machine.js';

/** What was measured on real processes. */
export interface ServiceTimes {
  /** Seconds that one sentence takes alone; drawn at random. */
  readonly alone: readonly number[];
  /** Milliseconds of a request outside the model: HTTP, signature, plan, database. */
  readonly outsideMs: number;
  /**
   * Seconds of processor time a request that whoever shares the machine in the measurement takes: callers, load balancer and
   * database. Elsewhere these are other machines.
   */
  readonly besideSeconds: number;
  /** Sentences per second at so many callers of one process, as a multiple of one caller, and the cores that it kept busy. */
  readonly batches: readonly MeasuredBatch[];
}

export interface MeasuredBatch extends BatchSpeed {
  readonly callers: number;
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
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Share of all cores that worked. */
  readonly utilisation: number;
}

/** Between the points that were measured, on a straight line; before the first and beyond the last, as at them. */
export function batchSpeeds(points: readonly MeasuredBatch[]): BatchSpeeds {
  return (sentences) => {
    let [below] = points;
    if (below === undefined) throw new Error('No batch was measured.');
    for (const point of points) {
      if (point.callers >= sentences) {
        const span = point.callers - below.callers;
        const share = span === 0 ? 1 : (sentences - below.callers) / span;
        return {
          gain: below.gain + share * (point.gain - below.gain),
          cores: below.cores + share * (point.cores - below.cores),
        };
      }
      below = point;
    }
    return below;
  };
}

/** The same service on a machine that it shares with callers, load balancer and database. */
export function besideOthers(times: ServiceTimes): ServiceTimes {
  const perSecond = ({ gain }: BatchSpeed) => gain / meanSeconds(times);
  const batches = times.batches.map((batch) => ({
    ...batch,
    cores: batch.cores + times.besideSeconds * perSecond(batch),
  }));
  return { ...times, batches };
}

function meanSeconds({ alone }: ServiceTimes): number {
  return alone.reduce((sum, one) => sum + one, 0) / alone.length;
}

/** Requests a second that processes manage in full batches: as many as they have threads for, or the cores allow. */
export function capacity(times: ServiceTimes, processes: number, cores: number): number {
  const full = batchSpeeds(times.batches)(Number.POSITIVE_INFINITY);
  return (Math.min(processes, cores / full.cores) * full.gain) / meanSeconds(times);
}

/** The share of requests at the beginning, while queues fill, that is left out. */
const WARM_UP = 0.1;

/**
 * Requests arrive at random (Poisson); the load balancer gives each to the less busy of two machines chosen at random,
 * which is what many balancers without common state come to (Mitzenmacher 2001). Events are taken in the order of
 * their times from one heap, so that a thousand machines cost a logarithm more than one.
 */
export function simulate(times: ServiceTimes, load: Load, random: Random): Outcome {
  const speeds = batchSpeeds(times.batches);
  const machines = Array.from(
    { length: load.machines },
    () => new Machine(load.processesPerMachine, load.coresPerMachine, speeds),
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
    meanMs: sorted.reduce((sum, one) => sum + one, 0) / sorted.length,
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
