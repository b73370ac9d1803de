import { and, eq, gt, sql } from 'drizzle-orm';
import type { Caller } from '../../accounts/caller.js';
import { Failure } from '../../base/failure.js';
import type { AccessKey, QueueId, TranslateId } from '../../base/ids.js';
import type { Queryable } from '../../store/database.js';
import { idempotencyKeys } from '../../store/schema/index.js';

/** What makes two submissions of one access key the same. */
export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 of the body. */
  readonly body: Buffer;
  /** How long the key stands for its first submission. */
  readonly seconds: number;
  /** Whether the caller gave it: then a repeat is likely enough to be looked for before the request is planned. */
  readonly isGiven: boolean;
}

/**
 * What a submission of texts, or of files, is asked for by. One key stands for one of the two: a form never has the
 * digest of a body of JSON.
 */
type SubmissionId = QueueId | TranslateId;

/** A submission that stands under a key. */
export interface Submitted<Id extends SubmissionId> {
  readonly submissionId: Id;
  /** Whether its body is the same; if not, the caller has used the key for something else. */
  readonly isSame: boolean;
}

interface Claim<Id extends SubmissionId> {
  readonly caller: Pick<Caller, 'accessKey' | 'orgId'>;
  readonly idempotency: IdempotencyKey;
  readonly submissionId: Id;
}

/** What was submitted under a key before; undefined when nothing was, or long ago. */
export async function findSubmitted<Id extends SubmissionId>(
  db: Queryable,
  accessKey: AccessKey,
  { key, body }: IdempotencyKey,
): Promise<Submitted<Id> | undefined> {
  const [row] = await db
    .select({ submissionId: sql<Id>`${idempotencyKeys.queueId}`, body: idempotencyKeys.body })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.accessKey, accessKey),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.expiresAt, sql`now()`),
      ),
    );
  return row && { submissionId: row.submissionId, isSame: row.body.equals(body) };
}

/**
 * Takes keys for new submissions, in the transaction that writes them: of two that race, one waits here until the other
 * has committed and then finds it. Answers undefined where the key was free, else what already stands under it.
 */
export async function claimKeys<Id extends SubmissionId>(
  tx: Queryable,
  claims: readonly Claim<Id>[],
): Promise<readonly (Submitted<Id> | undefined)[]> {
  if (claims.length === 0) return [];
  const first = new Map<string, Claim<Id>>();
  for (const claim of claims) if (!first.has(idOf(claim))) first.set(idOf(claim), claim);
  // Sorted, so that two processes take keys in the same order.
  const rows = [...first.values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const column = <Value>(pick: (claim: Claim<Id>) => Value) => sql.param(rows.map(pick));
  const { rows: taken } = await tx.execute<{ submissionId: Id }>(sql`
    insert into idempotency_keys as i (access_key, org_id, key, body, queue_id, expires_at)
    select a, o, k, b, q, now() + s * interval '1 second' from unnest(
      ${column(({ caller }) => caller.accessKey)}::text[], ${column(({ caller }) => caller.orgId)}::text[],
      ${column(({ idempotency }) => idempotency.key)}::text[], ${column(({ idempotency }) => idempotency.body)}::bytea[],
      ${column(({ submissionId }) => submissionId)}::text[], ${column(({ idempotency }) => idempotency.seconds)}::int[]
    ) as t(a, o, k, b, q, s)
    on conflict (access_key, key) do update
      set body = excluded.body, queue_id = excluded.queue_id, expires_at = excluded.expires_at
      where i.expires_at <= now()
    returning queue_id as "submissionId"`);
  const fresh = new Set(taken.map(({ submissionId }) => submissionId));
  const answers: (Submitted<Id> | undefined)[] = [];
  for (const claim of claims) {
    const winner = first.get(idOf(claim));
    if (winner === claim && fresh.has(claim.submissionId)) {
      answers.push(undefined);
    } else if (winner !== undefined && fresh.has(winner.submissionId)) {
      const isSame = winner.idempotency.body.equals(claim.idempotency.body);
      answers.push({ submissionId: winner.submissionId, isSame });
    } else {
      answers.push(await findSubmitted(tx, claim.caller.accessKey, claim.idempotency));
    }
  }
  return answers;
}

function idOf({ caller, idempotency }: Pick<Claim<SubmissionId>, 'caller' | 'idempotency'>): string {
  return `${caller.accessKey} ${idempotency.key}`;
}

/** The id of what was submitted before. */
export function sameSubmission<Id extends SubmissionId>({ submissionId, isSame }: Submitted<Id>): Id {
  if (isSame) return submissionId;
  throw new Failure('conflict', {
    message: 'This Idempotency-Key was already used for another request: send a new one.',
  });
}
