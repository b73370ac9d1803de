import type { FastifyReply } from 'fastify';
import type { Caller } from '../accounts/caller.js';
import { Failure } from '../base/failure.js';
import type { ExecutionOptions, ResolvedRequest } from '../requests/accepted-request.js';
import type { TranslateBody } from '../requests/body.js';
import type { AcceptOptions } from '../requests/request-resolver.js';
import { traced } from '../tracing/trace-span.js';
import type { TranslationContext, TranslationPlan, TranslationResult } from '../translate/pipeline-types.js';
import type { Parts } from './parts.js';

/** A request that was accepted and cut into sentences: nothing but the work can fail now. */
export interface PreparedTranslation extends ResolvedRequest {
  readonly plan: TranslationPlan;
}

/** The same request would take as long again: no reason to hurry. */
const DEADLINE_RETRY_SECONDS = 60;

/** Translates while the caller waits: the one way that the interface and all compatible ones take. */
export class TextTranslation {
  readonly #parts: Parts<'metering' | 'metrics' | 'pipeline' | 'resolver'>;

  constructor(parts: Parts<'metering' | 'metrics' | 'pipeline' | 'resolver'>) {
    this.#parts = parts;
  }

  async prepare(
    caller: Caller,
    body: TranslateBody,
    execution: Pick<ExecutionOptions, 'signal' | 'trace' | 'alternatives'>,
    options: AcceptOptions = {},
  ): Promise<PreparedTranslation> {
    const { resolver, pipeline } = this.#parts;
    const resolved = await traced(execution.trace, 'accept', () =>
      resolver.accept(caller, body, { priority: 'interactive', ...execution }, options),
    );
    const plan = await traced(execution.trace, 'plan', () => pipeline.plan(resolved.translation));
    execution.trace?.set({ sentences: plan.segments.length, words: plan.wordCount });
    return { ...resolved, plan };
  }

  async finish(
    { accepted, translation, plan }: PreparedTranslation,
    onSegment?: TranslationContext['onSegment'],
  ): Promise<TranslationResult> {
    const { metering, metrics, pipeline } = this.#parts;
    const context = onSegment === undefined ? translation : { ...translation, onSegment };
    const result = await metering.metered(accepted, plan, async () =>
      pipeline.assemble(plan, await pipeline.translateSegments(context, plan.segments)),
    );
    metrics.translated(translation.engine, translation.to, result);
    return result;
  }
}

/**
 * Fires when the caller hangs up before the answer, so that nobody's sentences are translated for nobody, and when the
 * request has taken too long: what it holds is then free for others.
 */
export function endSignal(reply: FastifyReply, deadlineSeconds: number): AbortSignal {
  const controller = new AbortController();
  const deadline = setTimeout(() => {
    const message = `The translation takes longer than ${deadlineSeconds} seconds. Send fewer texts at once, or send them to POST /api/v1/translate/async.`;
    controller.abort(new Failure('serviceBusy', { message, detail: { retryAfter: DEADLINE_RETRY_SECONDS } }));
  }, deadlineSeconds * 1000);
  reply.raw.once('close', () => {
    clearTimeout(deadline);
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
