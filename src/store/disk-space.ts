import { statfs } from 'node:fs/promises';
import { Failure } from '../base/failure.js';
import { isDiskFull } from './errors.js';

export interface DiskSpaceOptions {
  /** Where the database lies; undefined where that is another machine, whose disk only its errors tell of. */
  readonly folder: string | undefined;
  /** With less free space than this nothing further is taken in. */
  readonly reserveBytes: number;
  /** Told when space runs out, again every minute while it is short, and when there is room again. */
  readonly onChange: (sentence: string, isShort: boolean) => void;
}

/** How long an error of the database stands for a full disk. */
const FULL_MS = 30_000;
const LOOK_MS = 5_000;
const TELL_MS = 60_000;
const RETRY_SECONDS = 60;
const MEBIBYTE = 1024 ** 2;

/**
 * Watches the disk of the database. PostgreSQL on a full disk first refuses what needs room and then, when its log has
 * none, stops altogether; so what would be stored is refused while there is still a reserve, in which everything that
 * was accepted can end.
 */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #freeBytes: number | undefined;
  #fullUntil = 0;
  #toldAt: number | undefined;
  #watch: NodeJS.Timeout | undefined;

  private constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  static async open(options: DiskSpaceOptions): Promise<DiskSpace> {
    const space = new DiskSpace(options);
    await space.#look();
    space.#watch = setInterval(() => void space.#look(), LOOK_MS).unref();
    return space;
  }

  /** Undefined where it cannot be known. */
  get freeBytes(): number | undefined {
    return this.#freeBytes;
  }

  /** For the operator: what is wrong and what to do. Undefined while there is room. */
  get trouble(): string | undefined {
    const { reserveBytes } = this.#options;
    if (Date.now() < this.#fullUntil) {
      return 'The disk of the database is full: nothing can be stored. Make room on it.';
    }
    if (this.#freeBytes === undefined || this.#freeBytes >= reserveBytes) return undefined;
    return `The disk of the data folder has ${mebibytes(this.#freeBytes)} MiB left, less than the reserve of ${mebibytes(reserveBytes)} MiB (KOTOBASHI_DISK_RESERVE_MB): nothing new is stored. Make room on it.`;
  }

  /** Asked before anything is taken in that has to be stored. */
  demandRoom(): void {
    if (this.trouble === undefined) return;
    throw new Failure('storageFull', { detail: { retryAfter: RETRY_SECONDS } });
  }

  /** Told of errors of the database; those of another kind are passed over. */
  noticed(error: unknown): void {
    if (!isDiskFull(error)) return;
    this.#fullUntil = Date.now() + FULL_MS;
    this.#tell();
  }

  async #look(): Promise<void> {
    const { folder } = this.#options;
    if (folder !== undefined) {
      // A folder that cannot be asked about says nothing about its space.
      const found = await statfs(folder).catch(() => undefined);
      this.#freeBytes = found === undefined ? undefined : found.bavail * found.bsize;
    }
    this.#tell();
  }

  #tell(): void {
    const { trouble } = this;
    if (trouble === undefined) {
      if (this.#toldAt !== undefined) this.#options.onChange('There is room on the disk again.', false);
      this.#toldAt = undefined;
    } else if (this.#toldAt === undefined || Date.now() - this.#toldAt >= TELL_MS) {
      this.#toldAt = Date.now();
      this.#options.onChange(trouble, true);
    }
  }

  close(): void {
    clearInterval(this.#watch);
  }
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / MEBIBYTE);
}
