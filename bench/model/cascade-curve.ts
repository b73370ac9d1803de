import type { SentenceResult } from '#src/model/model-port.js';
import { chrf } from '#src/quality/chrf.js';

/** What a greedy pass says of its translation. */
export type Confidence = Pick<SentenceResult, 'score' | 'tokens'>;

/** One direction of a set, both ways translated. */
export interface CascadeRow {
  readonly references: readonly string[];
  readonly greedy: readonly string[];
  readonly searched: readonly string[];
  readonly confidence: readonly Confidence[];
}

/** What comes out when the least sure sentences are searched for. Cost is time, of a greedy pass 1. */
export interface CascadePoint {
  readonly measure: string;
  /** Of the sentences. */
  readonly share: number;
  readonly limit: number;
  readonly chrf: number;
  readonly gainKept: number;
  readonly cost: number;
}

const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1];
/** The least part of the search's gain that the product may choose. */
const WANTED_GAIN = 0.9;

/** How unsure a greedy translation is: by its tokens on average, or in all. */
const MEASURES: Readonly<Record<string, (one: Confidence) => number>> = {
  'mean log-probability': ({ score }) => -score,
  'log-probability of the whole': ({ score, tokens }) => -score * tokens,
};

/** @param searchCost how many times as long as a greedy pass a search takes */
export function cascadeCurve(rows: readonly CascadeRow[], searchCost: number): readonly CascadePoint[] {
  return Object.entries(MEASURES).flatMap(([name, measure]) => {
    const all = rows.flatMap(({ confidence }) =>
      confidence.map((one) => ({ unsure: measure(one), tokens: one.tokens })),
    );
    const sorted = all.map(({ unsure }) => unsure).sort((a, b) => b - a);
    const tokens = all.reduce((sum, one) => sum + one.tokens, 0);
    const mean = (isUnsure: (unsure: number) => boolean) =>
      rows.reduce((sum, { references, greedy, searched, confidence }) => {
        const outputs = confidence.map((one, i) => (isUnsure(measure(one)) ? searched : greedy)[i] ?? '');
        return sum + chrf(outputs, references);
      }, 0) / rows.length;
    const [least, most] = [mean(() => false), mean(() => true)];
    return SHARES.map((share) => {
      const limit = sorted[Math.floor(share * sorted.length)] ?? Number.NEGATIVE_INFINITY;
      const score = mean((unsure) => unsure > limit);
      const searchedTokens = all.reduce((sum, one) => sum + (one.unsure > limit ? one.tokens : 0), 0);
      return {
        measure: name,
        share,
        limit,
        chrf: score,
        gainKept: (score - least) / (most - least),
        cost: 1 + (searchCost * searchedTokens) / tokens,
      };
    });
  });
}

/** The cheapest point that keeps what it must of the gain, as benches report it. */
export function chosenPoint(curve: readonly CascadePoint[]): CascadePoint | undefined {
  return curve
    .filter(({ gainKept }) => gainKept >= WANTED_GAIN)
    .reduce<CascadePoint | undefined>(
      (best, one) => (best !== undefined && best.cost <= one.cost ? best : one),
      undefined,
    );
}
