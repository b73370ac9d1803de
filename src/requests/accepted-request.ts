import type { Caller } from '../accounts/caller.js';
import type { Contract } from '../accounts/contracts.js';
import type { TranslationRequest } from '../translate/pipeline-types.js';
import type { TranslateBody } from './body.js';

/** A translation request that was checked and accepted. Plain data: it can be stored and worked on later. */
export interface AcceptedRequest {
  readonly caller: Caller;
  readonly contract: Pick<
    Contract,
    | 'id'
    | 'orgId'
    | 'engine'
    | 'charQuota'
    | 'ratePerMinute'
    | 'strict'
    | 'search'
    | 'formats'
    | 'names'
    | 'formality'
    | 'inference'
  >;
  readonly body: TranslateBody & { readonly fieldId: string };
  readonly characters: number;
  /** Ids of glossaries, joined by commas, whatever the engine. */
  readonly glossaries?: string;
  /** The span that accepted it, where it was traced: work in the background links to it. */
  readonly traceparent?: string;
}

/** An accepted request together with everything it refers to. */
export interface ResolvedRequest {
  readonly accepted: AcceptedRequest;
  readonly translation: TranslationRequest;
}

/** How a request is carried out; no part of what it asks for. */
export type ExecutionOptions = Pick<TranslationRequest, 'priority' | 'signal' | 'trace' | 'alternatives'>;
