/**
 * Whether values, terms and names come through: four tables over the sets in `bench/data`, four directions each.
 *
 * Run: npm run eval:values -- [--models DIR] [--sample N] [--only quantities,terms,names] [--directions en-ja,…]
 *        [--resume FILE]
 *
 * `--sample` takes that many sentences of each set and direction, evenly spread; without it all of them are translated.
 * `--resume` keeps the translations in a file and takes those that are there already.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Failure } from '#src/failure.js';
import type { Lang } from '#src/lang.js';
import { ModelService } from '#src/model/service.js';
import type { TermEntry } from '#src/translate/pipeline.js';
import { decimalOf, isSame, isShifted } from '#src/translate/quantities/decimal.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { type Answer, Answers } from './values/answers.js';

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: 'models' },
    sample: { type: 'string' },
    only: { type: 'string', default: 'quantities,terms,names' },
    directions: { type: 'string', default: 'en-ja,ja-en,en-zh,zh-en' },
    resume: { type: 'string' },
  },
});
const only = new Set(values.only.split(','));
const wantedDirections = new Set(values.directions.split(','));
const DIRECTIONS = (
  [
    ['en-ja', 'en', 'ja'],
    ['ja-en', 'ja', 'en'],
    ['en-zh', 'en', 'zh-CN'],
    ['zh-en', 'zh-CN', 'en'],
  ] as const
).filter(([direction]) => wantedDirections.has(direction));
/** Small numbers in words, and words that count without being numbers. */
const SMALL = [
  '0|zero|no|零|ゼロ',
  '1|one|an?\\b|first|once|single|一|初',
  '2|two|second|twice|both|pair|二|两|両',
  '3|three|third|三',
  '4|four|四',
  '5|five|fifth|五',
  '6|six|六',
  '7|seven|七',
  '8|eight|八',
  '9|nin|九',
  '10|ten|decade|十',
  '11|eleven|十一',
  '12|twel|dozen|十二',
];
/** Sentences in flight: enough to fill the batches of the model. */
const AT_ONCE = 64;

const time = { total: 0, outside: 0 };
const answers = new Answers(values.resume);
const model = new ModelService({ directory: values.models });
const pipeline = new TranslationPipeline(
  model,
  { ...PIPELINE_DEFAULTS, cacheEntries: 0 },
  {
    add: () => {},
    check: () => {},
    termMissing: () => {},
    time: (totalMs, outsideMs) => {
      time.total += totalMs;
      time.outside += outsideMs;
    },
  },
);

async function rows(set: string, direction: string): Promise<string[][]> {
  if (!only.has(set)) return [];
  const lines = (await readFile(`bench/data/${set}.${direction}.tsv`, 'utf8')).trimEnd().split('\n').slice(1);
  const all = lines.map((line) => line.split('\t'));
  const wanted = values.sample === undefined ? all.length : Math.min(all.length, Number(values.sample));
  return Array.from({ length: wanted }, (_, at) => all[Math.floor((at * all.length) / wanted)] ?? []);
}

/** Goes through the rows of a set, some at a time. */
async function forEachRow(
  set: string,
  direction: string,
  visit: (row: readonly string[]) => Promise<void>,
): Promise<void> {
  const open = await rows(set, direction);
  const work = async (): Promise<void> => {
    for (let row = open.pop(); row !== undefined; row = open.pop()) await visit(row);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** A sentence that fails is told, and counts as wrong. */
function translate(from: Lang, to: Lang, text: string, terms: readonly TermEntry[] = []): Promise<Answer> {
  const version = JSON.stringify(terms);
  return answers.get([from, to, version, text].join('\t'), async () => {
    try {
      const { elements } = await pipeline.translate({
        engine: 't4oo',
        from,
        to,
        texts: [text],
        domain: 'general',
        options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
        ...(terms.length === 0 ? {} : { terms: { version, load: async () => terms } }),
        caller: 'eval',
        priority: 'interactive',
      });
      const [element] = elements;
      return {
        text: element?.translatedText ?? '',
        terms: element?.explanation.terms.map(({ applied }) => applied) ?? [],
        failed:
          element?.explanation.checks.flatMap(({ check, outcome }) =>
            outcome === 'failed' ? [check] : [],
          ) ?? [],
      };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.log(`  failure ${error.code}: ${from} → ${to}: ${text}`);
      return { text: '', terms: [], failed: ['failure'] };
    }
  });
}

const share = (right: number, asked: number): number =>
  asked === 0 ? 1 : Math.round((right / asked) * 10_000) / 10_000;
const quantities: Record<string, number> = {};
const names: Record<string, number> = {};
let powerOfTenErrors = 0;
const terms = { asked: 0, found: 0, barred: 0, wronglyFound: 0, rightForm: 0 };

for (const [direction, from, to] of DIRECTIONS) {
  let asked = 0;
  let right = 0;
  await forEachRow('quantities', direction, async ([, source = '', expected = '']) => {
    const { text } = await translate(from, to, source);
    const there = findQuantities(text, to);
    for (const wanted of expected.split(';')) {
      const [kind = '', ...rest] = wanted.split(':');
      const currency = rest.length === 2 ? rest[0] : undefined;
      const fitting = there.filter((it) =>
        kind === 'money'
          ? it.kind === 'money' && it.currency === currency
          : kind !== 'percent' || it.kind === 'percent',
      );
      for (const figure of (rest.at(-1) ?? '').split('~')) {
        const value = decimalOf(figure);
        asked += 1;
        if (
          isKept(kind, figure, text) ||
          fitting.some((it) => it.values.some((other) => isSame(other, value)))
        )
          right += 1;
        else {
          const shifted = there.some(
            (it) => it.kind === kind && it.values.some((other) => isShifted(other, value)),
          );
          if (shifted) powerOfTenErrors += 1;
          console.log(`  ${shifted ? 'SHIFTED ' : ''}${direction} ${wanted}: ${source} → ${text}`);
        }
      }
    }
  });
  quantities[direction] = share(right, asked);
  console.log(`quantities ${direction}: ${right} of ${asked}`);
}

/** Hours may be told on either clock, and small numbers in words that are none: both, once, noon. */
function isKept(kind: string, figure: string, text: string): boolean {
  const value = Number(figure);
  if (kind === 'time')
    return new RegExp(`(?<!\\d)(?:${SMALL[value % 12 || 12]}|${(value % 12) + 12})(?!\\d)`, 'iu').test(text);
  if (kind === 'ordinal' && value < 100) return true;
  if (kind === 'number' && SMALL[value] !== undefined) return new RegExp(SMALL[value], 'iu').test(text);
  if (value < 100 && /decades|twenties|thirties|forties|fifties|sixties|\b[XVI]{2,}\b/u.test(text))
    return true;
  return (value === 30 || value === 50) && /half|半/iu.test(text);
}

for (const [direction, from, to] of DIRECTIONS) {
  await forEachRow('terms', direction, async ([, source = '', pairs = '', expected = '']) => {
    const entries = pairs.split(';').map((pair): TermEntry => {
      const [fromText = '', toText = ''] = pair.split('=');
      return { fromText, toText, tier: 'dictionary' };
    });
    const { text, terms: found } = await translate(from, to, source, entries);
    if (expected === '') {
      terms.barred += 1;
      if (found.length > 0) {
        terms.wronglyFound += 1;
        console.log(`  wrongly found ${direction}: ${source} (${pairs})`);
      }
      return;
    }
    terms.asked += 1;
    if (found.length > 0) terms.found += 1;
    else console.log(`  not found ${direction}: ${source} (${pairs})`);
    if (found.includes(true) && agrees(text, pairs.split('=')[1] ?? '')) terms.rightForm += 1;
    else console.log(`  term ${direction}: ${source} (${pairs}) → ${text}`);
  });
}
if (only.has('terms')) console.log(`terms: ${JSON.stringify(terms)}`);

/** No singular behind a count ("3 host machine"), no plural behind an article ("a host machines"). */
function agrees(text: string, target: string): boolean {
  return !new RegExp(
    `\\b(?:(?:3|5|three|five) (?:[a-z]+ )?${target}(?![a-z])|an? ${target}s(?![a-z]))`,
    'i',
  ).test(text);
}

for (const [direction, from, to] of DIRECTIONS) {
  let asked = 0;
  let right = 0;
  await forEachRow('names', direction, async ([, source = '', expected = '']) => {
    const { text } = await translate(from, to, source);
    for (const name of expected.split(';')) {
      asked += 1;
      if (name.split('|').some((spelling) => containsTerm(text, spelling))) right += 1;
      else console.log(`  name ${direction} ${name}: ${source} → ${text}`);
    }
  });
  names[direction] = share(right, asked);
  if (only.has('names')) console.log(`names ${direction}: ${right} of ${asked}`);
}
pipeline.close();
await model.close();

console.log(
  `RESULT ${JSON.stringify({
    quantities: { ...quantities, powerOfTenErrors },
    terms: {
      found: share(terms.found, terms.asked),
      wronglyFound: terms.barred === 0 ? 0 : share(terms.wronglyFound, terms.barred + terms.asked),
      rightForm: share(terms.rightForm, terms.asked),
    },
    names,
    outsideModelShare: time.total === 0 ? 0 : Math.round((time.outside / time.total) * 10_000) / 10_000,
  })}`,
);
