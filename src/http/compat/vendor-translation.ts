import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/caller.js';
import type { Formality } from '../../base/engine.js';
import { Failure } from '../../base/failure.js';
import type { ExecutionOptions } from '../../requests/accepted-request.js';
import type { TranslateBody } from '../../requests/body.js';
import { LARGEST_TOTAL_BYTES } from '../../requests/limits.js';
import type { AcceptOptions } from '../../requests/request-resolver.js';
import type { TranslationResult } from '../../translate/pipeline-types.js';
import { callerOf } from '../caller/authentication.js';
import { traceOf } from '../metrics/traced-requests.js';
import type { Parts } from '../parts.js';
import { endSignal, TextTranslation } from '../text-translation.js';

/** What a client of another vendor asks for, in our words. */
export interface VendorRequest extends Pick<AcceptOptions, 'glossaries' | 'terms'> {
  readonly texts: readonly string[];
  /** Detected when it is absent, empty or `auto`. */
  readonly from?: string | undefined;
  readonly to: string;
  /** Whether a sentence may run across line breaks. */
  readonly joinsLines?: boolean;
  /** Whether sentences are looked up as phrase pairs, and not only whole texts. */
  readonly splitsSentences?: boolean;
  /** How many other translations of each sentence are wanted. */
  readonly alternatives?: number;
  /** Field or model; the key's own choice where it is absent. */
  readonly fieldId?: string | undefined;
  readonly formality?: Formality | undefined;
  /** What stands before each of the texts. */
  readonly context?: string | undefined;
}

/** Puts requests of other vendors' clients on the way of our own. */
export class VendorTranslation {
  readonly #translation: TextTranslation;
  readonly #deadlineSeconds: number;

  constructor(parts: Parts<'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>) {
    this.#translation = new TextTranslation(parts);
    this.#deadlineSeconds = parts.settings.requestDeadline;
  }

  /** One result per request, in order. All are checked before any is worked on and charged. */
  async translate(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: readonly VendorRequest[],
  ): Promise<readonly TranslationResult[]> {
    const caller = callerOf(request);
    const signal = endSignal(reply, this.#deadlineSeconds);
    const prepared = await Promise.all(
      wanted.map((one) => this.#prepare(caller, bodyOf(request, one), { signal, ...traceOf(request) }, one)),
    );
    return await Promise.all(prepared.map((one) => this.#translation.finish(one)));
  }

  async #prepare(
    caller: Caller,
    body: TranslateBody,
    execution: Pick<ExecutionOptions, 'signal' | 'trace'>,
    wanted: VendorRequest,
  ) {
    checkSize(wanted.texts);
    const { glossaries, terms = [], alternatives = 0 } = wanted;
    try {
      return await this.#translation.prepare(
        caller,
        body,
        { ...execution, alternatives },
        { glossaries, terms, isApart: true },
      );
    } catch (error) {
      throw contractNamed(error);
    }
  }
}

/** How a request of these clients is read where they say nothing: contract, field, and what stays as it is. */
export function vendorDefaults(
  request: FastifyRequest,
): Pick<TranslateBody, 'contractId' | 'fieldId' | 'type'> {
  return { type: 'real-time', ...request.keyChoice };
}

/** Tells in the words of these interfaces that there is no contract to translate under. */
export function contractNamed(error: unknown): unknown {
  if (!(error instanceof Failure) || error.kind !== 'argumentMissing') return error;
  return new Failure('operationNotAllowed', {
    message:
      'It is not clear under which contract to translate: have the administrator give this access key a default contract, or append :<contractId> to the key.',
    cause: error,
  });
}

function bodyOf(request: FastifyRequest, wanted: VendorRequest): TranslateBody {
  const {
    texts,
    from = '',
    to,
    joinsLines = false,
    splitsSentences = true,
    fieldId,
    formality,
    context,
  } = wanted;
  return {
    ...vendorDefaults(request),
    ...(fieldId !== undefined && { fieldId }),
    ...(formality !== undefined && { formality }),
    ...(context !== undefined && { context }),
    text: [...texts],
    sourceLang: from.trim() === '' ? 'auto' : from.trim(),
    targetLang: to.trim(),
    autoSplit: true,
    removeFakeLineBreak: joinsLines,
    isT4ooSplit: splitsSentences,
  };
}

function checkSize(texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= LARGEST_TOTAL_BYTES) return;
  throw new Failure('requestInvalid', {
    status: 413,
    message: 'All texts together may have 270 KB: send them in several requests.',
  });
}
