import { Heap } from './heap.js';

/** A translation under way in a process: it is done when the process's virtual time has come to `until`. */
interface Job {
  readonly until: number;
  readonly arrived: number;
}

/** A batch of some sentences in a process that has the machine to itself. */
export interface BatchSpeed {
  /**
   * How fast it goes, all together, in units of one sentence alone: continuous batching makes a batch of eight cost less
   * than eight batches of one.
   */
  readonly gain: number;
  /** Cores that it keeps busy: a process has threads for several, even for one sentence. */
  readonly cores: number;
}

export type BatchSpeeds = (sentences: number) => BatchSpeed;

/**
 * A process with its model threads. All sentences of its batch advance at the same pace (processor sharing), so that its
 * state is one number, the virtual time: work done so far per sentence.
 */
class Process {
  /** The first one ends first. */
  readonly jobs = new Heap<Job>(({ until }) => until);
  virtual = 0;
  /** Virtual time per second now. */
  pace = 0;
  /** Cores that it would keep busy if it were alone. */
  wants = 0;
}

/**
 * Processes that share the cores of one machine: where they want more cores than there are, each gets the same share of what it
 * wants (processor sharing). Times are in seconds.
 */
export class Machine {
  readonly #processes: readonly Process[];
  readonly #cores: number;
  readonly #speeds: BatchSpeeds;
  #now = 0;
  /** Core-seconds that were used. */
  busy = 0;
  sentences = 0;

  constructor(processes: number, cores: number, speeds: BatchSpeeds) {
    this.#processes = Array.from({ length: processes }, () => new Process());
    this.#cores = cores;
    this.#speeds = speeds;
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
    for (const process of this.#processes) process.virtual += process.pace * passed;
    this.busy += Math.min(this.#wanted(), this.#cores) * passed;
    this.#now = now;
  }

  #wanted(): number {
    return this.#processes.reduce((sum, { wants }) => sum + wants, 0);
  }

  #setPaces(): void {
    for (const process of this.#processes) {
      const { length } = process.jobs;
      const { gain, cores } = this.#speeds(length);
      process.wants = length === 0 ? 0 : cores;
      process.pace = length === 0 ? 0 : gain / length;
    }
    const share = Math.min(1, this.#cores / this.#wanted());
    for (const process of this.#processes) process.pace *= share;
  }
}
