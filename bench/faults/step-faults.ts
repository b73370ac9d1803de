import pg from 'pg';
import { WORK_KINDS, type WorkKind } from './four-kinds.js';

/**
 * What happens at the step: an error of the database that passes (57P01) or that nobody foresaw (XX000), or nothing, until
 * somebody lets go.
 */
export type StepFault = '57P01' | 'XX000' | 'hold';

/** Which writes are steps of which kind of work; those that all share are counted apart. */
const TABLES: Readonly<Record<WorkKind | 'shared', readonly string[]>> = {
  translation: ['translation_jobs', 'translation_batches'],
  file: ['file_translations', 'file_items', 'file_sentences'],
  training: ['training_jobs', 'training_traces', 'custom_models', 'custom_model_versions'],
  import: ['import_jobs', 'phrase_dictionaries'],
  shared: ['contract_quotas', 'usage_days', 'callback_deliveries'],
};
/** What the sender of callbacks writes is no step of the work. */
const WRITES: Readonly<Record<string, string>> = { callback_deliveries: 'insert' };
const COUNTERS = [...WORK_KINDS, 'shared'] as const;
/** An advisory lock of nobody else. */
const HOLD = 4713;

/**
 * Strikes at one step of the life of background work, for each kind of it at the same one. A step is a row that is
 * written; PostgreSQL counts them by triggers, with sequences, which no rollback takes back.
 */
export class StepFaults {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<StepFaults> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const triggers = COUNTERS.flatMap((counter) =>
      TABLES[counter].map(
        (
          table,
        ) => `create trigger step_fault before ${WRITES[table] ?? 'insert or update or delete'} on ${table}
          for each row execute function step_faults.strike('${counter}');`,
      ),
    );
    await client.query(`
      create schema step_faults;
      create table step_faults.armed (step int not null, how text not null);
      ${COUNTERS.map((counter) => `create sequence step_faults.${counter};`).join('\n')}
      create function step_faults.strike() returns trigger language plpgsql as $$
      declare fault step_faults.armed;
      begin
        select * into fault from step_faults.armed;
        if nextval('step_faults.' || tg_argv[0]) = fault.step then
          -- One job may meet two faults, one of them at a shared step. Only of those that pass any number is none too many.
          if tg_argv[0] = 'shared' and fault.how <> '57P01' then
            return coalesce(new, old);
          elsif fault.how = 'hold' then
            perform pg_advisory_xact_lock_shared(${HOLD});
          else
            raise exception 'the fault of step %', fault.step using errcode = fault.how;
          end if;
        end if;
        return coalesce(new, old);
      end $$;
      ${triggers.join('\n')}`);
    return new StepFaults(client);
  }

  /** From now on every kind of work meets the fault at its step of this number. */
  async arm(step: number, fault: StepFault): Promise<void> {
    await this.#client.query(
      COUNTERS.map((counter) => `select setval('step_faults.${counter}', 1, false);`).join('\n'),
    );
    if (fault === 'hold') await this.#client.query(`select pg_advisory_lock(${HOLD})`);
    await this.#client.query('insert into step_faults.armed values ($1, $2)', [step, fault]);
  }

  /** No step is struck any more, and those that were held go on. */
  async disarm(): Promise<void> {
    await this.#client.query(`delete from step_faults.armed; select pg_advisory_unlock_all()`);
  }

  /** How many steps each kind has come since `arm`. */
  async reached(): Promise<Readonly<Record<(typeof COUNTERS)[number], number>>> {
    const counters = COUNTERS.map(
      (counter) =>
        `(select case when is_called then last_value else 0 end from step_faults.${counter})::int as ${counter}`,
    );
    const { rows } = await this.#client.query(`select ${counters.join(', ')}`);
    return rows[0];
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
