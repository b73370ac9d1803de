import { readdir, readFile } from 'node:fs/promises';
import type { Lang } from '#src/base/lang.js';
import { NameTable } from '#src/translate/names/readings/name-table.js';
import { isMet } from '#src/translate/solve/requirement.js';
import { taskFor } from '#src/translate/solve/sentence-task.js';

const WRITTEN = 'trainer/written';
/** Of the written lines one in so many is looked at. */
const EVERY = 4;
const COLUMNS: Readonly<Record<string, number>> = { en: 2, ja: 3, 'zh-CN': 4 };
/** From text whose names are found by rule; into Japanese and Chinese their characters. */
const DIRECTIONS: readonly (readonly [from: Lang, to: Lang])[] = [
  ['ja', 'en'],
  ['zh-CN', 'en'],
  ['ja', 'zh-CN'],
  ['zh-CN', 'ja'],
];

/**
 * How many of the names that the service asks of a translation stand in translations by people, by direction, 0 to 1: what it
 * asks for in vain, it would put into translations that are right. Needs no model.
 */
export async function askedNames(): Promise<Record<string, number>> {
  const table = await NameTable.read();
  const files = (await readdir(WRITTEN)).filter((name) => name.endsWith('.tsv')).sort();
  const texts = await Promise.all(files.map((name) => readFile(`${WRITTEN}/${name}`, 'utf8')));
  const lines = texts
    .flatMap((text) => text.trimEnd().split('\n'))
    .filter((_, at) => at % EVERY === 0)
    .map((line) => line.split('\t'));
  return Object.fromEntries(
    DIRECTIONS.map(([from, to]) => {
      const asked = lines.flatMap((fields) => {
        const task = taskFor(
          {
            engine: 't4oo',
            to,
            domain: 'general',
            options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
            fairnessKey: 'eval',
            priority: 'background',
          },
          {
            from,
            text: fields[COLUMNS[from] ?? -1] ?? '',
            protectedSpans: [],
            element: 0,
            isWholeElement: false,
          },
          { matcher: undefined, names: table },
        );
        const names = task.required.filter(({ kind }) => kind === 'name');
        return names.map((name) => isMet(name, fields[COLUMNS[to] ?? -1] ?? '', to));
      });
      const share = Math.round((10_000 * asked.filter(Boolean).length) / asked.length) / 10_000;
      const name = `${from.split('-', 1)[0]}-${to.split('-', 1)[0]}`;
      console.log(
        `  ${name}  ${asked.length} names asked for, ${(100 * share).toFixed(1)} % stand in the reference`,
      );
      return [name, share];
    }),
  );
}
