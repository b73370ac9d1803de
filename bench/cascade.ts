/**
 * What a search brings and costs when it is only made where the greedy translation is not sure of itself. Translates the
 * development sets greedily and with four beams, then takes the search for a growing share of the sentences, the least
 * sure first, and prints chrF and cost of each share. Cost is time, of a greedy pass 1.
 *
 *     npm run bench -- cascade [--data DIR] [--models DIR] [--limit 100] [--sets flores-dev,written]
 */
import { parseArgs } from 'node:util';
import type { SentenceRequest, SentenceResult } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import { type DevDirection, readDevSets } from './eval/dev-sets.js';
import { directionName } from './eval/evaluation.js';
import { textOf } from './eval/kept-marks.js';
import { Progress } from './eval/progress.js';
import { Translator } from './eval/translator.js';

const BEAM = 4;
const DIRECTIONS = new Set(['ja-en', 'en-ja', 'zh-en', 'en-zh']);
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1];
/** The least part of the search's gain, and the most time, that the product may choose. */
const WANTED_GAIN = 0.9;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    limit: { type: 'string', default: '100' },
    sets: { type: 'string', default: 'flores-dev,written' },
  },
});

/** How unsure a greedy translation is: by its tokens on average, or in all. */
const MEASURES: Readonly<Record<string, (result: SentenceResult) => number>> = {
  'mean log-probability': ({ score }) => -score,
  'log-probability of the whole': ({ score, tokens }) => -score * tokens,
};

interface Row {
  readonly direction: DevDirection;
  readonly greedy: readonly SentenceResult[];
  readonly searched: readonly SentenceResult[];
}

const wanted = new Set(values.sets.split(','));
const directions = (await readDevSets(values.data, Number(values.limit))).filter(
  ({ set, from, to }) => wanted.has(set) && DIRECTIONS.has(directionName(from, to)),
);
const model = new ModelService({ directory: values.models });
const progress = new Progress(2 * directions.reduce((sum, { sources }) => sum + sources.length, 0));
const [greedily, searching] = [new Translator(model, progress), new Translator(model, progress)];
const rows: Row[] = [];
for (const direction of directions) {
  const requests = (beam: number) =>
    direction.sources.map(
      (text): SentenceRequest => ({
        from: direction.from,
        to: direction.to,
        domain: direction.domain,
        source: [{ kind: 'text', text }],
        decode: { beam },
      }),
    );
  rows.push({
    direction,
    greedy: await greedily.translate(requests(1)),
    searched: await searching.translate(requests(BEAM)),
  });
}
await model.close();

/** The translations of a row when the sentences whose measure is above the limit are searched for. */
function outputs({ greedy, searched }: Row, isUnsure: (result: SentenceResult) => boolean): string[] {
  return greedy.map((result, line) => textOf(((isUnsure(result) && searched[line]) || result).target));
}

const searchCost = greedily.rate / searching.rate;
console.log(`a search costs ${searchCost.toFixed(2)} times a greedy pass; ${rows.length} rows`);
let chosen = { cost: 1 + searchCost, gainKept: 1, share: 1, measure: '', limit: 0 };
for (const [name, measure] of Object.entries(MEASURES)) {
  const all = rows.flatMap(({ greedy }) =>
    greedy.map((result) => ({ unsure: measure(result), tokens: result.tokens })),
  );
  const sorted = all.map(({ unsure }) => unsure).sort((a, b) => b - a);
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0);
  const mean = (isUnsure: (result: SentenceResult) => boolean): number =>
    rows.reduce((sum, row) => sum + chrf(outputs(row, isUnsure), row.direction.references), 0) / rows.length;
  const [least, most] = [mean(() => false), mean(() => true)];
  console.log(`${name}: greedy ${least.toFixed(2)}, searched ${most.toFixed(2)} chrF on average`);
  for (const share of SHARES) {
    const limit = sorted[Math.floor(share * sorted.length)] ?? Number.NEGATIVE_INFINITY;
    const score = mean((result) => measure(result) > limit);
    const searchedTokens = all.reduce((sum, one) => sum + (one.unsure > limit ? one.tokens : 0), 0);
    const cost = 1 + (searchCost * searchedTokens) / tokens;
    const gainKept = (score - least) / (most - least);
    console.log(
      `  ${(100 * share).toFixed(0).padStart(3)} %: ${score.toFixed(2)} chrF, ${(100 * gainKept).toFixed(0)} % of the gain, cost ${cost.toFixed(2)}, limit ${limit.toFixed(3)}`,
    );
    if (gainKept >= WANTED_GAIN && cost < chosen.cost)
      chosen = { cost, gainKept, share, measure: name, limit };
  }
}
console.log(
  `RESULT ${JSON.stringify({ searchCost: Number(searchCost.toFixed(2)), cascade: { cost: Number(chosen.cost.toFixed(2)), gainKept: Number(chosen.gainKept.toFixed(2)), share: chosen.share, measure: chosen.measure } })}`,
);
