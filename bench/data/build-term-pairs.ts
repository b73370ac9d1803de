/**
 * Makes `bench/data/term-pairs.tsv`: dictionary words (EDICT, CC-CEDICT) that stand on both sides of the same pair of the
 * development sets, so that a reference exists for a translation with the term.
 *
 * Run: npx tsx bench/data/build-term-pairs.ts --corpus DIR --data bench/data/dev
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'corpus' },
    data: { type: 'string', default: 'bench/data/dev' },
  },
});

const SETS: readonly (readonly [
  lang: string,
  file: string,
  dictionary: string,
  english: string,
  other: string,
])[] = [
  ['ja', 'free.en-ja.tsv.xz', 'edict', 'flores-dev.en', 'flores-dev.ja'],
  ['ja', 'free.en-ja.tsv.xz', 'edict', 'kyotowiki.en-ja.en', 'kyotowiki.en-ja.ja'],
  ['ja', 'free.en-ja.tsv.xz', 'edict', 'mdn.en-ja.en', 'mdn.en-ja.ja'],
  ['ja', 'free.en-ja.tsv.xz', 'edict', 'msdocs-ht.en-ja.en', 'msdocs-ht.en-ja.ja'],
  ['zh', 'free.en-zh.tsv.xz', 'cedict', 'flores-dev.en', 'flores-dev.zh'],
  ['zh', 'free.en-zh.tsv.xz', 'cedict', 'mdn.en-zh.en', 'mdn.en-zh.zh'],
  ['zh', 'free.en-zh.tsv.xz', 'cedict', 'msdocs-ht.en-zh.en', 'msdocs-ht.en-zh.zh'],
];

const STOP = new Set(
  'some known early also each more most such many much same very then when with only other'.split(' '),
);

/** In katakana a shorter word inside a longer one is another word: メン is not メンバー. */
function standsAlone(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at === -1) return false;
  const kana = /[\p{Script=Katakana}ー]/u;
  const glued = (left: string, right: string): boolean => kana.test(left) && kana.test(right);
  return !glued(text[at - 1] ?? '', word[0] ?? '') && !glued(word.at(-1) ?? '', text[at + word.length] ?? '');
}

async function dictionary(file: string, name: string): Promise<Map<string, Set<string>>> {
  const words = new Map<string, Set<string>>();
  const xz = spawn('xz', ['-dc', join(values.corpus, file)], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: xz.stdout })) {
    const [corpus, , english = '', other = ''] = line.split('\t');
    if (corpus !== name) continue;
    const bare = english
      .replace(/\(.*?\)/g, '')
      .trim()
      .toLowerCase();
    // Nouns and names: no verbs, nothing shorter than a real word, nothing that ends in hiragana.
    if (
      STOP.has(bare) ||
      !/^[a-z][a-z -]{3,40}$/.test(bare) ||
      bare.startsWith('to ') ||
      [...other].length < 2 ||
      /[ぁ-ん]$/u.test(other)
    )
      continue;
    if (!/^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー々]+$/u.test(other)) continue;
    words.set(bare, (words.get(bare) ?? new Set()).add(other));
  }
  return words;
}

const dictionaries = new Map([
  ['ja', await dictionary('free.en-ja.tsv.xz', 'edict')],
  ['zh', await dictionary('free.en-zh.tsv.xz', 'cedict')],
]);
const pairs = new Set<string>();
for (const [lang, , , englishFile, otherFile] of SETS) {
  const words = dictionaries.get(lang) ?? new Map<string, Set<string>>();
  const others = readFileSync(join(values.data, otherFile), 'utf8').split('\n');
  for (const [index, english] of readFileSync(join(values.data, englishFile), 'utf8').split('\n').entries()) {
    const tokens = english.toLowerCase().match(/[a-z-]+/g) ?? [];
    for (let from = 0; from < tokens.length; from += 1) {
      for (let length = 1; length <= 3; length += 1) {
        const word = tokens.slice(from, from + length).join(' ');
        if (!english.toLowerCase().includes(word)) continue;
        const here = [...(words.get(word) ?? [])].filter((other) => standsAlone(others[index] ?? '', other));
        // 二进 inside 二进制 is no word of its own: the longest is meant.
        const [longest] = here.sort((a, b) => b.length - a.length);
        if (longest !== undefined) pairs.add(`${lang}\t${word}\t${longest}`);
      }
    }
  }
}
writeFileSync('bench/data/term-pairs.tsv', `lang\tenglish\tother\n${[...pairs].sort().join('\n')}\n`);
console.log(`${pairs.size} pairs`);
