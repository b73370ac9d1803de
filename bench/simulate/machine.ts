import { Heap } from './heap.js';

/** A translation under way in a process: it is done when the process's virtual time has come to `until`. */
interface Job {
  readonly until: number;
  readonly arrived: number;
}

/**
 * How fast a batch of so many sentences goes, all together, in units of one sentence alone: continuous batching makes a
 * batch of eight cost less than eight batches of one.
 */
export type BatchGain = (sentences: number) => number;

/**
 * A process with one model thread. All sentences of its batch advance at the same pace (processor sharing), so that its
 * state is one number, the virtual time: work done so far per sentence.
 */
class Process {
  /** The first one ends first. */
  readonly jobs = new Heap<Job>(({ until }) => until);
  virtual = 0;
  /** Virtual time per second now. */
  pace = 0;
}

/** Processes that share the cores of one machine. Times are in seconds. */
export class Machine {
  readonly #processes: readonly Process[];
  readonly #cores: number;
  readonly #gain: BatchGain;
  #now = 0;
  /** Core-seconds that were used. */
  busy = 0;
  sentences = 0;

  constructor(processes: number, cores: number, gain: BatchGain) {
    this.#processes = Array.from({ length: processes }, () => new Process());
    this.#cores = cores;
    this.#gain = gain;
  }

  /** Takes a sentence that needs so many seconds alone; the process with the fewest gets it. */
  arrive(now: number, seconds: number): void {
    this.#advance(now);
    const [first] = this.#processes;
    if (first === undefined) throw new Error('A machine without processes.');
    let least = first;
    for (const process of this.#processes) if (process.jobs.length < least.jobs.length) least = process;
    least.jobs.push({ until: least.virtual + seconds, arrived: now });
    this.sentences += 1;
    this.#setPaces();
  }

  /** When the next sentence ends, if nothing else happens. */
  nextEnd(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { jobs, virtual, pace } of this.#processes) {
      const job = jobs.first;
      if (job !== undefined) next = Math.min(next, this.#now + Math.max(0, job.until - virtual) / pace);
    }
    return next;
  }

  /** Ends what ends at this moment; gives the arrival of each. */
  end(now: number): readonly number[] {
    this.#advance(now);
    const ended: number[] = [];
    for (const { jobs, virtual } of this.#processes) {
      for (let job = jobs.first; job !== undefined && job.until <= virtual + 1e-9; job = jobs.first) {
        ended.push(job.arrived);
        jobs.pop();
      }
    }
    this.sentences -= ended.length;
    this.#setPaces();
    return ended;
  }

  #advance(now: number): void {
    const passed = now - this.#now;
    let active = 0;
    for (const process of this.#processes) {
      if (process.jobs.length > 0) active += 1;
      process.virtual += process.pace * passed;
    }
    this.busy += Math.min(active, this.#cores) * passed;
    this.#now = now;
  }

  #setPaces(): void {
    const active = this.#processes.filter(({ jobs }) => jobs.length > 0).length;
    const share = Math.min(1, this.#cores / Math.max(1, active));
    for (const process of this.#processes) {
      const { length } = process.jobs;
      process.pace = length === 0 ? 0 : (share * this.#gain(length)) / length;
    }
  }
}
