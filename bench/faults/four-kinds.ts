import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { OrganizationId } from '#src/base/ids.js';
import type { Accounts } from '#src/compose/service.js';
import { signedHeaders } from './signed-client.js';

/** Every kind of background work. */
export const WORK_KINDS = ['translation', 'file', 'training', 'import'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Who asks for the work; the contracts have a quota. */
export interface WorkCustomer {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly contractId: string;
  readonly fileContractId: string;
  readonly customContractId: string;
}

/** Never used up; what is reserved of it can be counted. */
const QUOTA = 1_000_000_000;

/** Makes the contracts of a customer. */
export async function workContracts(
  { contracts }: Pick<Accounts, 'contracts'>,
  orgId: OrganizationId,
): Promise<Pick<WorkCustomer, 'contractId' | 'fileContractId' | 'customContractId'>> {
  const contract = async (kind: 'text' | 'file', engine: 't4oo' | 'custom') =>
    (
      await contracts.create(orgId, {
        name: `${kind} ${engine}`,
        kind,
        engine,
        charQuota: QUOTA,
        // What a translation says does not matter here.
        search: 'fast',
      })
    ).id;
  return {
    contractId: await contract('text', 't4oo'),
    customContractId: await contract('text', 'custom'),
    fileContractId: await contract('file', 't4oo'),
  };
}

/** Work that was accepted. */
export interface AcceptedWork {
  readonly kind: WorkKind;
  readonly id: string;
}

/** What the database says of all work so far. */
export interface WorkBooks {
  /** Jobs that have not ended. */
  readonly unfinished: number;
  readonly failed: number;
  /** Ends that were announced not at all, or more than once. */
  readonly announcedWrong: number;
  /** Requests in the books beside, or missing from, the translations and files that finished. */
  readonly bookedWrong: number;
  /** Characters that are reserved beside those of what finished. */
  readonly reservedWrong: number;
  /** Versions beside, or missing from, the trainings that finished. */
  readonly versionsWrong: number;
  /** Rows of finished imports that were not taken over. */
  readonly rowsWrong: number;
}

/** Less often than the work takes: whoever asks all the time takes a good part of the machine. */
const RETRY_MS = 200;
const BOOKS_LIMIT_MS = 120_000;
/** More than one turn of a translation; most are part numbers, for which no model has to be asked. */
const TEXTS = 130;
const SENTENCES = 10;
const LINES = 3;
/** Large enough to be taken over in the background: two batches. */
const ROWS = 3_000;
const PAIRS = 10;

/** Submits one of each kind and asks for it, as a customer does who hears nothing of faults but a missing answer. */
export class FourKinds {
  readonly #url: string;
  readonly #customer: WorkCustomer;
  #nonce = 0;
  #submitted = 0;
  #listId = '';

  constructor(url: string, customer: WorkCustomer) {
    this.#url = url;
    this.#customer = customer;
  }

  /** Makes the list that imports go to, and names the receiver of callbacks where nobody else does. */
  async open(callbackUrl?: string): Promise<void> {
    if (callbackUrl !== undefined) await this.#untilTaken('PUT', '/api/v1/callback', { callbackUrl });
    const { data } = await this.#untilTaken('POST', '/api/v1/phrase-pairs', { name: 'imported' });
    this.#listId = String((data as { id: number }).id);
  }

  /** Sends the request again until it is accepted. */
  async submit(kind: WorkKind): Promise<AcceptedWork> {
    const mark = `${kind} ${this.#submitted++}`;
    const key = randomUUID();
    if (kind === 'translation') {
      const text = Array.from({ length: TEXTS }, (_, at) =>
        at < SENTENCES ? `Item ${at}.` : `XJ9-${1000 + at}-QQ`,
      );
      const body = {
        fieldId: '1',
        text,
        sourceLang: 'en',
        targetLang: 'ja',
        contractId: this.#customer.contractId,
      };
      const { data } = await this.#untilTaken('POST', '/api/v1/translate/async', body, key);
      return { kind, id: String((data as { queueId: string }).queueId) };
    }
    if (kind === 'import') {
      const table = Array.from(
        { length: ROWS },
        (_, at) =>
          `Row ${at} of the table ${mark}, which is long enough.\t表${mark}の${at}行目です。十分に長い文です。`,
      );
      const path = `/api/v1/phrase-pairs/${this.#listId}/import?format=tsv&fromLang=en&toLang=ja`;
      const { data } = await this.#untilTaken('POST', path, new TextEncoder().encode(table.join('\n')));
      return { kind, id: (data as { importId: string }).importId };
    }
    const form = new FormData();
    if (kind === 'file') {
      const text = Array.from({ length: LINES }, (_, at) => `Item ${at}.`).join('\n\n');
      form.set('files', new Blob([text]), 'lines.txt');
      form.set('contractId', this.#customer.fileContractId);
      form.set('fieldId', '1');
      form.set('sourceLang', 'en');
      form.set('targetLangs', '["ja"]');
      const { data } = await this.#untilTaken('POST', '/api/v1/file-translate', form, key);
      return { kind, id: String((data as { translateId: string }).translateId) };
    }
    const pairs = Array.from(
      { length: PAIRS },
      (_, at) => `Open valve ${at} of ${mark}.\t${mark}の弁${at}を開く。`,
    );
    form.set('file', new Blob([pairs.join('\n')]), 'pairs.tsv');
    form.set('firstLang', 'en');
    form.set('secondLang', 'ja');
    form.set('field', 'L000001');
    form.set('contractId', this.#customer.customContractId);
    const { jid } = await this.#untilTaken('POST', '/api/v1/training/train', form);
    return { kind, id: String(jid) };
  }

  /** How it ended; undefined while it has not, or nobody answers. */
  async end({ kind, id }: AcceptedWork): Promise<'finished' | 'failed' | undefined> {
    const path = {
      translation: `/api/v1/translate/async/${id}`,
      file: `/api/v1/translate-result/${id}`,
      training: `/api/v1/training/job/${id}`,
      import: `/api/v1/imports/${id}`,
    }[kind];
    const answer = await this.#call('GET', path);
    if (answer === undefined) return undefined;
    const { status, body } = answer;
    if (kind === 'translation') {
      if (status === 202 || status === 503) return undefined;
      const { code } = (body.data ?? {}) as { code?: number };
      return status === 200 ? 'finished' : code === 40100 ? undefined : 'failed';
    }
    if (status !== 200) return undefined;
    if (kind === 'training') return endOf(String(body.jobStatus));
    if (kind === 'import') return endOf(String((body.data as { state: string }).state));
    const { done, items } = body.data as { done: boolean; items: readonly { error: boolean }[] };
    return done ? (items.some(({ error }) => error) ? 'failed' : 'finished') : undefined;
  }

  /** Waits for the ends of all of these; those that have none by then are undefined. */
  async ends(works: readonly AcceptedWork[], limitMs: number) {
    const limit = Date.now() + limitMs;
    return Promise.all(
      works.map(async (work) => {
        let end = await this.end(work);
        while (end === undefined && Date.now() < limit) {
          await sleep(RETRY_MS);
          end = await this.end(work);
        }
        return end;
      }),
    );
  }

  async #untilTaken(method: string, path: string, body: unknown, key?: string) {
    for (;;) {
      const answer = await this.#call(method, path, body, key);
      if (answer !== undefined && answer.status < 300) return answer.body;
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) {
        throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
      }
      await sleep(RETRY_MS);
    }
  }

  /** Undefined when there was no answer at all. */
  async #call(method: string, path: string, body?: unknown, key?: string) {
    this.#nonce = Math.max(Date.now(), this.#nonce + 1);
    const isForm = body instanceof FormData;
    const isTable = body instanceof Uint8Array;
    const type = isTable ? 'application/octet-stream' : 'application/json';
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          ...signedHeaders(this.#customer, path, String(this.#nonce)),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(body !== undefined && !isForm && { 'content-type': type }),
        },
        ...(body !== undefined && { body: isForm || isTable ? body : JSON.stringify(body) }),
      });
      const answer: Record<string, unknown> = JSON.parse(await response.text());
      return { status: response.status, body: answer };
    } catch {
      return undefined;
    }
  }
}

function endOf(state: string): 'finished' | 'failed' | undefined {
  return state === 'finished' || state === 'failed' ? state : undefined;
}

/**
 * Reads the books when all work has ended, or the limit is over. A submission whose answer was lost may be there twice; each
 * of the two has to be right.
 */
export async function workBooks(
  client: Pick<pg.ClientBase, 'query'>,
  limitMs = BOOKS_LIMIT_MS,
): Promise<WorkBooks> {
  for (const limit = Date.now() + limitMs; ; await sleep(RETRY_MS)) {
    const books = await readBooks(client);
    if (books.unfinished === 0 || Date.now() > limit) return books;
  }
}

async function readBooks(client: Pick<pg.ClientBase, 'query'>): Promise<WorkBooks> {
  const { rows } = await client.query<{ [Name in keyof WorkBooks]: number }>(`
    with jobs as (
      select state, finished_at from translation_jobs union all select state, finished_at from file_items
      union all select state, finished_at from training_jobs union all select state, finished_at from import_jobs
    ),
    subjects as (
      select queue_id as id from translation_jobs union all select translate_id from file_translations
      union all select jid from training_jobs
    )
    select
      (select count(*) from jobs where finished_at is null)::int as unfinished,
      (select count(*) from jobs where state = 'failed')::int as failed,
      (select count(*) from subjects s
        where (select count(*) from callback_deliveries d where d.subject_id = s.id) <> 1)::int as "announcedWrong",
      abs((select coalesce(sum(requests), 0) from usage_days)
        - (select count(*) from translation_jobs where state = 'finished')
        - (select count(*) from file_items where state = 'finished'))::int as "bookedWrong",
      abs((select coalesce(sum(characters), 0) from contract_quotas)
        - (select coalesce(sum(characters), 0) from translation_jobs where state = 'finished')
        - (select coalesce(sum(characters), 0) from file_items where state = 'finished'))::int as "reservedWrong",
      abs((select count(*) from custom_model_versions)
        - (select count(*) from training_jobs where state = 'finished'))::int as "versionsWrong",
      (select coalesce(sum(total - done), 0) + coalesce(sum(abs(total - ${ROWS})), 0)
        from import_jobs where state = 'finished')::int as "rowsWrong"`);
  const [books] = rows;
  if (books === undefined) throw new Error('The books could not be read.');
  return books;
}

/** Books in which everything is right. */
export const RIGHT_BOOKS: WorkBooks = {
  unfinished: 0,
  failed: 0,
  announcedWrong: 0,
  bookedWrong: 0,
  reservedWrong: 0,
  versionsWrong: 0,
  rowsWrong: 0,
};
