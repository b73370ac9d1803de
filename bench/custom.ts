/**
 * What a custom model brings: chrF and BLEU on held-out lines of each domain before and after training with 100, 500,
 * 1,000 and 10,000 pairs, the share of the distance to the reference that this is, the time of the training, the size of what is stored, the slowdown, and what happens to general text.
 *
 * Run: npm run bench -- custom [--data DIR] [--general DIR] [--models DIR] [--sizes 100,1000] [--domains NAME,…]
 *      [--lines N] [--general-lines N] [--alone] [--quick]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import { type DomainSet, readDomain } from './custom/domain-set.js';
import { type Trained, trainOn } from './custom/training.js';
import { type Lines, translateLines } from './custom/translation.js';
import { bleu } from './eval/bleu.js';
import { japaneseSplitter } from './eval/japanese-words.js';
import { splitChinese } from './eval/word-splitter.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/domains' },
    general: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    sizes: { type: 'string', default: '100,500,1000,10000' },
    domains: { type: 'string' },
    /** Held-out lines per domain; default all. */
    lines: { type: 'string', default: '1000' },
    'general-lines': { type: 'string', default: '1000' },
    /** Every line is a request of its own; otherwise a set is sent as one text. */
    alone: { type: 'boolean', default: false },
    /** A look in some minutes: 100 and 1,000 pairs, 100 lines of everything. */
    quick: { type: 'boolean', default: false },
  },
});

const sizes = (values.quick ? '100,1000' : values.sizes).split(',').map(Number);
const lines = values.quick ? 100 : Number(values.lines);
const generalLines = values.quick ? 100 : Number(values['general-lines']);
const names = values.domains?.split(',') ?? domainFolders(values.data);
const domains = names.sort().map((name) => readDomain(join(values.data, name), name, lines));
const model = new ModelService({ directory: values.models });
const japaneseWords = await japaneseSplitter();

interface Score {
  readonly before: number;
  readonly after: number;
  /** Of what was missing to a perfect score: a gain alone would punish a better base. */
  readonly share: number;
  readonly seconds: number;
}

const times = { before: 0, after: 0 };
const results: Record<string, Record<string, Score>> = {};
const generalDeltas: number[] = [];

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`);
for (const domain of domains) {
  results[domain.name] = {};
  console.log(
    `\n${domain.name}: ${domain.heldOut.sources.length} held-out lines, ${model.version(domain.from, domain.to)}`,
  );
  for (const size of sizes.filter((size) => size <= domain.train.length)) {
    const trained = await trainOn(model, domain, size);
    const score = await measure(domain, trained, domain.heldOut, true);
    results[domain.name] = { ...results[domain.name], [size]: { ...score, seconds: round(trained.seconds) } };
    console.log(
      `  ${size} pairs: chrF ${score.before} → ${score.after} (${(100 * score.share).toFixed(1)} % of the distance), BLEU ${score.bleu.join(' → ')}, ` +
        `${trained.seconds.toFixed(0)} s, index ${(trained.indexBytes / 1024 ** 2).toFixed(1)} MiB, ` +
        `head ${trained.head ? 'yes' : 'no'}, neighbours ${trained.weight > 0 ? 'yes' : 'no'}`,
    );
    // What the largest model of a domain does to general text is the worst case.
    if (size === Math.max(...sizes.filter((each) => each <= domain.train.length))) {
      const general = generalSet(domain);
      const { before, after } = await measure(domain, trained, general, false);
      generalDeltas.push(after - before);
      console.log(`  general text: chrF ${before} → ${after}`);
    }
  }
}
await model.close();

const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / Math.max(1, numbers.length);
for (const size of sizes) {
  const gains = Object.values(results).flatMap((scores) => {
    const score = scores[size];
    return score === undefined ? [] : [score.after - score.before];
  });
  if (gains.length > 0) console.log(`${size} pairs: ${round(mean(gains))} chrF on average`);
}
console.log(
  `RESULT ${JSON.stringify({
    domains: results,
    generalDelta: round(mean(generalDeltas)),
    slowdown: round(times.after / times.before),
  })}`,
);

async function measure(domain: DomainSet, trained: Trained, set: Lines, timed: boolean) {
  const base = await translateLines(model, domain, set.sources, undefined, values.alone);
  const adapted = await translateLines(model, domain, set.sources, trained.learned, values.alone);
  const split = domain.to === 'ja' ? japaneseWords : splitChinese;
  if (timed) {
    times.before += base.seconds;
    times.after += adapted.seconds;
  }
  const before = round(chrf(base.lines, set.references));
  const after = round(chrf(adapted.lines, set.references));
  return {
    before,
    after,
    share: Math.round((1000 * (after - before)) / (100 - before)) / 1000,
    bleu: [base, adapted].map((side) => round(bleu(side.lines, set.references, split))),
  };
}

function generalSet({ to }: DomainSet): Lines {
  const read = (lang: string) =>
    readFileSync(join(values.general, `flores-dev.${lang}`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, generalLines);
  return { sources: read('en'), references: read(to === 'ja' ? 'ja' : 'zh') };
}

function domainFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
