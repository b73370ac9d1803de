import { and, desc, eq, sql } from 'drizzle-orm';
import type { Caller } from '../../accounts/caller.js';
import { translationJobs } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';

const MOST_LISTED = 100;

/** What an account has submitted, without texts and results: those are asked for by queueId. */
export class SubmittedTranslations {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The latest, newest first. */
  latest({ orgId, userId }: Pick<Caller, 'orgId' | 'userId'>) {
    return this.#store.db
      .select({
        queueId: translationJobs.queueId,
        state: translationJobs.state,
        engine: translationJobs.engine,
        sourceLang: bodyMember('sourceLang'),
        targetLang: bodyMember('targetLang'),
        characters: translationJobs.characters,
        done: translationJobs.done,
        total: translationJobs.total,
        errorCode: translationJobs.errorCode,
        errorMessage: translationJobs.errorMessage,
        createdAt: translationJobs.createdAt,
        finishedAt: translationJobs.finishedAt,
      })
      .from(translationJobs)
      .where(and(eq(translationJobs.orgId, orgId), eq(translationJobs.userId, userId)))
      .orderBy(desc(translationJobs.createdAt))
      .limit(MOST_LISTED);
  }
}

function bodyMember(name: 'sourceLang' | 'targetLang') {
  return sql<string>`${translationJobs.request} #>> ${sql.raw(`'{body,${name}}'`)}`;
}
