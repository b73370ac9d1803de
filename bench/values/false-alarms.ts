import { readFile } from 'node:fs/promises';
import { negationFault } from '#src/translate/negation/compare.js';
import type { Direction } from './sets.js';

/** Development sets with both languages of a direction. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  ja: ['flores-dev', 'kyotowiki.en-ja', 'mdn.en-ja', 'msdocs-ht.en-ja'],
  zh: ['flores-dev', 'mdn.en-zh', 'msdocs-ht.en-zh'],
};

/** Share of pairs by people in which the check of what is denied sees a fault, 0 to 1. */
export async function falseAlarms(directions: readonly Direction[]): Promise<number> {
  let pairs = 0;
  let alarms = 0;
  for (const { from, to } of directions) {
    const [here, there] = [from, to].map((lang) => lang.split('-', 1)[0] ?? '');
    for (const set of SETS[here === 'en' ? (there ?? '') : (here ?? '')] ?? []) {
      const [sources = [], targets = []] = await Promise.all(
        [here, there].map(async (lang) =>
          (await readFile(`bench/data/dev/${set}.${lang}`, 'utf8')).trimEnd().split('\n'),
        ),
      );
      for (const [at, source] of sources.entries()) {
        pairs += 1;
        if (negationFault(source, targets[at] ?? '', from, to) !== undefined) alarms += 1;
      }
    }
  }
  return pairs === 0 ? 0 : Math.round((10_000 * alarms) / pairs) / 10_000;
}
