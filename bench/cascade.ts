/**
 * What a search brings and costs when it is only made where the greedy translation is not sure of itself. Translates the
 * development sets greedily and with four beams, then takes the search for a growing share of the sentences, the least
 * sure first, and prints chrF and cost of each share. Cost is time, of a greedy pass 1.
 *
 *     npm run bench -- cascade [--data DIR] [--models DIR] [--limit 100] [--sets flores-dev,written]
 */
import { parseArgs } from 'node:util';
import type { SentenceRequest } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { readDevSets } from './eval/dev-sets.js';
import { directionName } from './eval/evaluation.js';
import { textOf } from './eval/kept-marks.js';
import { Progress } from './eval/progress.js';
import { Translator } from './eval/translator.js';
import { type CascadeRow, cascadeCurve, chosenPoint } from './model/cascade-curve.js';

const BEAM = 4;
const DIRECTIONS = new Set(['ja-en', 'en-ja', 'zh-en', 'en-zh']);
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    limit: { type: 'string', default: '100' },
    sets: { type: 'string', default: 'flores-dev,written' },
  },
});

const wanted = new Set(values.sets.split(','));
const directions = (await readDevSets(values.data, Number(values.limit))).filter(
  ({ set, from, to }) => wanted.has(set) && DIRECTIONS.has(directionName(from, to)),
);
const model = new ModelService({ directory: values.models });
const progress = new Progress(2 * directions.reduce((sum, { sources }) => sum + sources.length, 0));
const [greedily, searching] = [new Translator(model, progress), new Translator(model, progress)];
const rows: CascadeRow[] = [];
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
  const greedy = await greedily.translate(requests(1));
  const searched = await searching.translate(requests(BEAM));
  rows.push({
    references: direction.references,
    greedy: greedy.map(({ target }) => textOf(target)),
    searched: searched.map(({ target }) => textOf(target)),
    confidence: greedy,
  });
}
await model.close();

const searchCost = greedily.rate / searching.rate;
console.log(`a search costs ${searchCost.toFixed(2)} times a greedy pass; ${rows.length} rows`);
const curve = cascadeCurve(rows, searchCost);
for (const { measure, share, chrf, gainKept, cost, limit } of curve) {
  console.log(
    `${measure}, ${(100 * share).toFixed(0).padStart(3)} %: ${chrf.toFixed(2)} chrF, ${(100 * gainKept).toFixed(0)} % of the gain, cost ${cost.toFixed(2)}, limit ${limit.toFixed(3)}`,
  );
}
const { cost = Number.NaN, gainKept = Number.NaN, share, measure } = chosenPoint(curve) ?? {};
console.log(
  `RESULT ${JSON.stringify({ searchCost: Number(searchCost.toFixed(2)), cascade: { cost: Number(cost.toFixed(2)), gainKept: Number(gainKept.toFixed(2)), share, measure } })}`,
);
