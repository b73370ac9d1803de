import type { UpstreamFault } from './upstream-error.js';

/** What happened on the way to other machines; `upstream` is the name of the service that was called. Plain data: threads send it. */
export type UpstreamEvent =
  | {
      readonly kind: 'attempt';
      readonly upstream: string;
      /** `superfluous`: nobody waited any more. */
      readonly outcome: 'ok' | 'superfluous' | UpstreamFault;
      readonly ms: number;
    }
  | { readonly kind: 'retry'; readonly upstream: string }
  | {
      readonly kind: 'circuit';
      readonly upstream: string;
      readonly address: string;
      readonly isOpen: boolean;
    }
  /** What the other side counted: the cost of a call. */
  | {
      readonly kind: 'tokens';
      readonly upstream: string;
      readonly prompt: number;
      readonly completion: number;
    }
  /** Sentences that the local model translated instead. */
  | { readonly kind: 'fallback'; readonly upstream: string; readonly sentences: number };

export type Observe = (event: UpstreamEvent) => void;
