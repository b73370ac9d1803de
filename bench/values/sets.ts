import { readFile } from 'node:fs/promises';
import type { Lang } from '#src/base/lang.js';

export interface Direction {
  readonly name: string;
  readonly from: Lang;
  readonly to: Lang;
}

export const DIRECTIONS: readonly Direction[] = [
  { name: 'en-ja', from: 'en', to: 'ja' },
  { name: 'ja-en', from: 'ja', to: 'en' },
  { name: 'en-zh', from: 'en', to: 'zh-CN' },
  { name: 'zh-en', from: 'zh-CN', to: 'en' },
];

export type SetName = 'quantities' | 'terms' | 'names';

/** The rows of a set, or that many of them, evenly spread. */
export async function readSet(set: SetName, direction: string, sample?: number): Promise<string[][]> {
  const text = await readFile(`bench/data/${set}.${direction}.tsv`, 'utf8');
  const all = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
  return evenly(all, sample);
}

/** That many of the items, evenly spread; all without a number. */
export function evenly<Item>(items: readonly Item[], wanted: number = items.length): Item[] {
  const count = Math.min(items.length, wanted);
  return items.filter(
    (_, at) => Math.floor((at * count) / items.length) < Math.floor(((at + 1) * count) / items.length),
  );
}
