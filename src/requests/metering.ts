import type { MeteredAdmission } from '../accounts/metering/metered-admission.js';
import type { Quotas } from '../accounts/metering/quota.js';
import { type RateGate, rateSubject } from '../accounts/metering/rate.js';
import type { UsageLedger, UsageRecord } from '../accounts/metering/usage.js';
import type { TranslationPlan, TranslationResult } from '../translate/pipeline-types.js';
import type { AcceptedRequest } from './accepted-request.js';

export interface MeteringParts {
  readonly rate: Pick<RateGate, 'pass'>;
  readonly meteredAdmission: Pick<MeteredAdmission, 'pass'>;
  readonly quotas: Pick<Quotas, 'reserve'>;
  readonly usage: Pick<UsageLedger, 'count'>;
  /** Requests per minute and key where the contract names no limit. */
  readonly ratePerMinute: number;
}

/** What a translation is limited by and what it is charged: rate, character quota and usage. */
export class RequestMetering {
  readonly #parts: MeteringParts;

  constructor(parts: MeteringParts) {
    this.#parts = parts;
  }

  /**
   * Meters a request that is answered at once. The rate is passed before the model works; the usage is durable before
   * anything is answered; characters reserved for work that fails are given back.
   */
  async metered(
    request: AcceptedRequest,
    plan: TranslationPlan,
    translate: () => Promise<TranslationResult>,
  ): Promise<TranslationResult> {
    const { rate, meteredAdmission, usage } = this.#parts;
    const { caller, contract } = request;
    const record = usageOf(request, plan.wordCount);
    const limit = this.#rateLimit(request);
    const subject = rateSubject(caller, contract);
    if (plan.segments.length === 0 && limit !== undefined && contract.charQuota === null) {
      const result = await translate();
      await meteredAdmission.pass(subject, limit, record);
      return result;
    }
    if (limit !== undefined) await rate.pass(subject, limit);
    const reservation = await this.#parts.quotas.reserve(contract, request.characters);
    try {
      const result = await translate();
      await usage.count(record);
      return result;
    } catch (error) {
      await reservation.release();
      throw error;
    }
  }

  /** Only the phrase-pair engine has a rate. */
  #rateLimit({ contract }: AcceptedRequest): number | undefined {
    return contract.engine === 't4oo' ? (contract.ratePerMinute ?? this.#parts.ratePerMinute) : undefined;
  }
}

/** What the books say of one translated request. */
export function usageOf({ caller, contract, characters }: AcceptedRequest, words: number): UsageRecord {
  return { orgId: caller.orgId, accessKey: caller.accessKey, contractId: contract.id, characters, words };
}
