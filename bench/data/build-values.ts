/**
 * Makes the sets of `npm run eval:values`: quantities, terms and names, four directions each.
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-values.ts --en-ja pairs.tsv --en-zh pairs.tsv
 *
 * The files hold lines "corpus, kind, English, other language" of the parallel corpora that `README.md` names. Half of
 * each set is made from patterns with a seeded generator; the rest is real text whose human translation holds the same
 * values or names, which is where the expected ones come from.
 */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findNames } from '#src/translate/names/find.js';
import { NameTable } from '#src/translate/names/name-table.js';
import { checkQuantities } from '#src/translate/quantities/compare.js';
import { figures } from '#src/translate/quantities/decimal.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import type { Quantity } from '#src/translate/quantities/quantity.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import { quantityPatterns } from '../values/quantity-patterns.js';
import { termPatterns } from '../values/term-patterns.js';

const { values } = parseArgs({ options: { 'en-ja': { type: 'string' }, 'en-zh': { type: 'string' } } });
const REAL_QUANTITIES = 150;
const REAL_NAMES = 600;
const LONGEST = 160;
/** Names with a customary Latin form are rare in Chinese text: the search for more ends here. */
const MOST_PAIRS = 60_000;
/** Corpora that are neither user interface nor dictionary. */
const CORPORA = new Set([
  'kyotowiki',
  'tatoeba',
  'tanaka-odashi',
  'msdocs-ht',
  'tico19',
  'xquad',
  'ud-pud',
  'jsick',
  'mlqe-pe',
  'freecodecamp',
]);

interface Pair {
  readonly corpus: string;
  readonly english: string;
  readonly other: string;
}

async function* pairsOf(file: string): AsyncGenerator<Pair> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [corpus = '', , english = '', other = ''] = line.split('\t');
    if (CORPORA.has(corpus) && english.length <= LONGEST && other.length <= LONGEST)
      yield { corpus, english, other };
  }
}

/** "money:USD:3200000", "percent:12", "number:3500", values of a range with a dash. */
export function expectation({ kind, currency, values: amounts }: Quantity): string {
  return [kind, ...(currency === undefined ? [] : [currency]), amounts.map(figures).join('~')].join(':');
}

/** Quantities that say something about the rules: not the small figures that every model copies. */
function telling(quantity: Quantity): boolean {
  return (
    quantity.required && (quantity.writing !== 'figures' || ['money', 'percent'].includes(quantity.kind))
  );
}

async function build(lang: 'ja' | 'zh-CN', file: string): Promise<void> {
  const short = lang === 'ja' ? 'ja' : 'zh';
  const names = await NameTable.read();
  for (const [from, to] of [
    ['en', lang],
    [lang, 'en'],
  ] as const) {
    const direction = from === 'en' ? `en-${short}` : `${short}-en`;
    const quantities = quantityPatterns(from).map(({ text, expected }) => `pattern\t${text}\t${expected}`);
    const named: string[] = [];
    let taken = 0;
    let read = 0;
    for await (const { corpus, english, other } of pairsOf(file)) {
      read += 1;
      if (read > MOST_PAIRS) break;
      const [source, target] = from === 'en' ? [english, other] : [other, english];
      if (taken < REAL_QUANTITIES) {
        const found = findQuantities(source, from).filter(({ required }) => required);
        if (found.some(telling) && checkQuantities(found, target, to).lost.length === 0) {
          quantities.push(`${corpus}\t${source}\t${found.map(expectation).join(';')}`);
          taken += 1;
        }
      }
      if (named.length < REAL_NAMES) {
        const kept = findNames(source, from, to, names).flatMap(({ spellings }) =>
          spellings.some((spelling) => containsTerm(target, spelling)) ? [spellings.join('|')] : [],
        );
        if (kept.length > 0) named.push(`${corpus}\t${source}\t${kept.join(';')}`);
      }
      if (taken >= REAL_QUANTITIES && named.length >= REAL_NAMES) break;
    }
    await writeFile(
      `bench/data/quantities.${direction}.tsv`,
      `set\tsource\texpected\n${quantities.join('\n')}\n`,
    );
    await writeFile(`bench/data/names.${direction}.tsv`, `set\tsource\texpected\n${named.join('\n')}\n`);
    const terms = termPatterns(from, to);
    await writeFile(
      `bench/data/terms.${direction}.tsv`,
      `source\tterms\texpected\n${terms.map((row) => [row.text, row.terms, row.expected].join('\t')).join('\n')}\n`,
    );
    console.log(
      `${direction}: ${quantities.length} quantities, ${terms.length} terms, ${named.length} names`,
    );
  }
}

if (values['en-ja'] !== undefined) await build('ja', values['en-ja']);
if (values['en-zh'] !== undefined) await build('zh-CN', values['en-zh']);
