/**
 * Whether values, terms and names come through: four tables over the sets in `bench/data`, four directions each.
 *
 * Run: npm run eval:values -- [--models DIR] [--sample N] [--only quantities,terms,names] [--directions en-ja,…]
 *
 * `--sample` takes that many sentences of each set and direction, evenly spread; without it all of them are translated.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Failure } from '#src/failure.js';
import type { Lang } from '#src/lang.js';
import { ModelService } from '#src/model/service.js';
import type { TermEntry, TranslatedElement } from '#src/translate/pipeline.js';
import { decimalOf, isSame, isShifted } from '#src/translate/quantities/decimal.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: 'models' },
    sample: { type: 'string' },
    only: { type: 'string', default: 'quantities,terms,names' },
    directions: { type: 'string', default: 'en-ja,ja-en,en-zh,zh-en' },
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
const time = { total: 0, outside: 0 };
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

async function rows(file: string): Promise<string[][]> {
  const lines = (await readFile(`bench/data/${file}`, 'utf8')).trimEnd().split('\n').slice(1);
  const all = lines.map((line) => line.split('\t'));
  const wanted = values.sample === undefined ? all.length : Math.min(all.length, Number(values.sample));
  return Array.from({ length: wanted }, (_, at) => all[Math.floor((at * all.length) / wanted)] ?? []);
}

/** A sentence that fails is told, and counts as wrong. */
async function translate(
  from: Lang,
  to: Lang,
  text: string,
  terms: readonly TermEntry[] = [],
): Promise<TranslatedElement | undefined> {
  try {
    const { elements } = await pipeline.translate({
      engine: 't4oo',
      from,
      to,
      texts: [text],
      domain: 'general',
      options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
      ...(terms.length === 0 ? {} : { terms: { version: JSON.stringify(terms), load: async () => terms } }),
      caller: 'eval',
      priority: 'interactive',
    });
    return elements[0];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`  failure ${error.code}: ${from} → ${to}: ${text}`);
    return undefined;
  }
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
  await Promise.all(
    (only.has('quantities') ? await rows(`quantities.${direction}.tsv`) : []).map(
      async ([, source = '', expected = '']) => {
        const text = (await translate(from, to, source))?.translatedText ?? '';
        const there = findQuantities(text, to);
        for (const wanted of expected.split(';')) {
          const [kind = '', ...rest] = wanted.split(':');
          const currency = rest.length === 2 ? rest[0] : undefined;
          for (const figure of (rest.at(-1) ?? '').split('~')) {
            const value = decimalOf(figure);
            const fitting = there.filter((it) =>
              kind === 'money'
                ? it.kind === 'money' && it.currency === currency
                : kind === 'percent'
                  ? it.kind === 'percent'
                  : true,
            );
            asked += 1;
            if (fitting.some((it) => it.values.some((other) => isSame(other, value)))) right += 1;
            else {
              if (there.some((it) => it.kind === kind && it.values.some((other) => isShifted(other, value))))
                powerOfTenErrors += 1;
              console.log(`  ${direction} ${wanted}: ${source} → ${text}`);
            }
          }
        }
      },
    ),
  );
  quantities[direction] = share(right, asked);
  console.log(`quantities ${direction}: ${right} of ${asked}`);
}

for (const [direction, from, to] of DIRECTIONS) {
  await Promise.all(
    (only.has('terms') ? await rows(`terms.${direction}.tsv`) : []).map(
      async ([, source = '', pairs = '', expected = '']) => {
        const entries = pairs.split(';').map((pair): TermEntry => {
          const [fromText = '', toText = ''] = pair.split('=');
          return { fromText, toText, tier: 'dictionary' };
        });
        const element = await translate(from, to, source, entries);
        const found = element?.explanation.terms ?? [];
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
        const text = element?.translatedText ?? '';
        if (
          found.some(({ applied }) => applied) &&
          !/\b(?:3|5|three|five) (?:[a-z]+ ){0,2}[a-z]*[a-rt-z](?=[.!?]|$)/.test(text)
        )
          terms.rightForm += 1;
        else console.log(`  term ${direction}: ${source} (${pairs}) → ${text}`);
      },
    ),
  );
}
console.log(`terms: ${JSON.stringify(terms)}`);

for (const [direction, from, to] of DIRECTIONS) {
  let asked = 0;
  let right = 0;
  await Promise.all(
    (only.has('names') ? await rows(`names.${direction}.tsv`) : []).map(
      async ([, source = '', expected = '']) => {
        const text = (await translate(from, to, source))?.translatedText ?? '';
        for (const name of expected.split(';')) {
          asked += 1;
          if (name.split('|').some((spelling) => containsTerm(text, spelling))) right += 1;
          else console.log(`  name ${direction} ${name}: ${source} → ${text}`);
        }
      },
    ),
  );
  names[direction] = share(right, asked);
  console.log(`names ${direction}: ${right} of ${asked}`);
}
pipeline.close();
await model.close();

console.log(
  `RESULT ${JSON.stringify({
    quantities: { ...quantities, powerOfTenErrors },
    terms: {
      found: share(terms.found, terms.asked),
      wronglyFound: share(terms.wronglyFound, terms.barred + terms.asked),
      rightForm: share(terms.rightForm, terms.asked),
    },
    names,
    outsideModelShare: Math.round((time.outside / time.total) * 10_000) / 10_000,
  })}`,
);
