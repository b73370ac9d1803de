import { readdir, readFile } from 'node:fs/promises';
import type { Lang } from '#src/base/lang.js';

const RATED = new URL('../data/everyday/rated/', import.meta.url);

export interface EverydaySentence {
  /** What walk of life it is from. */
  readonly kind: string;
  readonly text: string;
}

export interface EverydayDirection {
  readonly name: string;
  readonly from: Lang;
  readonly to: Lang;
  /** Table of sources in `bench/data/everyday`. */
  readonly file: string;
}

export const EVERYDAY_DIRECTIONS: readonly EverydayDirection[] = [
  { name: 'ja-en', from: 'ja', to: 'en', file: 'ja.tsv' },
  { name: 'en-ja', from: 'en', to: 'ja', file: 'en.tsv' },
  { name: 'zh-en', from: 'zh-CN', to: 'en', file: 'zh.tsv' },
  { name: 'en-zh', from: 'en', to: 'zh-CN', file: 'en.tsv' },
];

export async function readEveryday(file: string): Promise<readonly EverydaySentence[]> {
  const content = await readFile(new URL(`../data/everyday/${file}`, import.meta.url), 'utf8');
  return content
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [kind = '', text = ''] = line.split('\t');
      return { kind, text };
    });
}

export interface RatingCounts {
  readonly usable: number;
  readonly meaning: number;
  readonly wrong: number;
}

/** Of a table with the rating 2, 1 or 0 in its first column, below a line of names. */
export function countRatings(table: string): RatingCounts {
  const ratings = table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf('\t')));
  const count = (rating: string) => ratings.filter((given) => given === rating).length;
  const counts = { usable: count('2'), meaning: count('1'), wrong: count('0') };
  if (counts.usable + counts.meaning + counts.wrong !== ratings.length) {
    throw new Error('Every line needs a rating of 0, 1 or 2.');
  }
  return counts;
}

/** Rated tables of one version of the model. */
export interface RatedVersion {
  readonly version: string;
  readonly counts: Readonly<Record<string, RatingCounts>>;
}

export async function readRated(folder: URL): Promise<Readonly<Record<string, RatingCounts>>> {
  const counts: Record<string, RatingCounts> = {};
  for (const { name } of EVERYDAY_DIRECTIONS) {
    counts[name] = countRatings(await readFile(new URL(`${name}.tsv`, folder), 'utf8'));
  }
  return counts;
}

/** All versions that were rated, in the order of their numbers. */
export async function readRatedVersions(): Promise<readonly RatedVersion[]> {
  const versions = (await readdir(RATED)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return Promise.all(
    versions.map(async (version) => ({ version, counts: await readRated(new URL(`${version}/`, RATED)) })),
  );
}
