/**
 * What a search brings and costs: translates the development sets greedily, with four beams of which none is given up, and with
 * four beams as `best` has them. The three take turns direction by direction; cost is processor time, of a greedy pass 1.
 *
 *     npm run bench -- cascade [--data DIR] [--models DIR] [--limit 100] [--sets flores-dev,written]
 */
import { parseArgs } from 'node:util';
import type { DecodeOptions, SentenceRequest } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import { type DevDirection, readDevSets } from './eval/dev-sets.js';
import { directionName } from './eval/evaluation.js';
import { textOf } from './eval/kept-marks.js';
import { Progress } from './eval/progress.js';
import { Translator } from './eval/translator.js';
import { searchGain } from './model/search-gain.js';

const WAYS: Readonly<Record<'greedy' | 'whole' | 'pruned', DecodeOptions>> = {
  greedy: { beam: 1 },
  whole: { beam: 4 },
  pruned: { beam: 4, isPruned: true },
};
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
const sentences = directions.reduce((sum, { sources }) => sum + sources.length, 0);
const translator = new Translator(model, new Progress(Object.keys(WAYS).length * sentences));
const spentMs = { greedy: 0, whole: 0, pruned: 0 };

async function translate(direction: DevDirection, way: keyof typeof WAYS): Promise<readonly string[]> {
  const { from, to, domain, sources, references } = direction;
  const requests = sources.map(
    (text): SentenceRequest => ({ from, to, domain, source: [{ kind: 'text', text }], decode: WAYS[way] }),
  );
  const before = process.cpuUsage();
  const results = await translator.translate(requests);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  spentMs[way] += ms;
  const texts = results.map(({ target }) => textOf(target));
  console.log(
    `${direction.set} ${directionName(from, to)}, ${way.padEnd(6)} ${(ms / sources.length).toFixed(1)} ms of processor time a sentence, ${chrf(texts, references).toFixed(2)} chrF`,
  );
  return texts;
}

const rows = [];
// The first pass opens graphs.
for (const direction of directions.slice(0, 1)) await translate(direction, 'greedy');
spentMs.greedy = 0;
for (const direction of directions) {
  rows.push({
    references: direction.references,
    greedy: await translate(direction, 'greedy'),
    whole: await translate(direction, 'whole'),
    pruned: await translate(direction, 'pruned'),
  });
}
await model.close();

const { chrf: scores, gainKept } = searchGain(rows);
const round = (value: number) => Number(value.toFixed(2));
const cost = (way: keyof typeof WAYS) => round(spentMs[way] / spentMs.greedy);
for (const way of ['greedy', 'whole', 'pruned'] as const)
  console.log(`${way.padEnd(6)} ${scores[way].toFixed(2)} chrF, cost ${cost(way).toFixed(2)}`);
console.log(
  `RESULT ${JSON.stringify({ searchCost: cost('whole'), cascade: { cost: cost('pruned'), gainKept: round(gainKept) } })}`,
);
