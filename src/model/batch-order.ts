import type { SentenceRequest } from './model-port.js';

/**
 * The order in which the sentences of one call are best translated, as their places in it: one target language after the other, so that rows share
 * an output layer, and long ones first. Neighbours in a batch are then alike in length: attention reads as many columns for every row as the
 * longest needs. At the end, when no others are left to fill it up, the batch holds what is soon done.
 */
export function batchOrder(requests: readonly SentenceRequest[]): readonly number[] {
  const sizes = requests.map(({ source }) =>
    source.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 1), 0),
  );
  const languages = requests.map(({ from, to }) => `${to} ${from}`);
  return requests
    .map((_, index) => index)
    .sort((a, b) => {
      const [first = '', second = ''] = [languages[a], languages[b]];
      if (first !== second) return first < second ? -1 : 1;
      return (sizes[b] ?? 0) - (sizes[a] ?? 0);
    });
}
