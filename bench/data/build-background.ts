/**
 * Makes `src/adaptation/data/background.json`: the 6,000 most frequent words of English, Japanese and Chinese at large (Han and
 * kana in pairs of characters), with their counts in every third line of `mono.LANG.tsv.xz`. Only counts leave the corpora.
 *
 * Run: npm run build && npx tsx bench/data/build-background.ts --data ../shared/corpus
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { wordsOf } from '#src/adaptation/domain-gate.js';

const LANGUAGES = ['en', 'ja', 'zh'];
const STRIDE = 3;
const WORDS = 6000;

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/corpus' } } });

async function count(lang: string) {
  const { stdout } = spawn('xz', ['-dc', join(values.data, `mono.${lang}.tsv.xz`)]);
  const counts = new Map<string, number>();
  let [line, total] = [0, 0];
  for await (const text of createInterface({ input: stdout })) {
    if (line++ % STRIDE !== STRIDE - 1) continue;
    for (const word of wordsOf(text.split('\t')[1] ?? '')) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      total++;
    }
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, WORDS);
  return { total, words: frequent.map(([word]) => word).join(' '), counts: frequent.map(([, n]) => n) };
}

const languages: Record<string, Awaited<ReturnType<typeof count>>> = {};
for (const lang of LANGUAGES) languages[lang] = await count(lang);
const about = {
  about:
    'Word counts of general text, made by bench/data/build-background.ts from realpersonachat, aozora, jaquad, wac, elaws, ' +
    'gutenberg, openstaxBY, sgd, speeches, factbook, laws, drcd, cmrc, kdconv, crosswoz, howtocook and luxun.',
  licence:
    'Counts, no text. Sources: CC BY-SA, CC BY, Apache-2.0, public domain, law texts; see NOTICE. The counts: CC0-1.0.',
};
const path = 'src/adaptation/data/background.json';
writeFileSync(path, `${JSON.stringify({ ...about, languages }, null, 1)}\n`);
console.log(
  `RESULT ${JSON.stringify(Object.fromEntries(Object.entries(languages).map(([l, t]) => [l, t.total])))}`,
);
