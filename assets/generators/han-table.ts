/**
 * Makes `assets/han-table.json`: how likely each Chinese character, and each telling pair of characters, is in
 * Japanese, simplified Chinese and traditional Chinese. Only counts of characters leave the corpora, no text.
 *
 * Run: npx tsx assets/generators/han-table.ts --data FOLDER
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import OpenCC from 'opencc-js';
import type { HanTable } from '#src/translate/detection/han.js';

const CLASSES = ['ja', 'cn', 'tw'] as const;
type Class = (typeof CLASSES)[number];

const { values } = parseArgs({ options: { data: { type: 'string', default: 'corpus' } } });
const toTraditional = OpenCC.Converter({ from: 'cn', to: 'tw' });
const toSimplified = OpenCC.Converter({ from: 'tw', to: 'cn' });

interface Counts {
  readonly unigrams: Map<string, number>;
  readonly bigrams: Map<string, number>;
  total: number;
  runs: number;
}
const counts: Record<Class, Counts> = {
  ja: { unigrams: new Map(), bigrams: new Map(), total: 0, runs: 0 },
  cn: { unigrams: new Map(), bigrams: new Map(), total: 0, runs: 0 },
  tw: { unigrams: new Map(), bigrams: new Map(), total: 0, runs: 0 },
};

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/**
 * What detection has to decide is text without kana. In Japanese such text is mostly compounds, while characters between
 * kana are stems of verbs: runs that touch kana count for less, single characters among them not at all.
 */
function add(kind: Class, text: string): void {
  for (const match of text.matchAll(/[\p{Script=Han}々〆]+/gu)) {
    const [run] = match;
    const touchesKana =
      KANA.test(text[match.index - 1] ?? '') || KANA.test(text[match.index + run.length] ?? '');
    if (!touchesKana) count(counts[kind], run, 1, true);
    else if ([...run].length > 1) count(counts[kind], run, 0.6, false);
  }
}

function count(into: Counts, run: string, weight: number, whole: boolean): void {
  let before = whole ? '^' : '';
  for (const character of run) {
    into.total += weight;
    into.unigrams.set(character, (into.unigrams.get(character) ?? 0) + weight);
    if (before !== '')
      into.bigrams.set(before + character, (into.bigrams.get(before + character) ?? 0) + weight);
    before = character;
  }
  if (whole) into.bigrams.set(`${before}$`, (into.bigrams.get(`${before}$`) ?? 0) + weight);
  if (whole) into.runs += weight;
}

/** Every third sentence of the large files is enough, and keeps one corpus from outweighing the rest. */
async function read(file: string, take: (columns: string[]) => void, every: number): Promise<void> {
  const xz = spawn('xz', ['-dc', join(values.data, file)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let line = 0;
  for await (const text of createInterface({ input: xz.stdout })) {
    line += 1;
    const columns = text.split('\t');
    if (line % every === 0 || columns[0] === 'edict' || columns[0] === 'cedict' || columns[0] === 'tatoeba')
      take(columns);
  }
}

await read('free.en-ja.tsv.xz', (c) => add('ja', c[3] ?? ''), 4);
await read('mono.ja.tsv.xz', (c) => add('ja', c[1] ?? ''), 1);
await read('free.en-zh.tsv.xz', (c) => add('cn', c[3] ?? ''), 3);
await read(
  'mono.zh.tsv.xz',
  (c) => {
    const simplified = toSimplified(c[1] ?? '');
    add('cn', simplified);
    add('tw', toTraditional(simplified));
  },
  1,
);
await read('free.en-zhtw.tsv.xz', (c) => add('tw', c[3] ?? ''), 1);

const ROWS_PER_LINE = 120;
const FLOOR = 0.3;
/** Negative log-probability in quarter nats, written as one character from '0' (code 48) upwards. */
const code = (p: number): string => String.fromCharCode(48 + Math.min(78, Math.round(-4 * Math.log(p))));
const unigram = (kind: Class, character: string): number =>
  ((counts[kind].unigrams.get(character) ?? 0) + FLOOR) / (counts[kind].total + FLOOR * 20_000);

const characters = new Set(CLASSES.flatMap((kind) => [...counts[kind].unigrams.keys()]));
const rows: string[] = [];
for (const character of [...characters].sort()) {
  if (Math.max(...CLASSES.map((kind) => counts[kind].unigrams.get(character) ?? 0)) < 8) continue;
  const simplified = toSimplified(character) === character;
  const traditional = toTraditional(character) === character;
  const flag = simplified === traditional ? '=' : simplified ? 's' : 't';
  rows.push(character + flag + CLASSES.map((kind) => code(unigram(kind, character))).join(''));
}

const pairs: { pair: string; gain: number; codes: string }[] = [];
const seen = new Set(CLASSES.flatMap((kind) => [...counts[kind].bigrams.keys()]));
for (const pair of seen) {
  const [first = '', second = ''] = [...pair];
  const most = Math.max(...CLASSES.map((kind) => (counts[kind].bigrams.get(pair) ?? 0) / counts[kind].total));
  if (most < 6e-6) continue;
  const conditional = CLASSES.map((kind) => {
    const context = first === '^' ? counts[kind].runs : (counts[kind].unigrams.get(first) ?? 0);
    const backOff = second === '$' ? counts[kind].runs / counts[kind].total : unigram(kind, second);
    // Witten-Bell-like mixing: a context seen seldom trusts the single character.
    return ((counts[kind].bigrams.get(pair) ?? 0) + 20 * backOff) / (context + 20);
  });
  const ratio = (p: readonly number[]): number => Math.log((p[0] ?? 1) / Math.max(p[1] ?? 1, p[2] ?? 1));
  const alone = CLASSES.map((kind) =>
    second === '$' ? counts[kind].runs / counts[kind].total : unigram(kind, second),
  );
  const change = Math.abs(ratio(conditional) - ratio(alone));
  pairs.push({ pair, gain: most * change, codes: conditional.map(code).join('') });
}
pairs.sort((a, b) => b.gain - a.gain);
const kept = pairs.slice(0, 12_000).map(({ pair, codes }) => pair + codes);
kept.sort();

const wrap = (items: readonly string[]): string[] => {
  const lines: string[] = [];
  for (let at = 0; at < items.length; at += ROWS_PER_LINE)
    lines.push(items.slice(at, at + ROWS_PER_LINE).join(''));
  return lines;
};
const table: HanTable = { characters: wrap(rows), pairs: wrap(kept) };
writeFileSync('assets/han-table.json', `${JSON.stringify(table, null, 2)}\n`);
console.log(`${rows.length} characters, ${kept.length} pairs`);
