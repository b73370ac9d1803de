import type { TranslationState } from '../store/schema/index.js';

/**
 * The life of an asynchronous translation. A worker claims it (queued → running) and works one batch of sentences. Then
 * it waits for its next turn, or was released or lost by its worker (running → queued), or has ended. One whose owner is
 * disabled meanwhile fails without a turn (queued → failed). The database refuses every other edge, whichever process asks.
 */
export const TRANSLATION_EDGES: Readonly<Record<TranslationState, readonly TranslationState[]>> =
  Object.freeze({
    queued: Object.freeze(['running', 'failed'] as const),
    running: Object.freeze(['queued', 'finished', 'failed'] as const),
    finished: Object.freeze([] as const),
    failed: Object.freeze([] as const),
  });
