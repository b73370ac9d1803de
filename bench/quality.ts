/**
 * `npm run eval -- quality [--data DIR] [--limit N] [--models DIR] [--beam N] [--fit] [--rows FILE]`: how well the quality estimate tells bad
 * translations from usable ones. Translates the development sets, compares with the references and prints, for each
 * threshold, how many sentences are below it and how many of these are really bad. `--fit` fits the calibration to
 * every second line first, and prints it; the curve is always of the other lines.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';
import { sentenceChrf } from '#src/quality/chrf.js';
import { estimateQuality, logistic } from '#src/quality/estimate.js';
import { type DevDirection, readDevSets } from './eval/dev-sets.js';
import { textOf } from './eval/kept-marks.js';
import { Progress } from './eval/progress.js';
import { Translator } from './eval/translator.js';
import { areaUnderCurve, type CurvePoint, curveOf, type Estimated } from './quality/curve.js';
import { fitCalibration, type Judged } from './quality/fit.js';

/**
 * chrF against the one reference below which a translation counts as bad, by target language: where the lowest fifth of
 * general text (flores-dev) ends. Characters of Chinese and Japanese match less often than those of English.
 */
const USABLE_CHRF: Readonly<Record<string, number>> = { en: 40, ja: 18, 'zh-CN': 15 };
const THRESHOLD = 0.5;

interface Row extends Judged {
  readonly set: string;
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly chrf: number;
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    limit: { type: 'string', default: '1000000' },
    models: { type: 'string', default: 'models' },
    beam: { type: 'string', default: '4' },
    fit: { type: 'boolean', default: false },
    rows: { type: 'string' },
  },
});

/** By default that of requests under the `best` search. */
const decode = { beam: Number(values.beam) };
const directions = await readDevSets(values.data, Number(values.limit));
const model = new ModelService({ directory: values.models });
const rows: Row[] = [];
try {
  const progress = new Progress(directions.reduce((sum, { sources }) => sum + sources.length, 0));
  const translator = new Translator(model, progress);
  for (const direction of directions) rows.push(...(await judge(direction, translator)));
  progress.close();
} finally {
  await model.close();
}
if (values.rows !== undefined)
  await writeFile(values.rows, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

const targets = [...new Set(rows.map(({ to }) => to))].sort();
const fitted = new Map(
  values.fit
    ? targets.map((to) => [to, fitCalibration(rows.filter((row) => row.to === to && row.line % 2 === 0))])
    : [],
);
for (const [to, { bias, slope }] of fitted) {
  console.log(`${to}: { bias: ${bias.toFixed(2)}, slope: ${slope.toFixed(2)} }`);
}
const seen: (Estimated & { readonly to: string })[] = rows
  .filter(({ line }) => line % 2 === 1)
  .map(({ to, score, isUsable }) => {
    const own = fitted.get(to);
    const quality =
      own === undefined
        ? estimateQuality({ score, to, isBroken: false })
        : logistic(own.bias + own.slope * score);
    return { to, quality, isUsable };
  });
for (const to of [...targets, 'all']) {
  const some = seen.filter((one) => to === 'all' || one.to === to);
  const bad = some.filter(({ isUsable }) => !isUsable).length;
  console.log(`\nto ${to}: ${some.length} sentences, ${bad} bad, AUC ${areaUnderCurve(some).toFixed(3)}\n`);
  console.log('| below | sentences | of these bad | of all bad ones |\n|---|---|---|---|');
  for (const point of curveOf(some)) console.log(`| ${rowOf(point)} |`);
}
const all = curveOf(seen).find(({ threshold }) => threshold === THRESHOLD);
console.log(`\nRESULT ${JSON.stringify({ auc: rounded(areaUnderCurve(seen)), ...all })}`);

async function judge(direction: DevDirection, translator: Translator): Promise<Row[]> {
  const { set, from, to, domain, sources, references } = direction;
  const results = await translator.translate(
    sources.map((text) => ({ from, to, domain, decode, source: [{ kind: 'text', text }] })),
  );
  return results.map(({ target, score }, line) => {
    const chrf = sentenceChrf(textOf(target), references[line] ?? '');
    return { set, from, to, line, score, chrf, isUsable: chrf >= (USABLE_CHRF[to] ?? 20) };
  });
}

function rowOf({ threshold, share, precision, recall }: CurvePoint): string {
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  return [threshold, percent(share), percent(precision), percent(recall)].join(' | ');
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}
