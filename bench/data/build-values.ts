/**
 * Makes the sets of `npm run eval -- values`: quantities, terms and names, four directions each.
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-values.ts --en-ja pairs.tsv --en-zh pairs.tsv
 *
 * The files hold lines "corpus, kind, English, other language" of the parallel corpora that `README.md` names. Part of
 * each set is made from patterns with a seeded generator; the rest is real text whose human translation holds the same
 * values, names or dictionary words, which is where the expected ones come from.
 */
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import kuromoji from 'kuromoji';
import { pinyin } from 'pinyin-pro';
import { NameTable } from '#src/translate/names/readings/name-table.js';
import { type Lexicon, readLexicon } from '#src/translate/terms/lexicon.js';
import { namePatterns } from '../values/name-patterns.js';
import { NameSentences } from '../values/name-sentences.js';
import { collect, type Pair, readPairs } from '../values/pairs.js';
import { quantityPatterns } from '../values/quantity-patterns.js';
import { Random } from '../values/random.js';
import { realQuantities } from '../values/real-quantities.js';
import { termPatterns } from '../values/term-patterns.js';
import { foreignUse, insideOther, termSentence, type Word } from '../values/term-sentences.js';

const { values } = parseArgs({
  options: { 'en-ja': { type: 'string' }, 'en-zh': { type: 'string' } },
});
const REAL_QUANTITIES = 300;
const REAL_NAMES = 1_000;
/** Only the Wikipedia on Kyoto has Japanese names in plenty. */
const MOST_OF_ONE_CORPUS = 740;
const TERM_SENTENCES = 1_000;
const FOREIGN_USES = 150;

const nounUses = new Set((await readFile('bench/data/noun-uses.txt', 'utf8')).trimEnd().split('\n'));

interface Dictionary {
  readonly fromEnglish: Map<string, string[]>;
  readonly toEnglish: Map<string, string[]>;
  /** Latin names to their forms. */
  readonly names: Map<string, string[]>;
  /** English words that stand in lower case somewhere. */
  readonly lower: Set<string>;
}

const push = (map: Map<string, string[]>, key: string, value: string): void => {
  map.set(key, [...(map.get(key) ?? []), value]);
};

async function dictionaryOf(file: string, name: string): Promise<Dictionary> {
  const dictionary: Dictionary = {
    fromEnglish: new Map(),
    toEnglish: new Map(),
    names: new Map(),
    lower: new Set(),
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [corpus, , english = '', other = ''] = line.split('\t');
    if (corpus !== name) {
      for (const [word] of english.matchAll(/(?<![\p{L}\p{N}'’_.-])[a-z]{3,}(?![\p{L}\p{N}_.-])/gu))
        dictionary.lower.add(word);
      continue;
    }
    if (/^[A-Z][a-z]{2,}$/.test(english) && [...other].length >= 2) push(dictionary.names, english, other);
    const isVerb = english.startsWith('to ');
    const bare = english.replace(/^to /, '');
    if (!/^[a-z]{4,}(?: [a-z]{3,})?$/.test(bare) || [...other].length < 2) continue;
    push(dictionary.fromEnglish, english, other);
    push(dictionary.toEnglish, isVerb ? `to ${other}` : other, bare);
  }
  return dictionary;
}

/** English words other than their dictionary form alone: plurals and capitals of nouns, past forms of verbs. */
function englishWords(text: string, { both, verbs }: Lexicon): Word[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_.'’-])[A-Za-z]{4,}(?![\p{L}\p{N}_'’-])/gu)].flatMap(
    ([surface]) => {
      const lower = surface.toLowerCase();
      const bases = [
        lower.endsWith('ies') ? `${lower.slice(0, -3)}y` : '',
        lower.endsWith('es') ? lower.slice(0, -2) : '',
        lower.endsWith('s') ? lower.slice(0, -1) : '',
        lower.endsWith('ed') ? lower.slice(0, -2) : '',
        lower.endsWith('ed') ? lower.slice(0, -1) : '',
        surface === lower ? '' : lower,
      ];
      return bases
        .filter((base) => base.length > 3 && (lower.endsWith('ed') || !both.has(base)))
        .map((base) => ({ surface, base, isVerb: verbs.has(base) || lower.endsWith('ed') }));
    },
  );
}

function chineseWords(text: string): Word[] {
  return [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)]
    .filter(({ segment }) => /^\p{Script=Han}{2,}$/u.test(segment))
    .map(({ segment }) => ({ surface: segment, base: segment, isVerb: false }));
}

const japanese = await new Promise<kuromoji.Tokenizer<kuromoji.IpadicFeatures>>((resolve, reject) => {
  kuromoji.builder({ dicPath: 'node_modules/kuromoji/dict' }).build((error, built) => {
    if (error instanceof Error) reject(error);
    else resolve(built);
  });
});

/** Verbs first: nouns do not change. */
function japaneseWords(text: string): Word[] {
  const words = japanese.tokenize(text).flatMap((token): Word[] => {
    const { surface_form: surface, basic_form: base, pos, pos_detail_1: detail } = token;
    const isVerb = pos === '動詞' && detail === '自立';
    if (!isVerb && !(pos === '名詞' && detail === '一般')) return [];
    return /\p{Script=Han}/u.test(base) && base.length >= 2 ? [{ surface, base, isVerb }] : [];
  });
  return words.sort((a, b) => Number(b.isVerb) - Number(a.isVerb));
}

async function build(lang: 'ja' | 'zh-CN', file: string): Promise<void> {
  const short = lang === 'ja' ? 'ja' : 'zh';
  const pairs = await readPairs(file, new Random(16));
  const dictionary = await dictionaryOf(file, lang === 'ja' ? 'edict' : 'cedict');
  const names = new NameSentences(await NameTable.read(), dictionary.names, dictionary.lower, (name) =>
    pinyin(name, { toneType: 'none', type: 'array', surname: 'head' }),
  );
  const lexicon = await readLexicon();
  for (const [from, to] of [
    ['en', lang],
    [lang, 'en'],
  ] as const) {
    const direction = from === 'en' ? `en-${short}` : `${short}-en`;
    const sidesOf = ({ english, other }: Pair) => (from === 'en' ? [english, other] : [other, english]);
    const real = collect(pairs, REAL_QUANTITIES, REAL_QUANTITIES / 3, (pair) => {
      const expected = realQuantities(pair, from, lang);
      return expected === undefined ? undefined : [pair.corpus, sidesOf(pair)[0], expected].join('\t');
    });
    const patterns = quantityPatterns(from).map(({ text, expected }) =>
      ['pattern', text, expected].join('\t'),
    );
    await write('quantities', direction, 'set\tsource\texpected', [...patterns, ...real]);
    const madeNames = from === 'en' ? [] : namePatterns(lang, new Random(17));
    const named = collect(pairs, REAL_NAMES - madeNames.length, MOST_OF_ONE_CORPUS, (pair) => {
      const expected = names.expected(pair, from, lang);
      return expected === undefined ? undefined : [pair.corpus, sidesOf(pair)[0], expected].join('\t');
    });
    await write('names', direction, 'set\tsource\texpected', [
      ...madeNames.map(({ text, expected }) => ['pattern', text, expected].join('\t')),
      ...named,
    ]);
    const barred = collect(pairs, FOREIGN_USES, FOREIGN_USES, (pair) =>
      from === 'en' ? foreignUse(pair, lang, nounUses) : insideOther(pair, from),
    );
    const made = termPatterns(from, to);
    const found = collect(pairs, TERM_SENTENCES - made.length - barred.length, TERM_SENTENCES / 4, (pair) =>
      termSentence(pair, {
        from,
        to,
        dictionary: from === 'en' ? dictionary.fromEnglish : dictionary.toEnglish,
        wordsOf:
          from === 'en'
            ? (text) => englishWords(text, lexicon)
            : from === 'ja'
              ? japaneseWords
              : chineseWords,
      }),
    );
    const terms = [...made, ...barred, ...found].map(({ set, text, terms: pair, expected }) =>
      [set, text, pair, expected].join('\t'),
    );
    await write('terms', direction, 'set\tsource\tterms\texpected', terms);
  }
}

async function write(set: string, direction: string, head: string, rows: readonly string[]): Promise<void> {
  await writeFile(`bench/data/${set}.${direction}.tsv`, `${head}\n${rows.join('\n')}\n`);
  console.log(`${set} ${direction}: ${rows.length}`);
}

if (values['en-ja'] !== undefined) await build('ja', values['en-ja']);
if (values['en-zh'] !== undefined) await build('zh-CN', values['en-zh']);
