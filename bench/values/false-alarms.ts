import { readdir, readFile } from 'node:fs/promises';
import type { Lang } from '#src/base/lang.js';
import type { ModelService } from '#src/model/service.js';
import { isFault, negationDoubt } from '#src/translate/negation/compare.js';
import { WAYS_BACK } from '#src/translate/solve/way-back.js';
import type { Direction } from './sets.js';

/** Development sets with both languages of a direction. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  ja: ['flores-dev', 'kyotowiki.en-ja', 'mdn.en-ja', 'msdocs-ht.en-ja'],
  zh: ['flores-dev', 'mdn.en-zh', 'msdocs-ht.en-zh'],
};
const WRITTEN = 'trainer/written';
/** Of the written lines one in so many is looked at. */
const WRITTEN_EVERY = 20;
const COLUMNS: Readonly<Record<string, number>> = { en: 2, ja: 3, zh: 4 };

export interface FalseAlarms {
  /** Share of the pairs by people in which the check of what is denied sees a fault, 0 to 1. */
  readonly devSets: number;
  readonly written: number;
  /** Share of the pairs that had to be translated back, 0 to 1. */
  readonly doubts: number;
}

type Pair = readonly [source: string, target: string];

/** How often the check of what is denied sees a fault in translations that people wrote. */
export async function falseAlarms(
  directions: readonly Direction[],
  model: ModelService,
): Promise<FalseAlarms> {
  const all = { devSets: { pairs: 0, alarms: 0 }, written: { pairs: 0, alarms: 0 } };
  let doubts = 0;
  for (const direction of directions) {
    const { from, to } = direction;
    for (const [kind, pairs] of [
      ['devSets', await devSetPairs(direction)],
      ['written', await writtenPairs(direction)],
    ] as const) {
      const doubted = pairs.flatMap(([source, target]) => {
        const doubt = negationDoubt(source, target, from, to);
        return doubt === undefined ? [] : [{ source, target, doubt }];
      });
      const texts = doubted.map(({ target }) => target);
      const backs = await waysBack(model, to, from, texts);
      const alarms = doubted.filter(({ source, doubt }, at) =>
        (backs[at] ?? []).every((back) => isFault(doubt, source, back, from)),
      );
      console.log(
        `  ${direction.name}, ${kind === 'written' ? 'written lines' : 'development sets'}: ${pairs.length} pairs, ${doubted.length} in doubt, ${alarms.length} alarms`,
      );
      all[kind].pairs += pairs.length;
      all[kind].alarms += alarms.length;
      doubts += doubted.length;
    }
  }
  const share = (part: number, whole: number): number =>
    whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
  return {
    devSets: share(all.devSets.alarms, all.devSets.pairs),
    written: share(all.written.alarms, all.written.pairs),
    doubts: share(doubts, all.devSets.pairs + all.written.pairs),
  };
}

async function waysBack(
  model: ModelService,
  from: Lang,
  to: Lang,
  texts: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const results = await model.translate(
    texts.map((text) => ({ from, to, source: [{ kind: 'text' as const, text }], decode: WAYS_BACK })),
    { fairnessKey: 'eval', priority: 'background' },
  );
  return results.map((result) =>
    [result, ...result.alternatives].map(({ target }) =>
      target.map((part) => (part.kind === 'text' ? part.text : ' ')).join(''),
    ),
  );
}

function columns({ from, to }: Direction): readonly [string, string] {
  return [from.split('-', 1)[0] ?? '', to.split('-', 1)[0] ?? ''];
}

async function devSetPairs(direction: Direction): Promise<readonly Pair[]> {
  const [here, there] = columns(direction);
  const pairs: Pair[] = [];
  for (const set of SETS[here === 'en' ? there : here] ?? []) {
    const [sources = [], targets = []] = await Promise.all(
      [here, there].map(async (lang) =>
        (await readFile(`bench/data/dev/${set}.${lang}`, 'utf8')).trimEnd().split('\n'),
      ),
    );
    pairs.push(...sources.map((source, at): Pair => [source, targets[at] ?? '']));
  }
  return pairs;
}

async function writtenPairs(direction: Direction): Promise<readonly Pair[]> {
  const [here = -1, there = -1] = columns(direction).map((lang) => COLUMNS[lang]);
  const files = (await readdir(WRITTEN)).filter((name) => name.endsWith('.tsv')).sort();
  const texts = await Promise.all(files.map((name) => readFile(`${WRITTEN}/${name}`, 'utf8')));
  return texts
    .flatMap((text) => text.trimEnd().split('\n'))
    .filter((_, at) => at % WRITTEN_EVERY === 0)
    .map((line): Pair => {
      const fields = line.split('\t');
      return [fields[here] ?? '', fields[there] ?? ''];
    });
}
