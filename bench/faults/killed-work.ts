import { setTimeout as sleep } from 'node:timers/promises';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { type AcceptedWork, FourKinds, WORK_KINDS, type WorkKind, workContracts } from './four-kinds.js';
import { Program } from './program.js';
import { freePort } from './stage.js';
import { StepFaults } from './step-faults.js';

const LOOK_MS = 20;
const LIMIT_MS = 120_000;

/** A service in a process of its own that is killed (kill -9) while each kind of work is at one step of its life. */
export class KilledWork {
  readonly #program: Program;
  readonly #faults: StepFaults;
  readonly #customer: FourKinds;

  private constructor(program: Program, faults: StepFaults, customer: FourKinds) {
    this.#program = program;
    this.#faults = faults;
    this.#customer = customer;
  }

  /** @param more settings; one of them is the database */
  static async open(
    callbackUrl: string,
    more: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
  ): Promise<KilledWork> {
    const port = await freePort();
    const environment = {
      KOTOBASHI_DEMO: '0',
      KOTOBASHI_LOG_LEVEL: 'warn',
      KOTOBASHI_WORKER_LEASE: '3',
      KOTOBASHI_CALLBACK_ALLOW_PRIVATE: '1',
      PORT: String(port),
      ...more,
    };
    const accounts = await composeAccounts(readSettings(environment), composeLogger({ logLevel: 'silent' }));
    const { id } = await accounts.organizationAdmin.createOrganization('killed');
    const user = await accounts.organizationAdmin.createUser(id, 'user');
    const key = await accounts.keyAdmin.create(id, user.id, {});
    const customer = new FourKinds(`http://127.0.0.1:${port}`, {
      ...key,
      ...(await workContracts(accounts, id)),
    });
    await accounts.close();
    const program = new Program('serve', environment);
    await program.ready();
    await customer.open(callbackUrl);
    return new KilledWork(program, await StepFaults.open(more.DATABASE_URL), customer);
  }

  /** Submits one of each kind, kills the process when all of them are at this step or have ended, and waits for the ends. */
  async killAt(step: number) {
    await this.#faults.arm(step, 'hold');
    const accepted = new Map<WorkKind, AcceptedWork>();
    const submitted = WORK_KINDS.map(async (kind) => {
      const work = await this.#customer.submit(kind);
      accepted.set(kind, work);
      return work;
    });
    while (!(await this.#isHeld(step, accepted))) await sleep(LOOK_MS);
    const reached = await this.#faults.reached();
    this.#program.kill('SIGKILL');
    await this.#faults.disarm();
    const ends = await this.#customer.ends(await Promise.all(submitted), LIMIT_MS);
    return { ends, reached };
  }

  /** Submits one of each kind, of which the database fails once, at this step, and waits for the ends. */
  async failAt(step: number, fault: '57P01' | 'XX000') {
    await this.#faults.arm(step, fault);
    const works = await Promise.all(WORK_KINDS.map((kind) => this.#customer.submit(kind)));
    const ends = await this.#customer.ends(works, LIMIT_MS);
    const reached = await this.#faults.reached();
    await this.#faults.disarm();
    return { ends, reached };
  }

  /** Whether every kind is held at the step, or has ended before it. */
  async #isHeld(step: number, accepted: ReadonlyMap<WorkKind, AcceptedWork>): Promise<boolean> {
    const reached = await this.#faults.reached();
    for (const kind of WORK_KINDS) {
      if (reached[kind] >= step) continue;
      const work = accepted.get(kind);
      if (work === undefined || (await this.#customer.end(work)) === undefined) return false;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#program.close();
    await this.#faults.close();
  }
}
