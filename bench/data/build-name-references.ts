/**
 * Adds the names of the development sets to `names.*.tsv`: sentences with names that their human translation holds too.
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-name-references.ts --data DIR
 *
 * `DIR` holds the whole development sets. Rows of sets that were added before are replaced.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { pinyin } from 'pinyin-pro';
import { NameTable } from '#src/translate/names/readings/name-table.js';
import { NameSentences } from '../values/name-sentences.js';

const { values } = parseArgs({ options: { data: { type: 'string', default: 'bench/data/dev' } } });
/** The name of a set is that of its files, up to the languages. */
const SETS = {
  ja: ['flores-dev', 'kyotowiki.en-ja', 'mdn.en-ja', 'msdocs-ht.en-ja', 'written'],
  zh: ['flores-dev', 'mdn.en-zh', 'msdocs-ht.en-zh', 'written'],
} as const;

async function lines(file: string): Promise<string[]> {
  return (await readFile(join(values.data, file), 'utf8')).trimEnd().split('\n');
}

/** Latin spellings to the forms that the name table has for them. */
async function formsOf(kind: 'k' | 'z'): Promise<Map<string, string[]>> {
  const text = brotliDecompressSync(await readFile('assets/names/names.txt.br')).toString('utf8');
  const forms = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [written = '', of, spellings = ''] = line.split('\t');
    if (of !== kind) continue;
    for (const spelling of spellings.split('|'))
      forms.set(spelling, [...(forms.get(spelling) ?? []), written]);
  }
  return forms;
}

const table = await NameTable.read();
for (const short of ['ja', 'zh'] as const) {
  const lang = short === 'ja' ? 'ja' : 'zh-CN';
  const pairs: { corpus: string; english: string; other: string }[] = [];
  for (const set of SETS[short]) {
    const others = await lines(`${set}.${short}`);
    for (const [at, english] of (await lines(`${set}.en`)).entries())
      pairs.push({ corpus: `dev:${set.split('.', 1)[0]}`, english, other: others[at] ?? '' });
  }
  const lower = new Set(pairs.flatMap(({ english }) => english.match(/(?<![\p{L}\p{N}])[a-z]{3,}/gu) ?? []));
  const names = new NameSentences(table, await formsOf(short === 'ja' ? 'k' : 'z'), lower, (name) =>
    pinyin(name, { toneType: 'none', type: 'array', surname: 'head' }),
  );
  for (const [from, direction] of [
    ['en', `en-${short}`],
    [lang, `${short}-en`],
  ] as const) {
    const rows = pairs.flatMap((pair) => {
      const expected = names.expected(pair, from, lang);
      return expected === undefined
        ? []
        : [[pair.corpus, from === 'en' ? pair.english : pair.other, expected].join('\t')];
    });
    const file = `bench/data/names.${direction}.tsv`;
    const kept = (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .filter((row) => !row.startsWith('dev:'));
    await writeFile(file, `${[...kept, ...rows].join('\n')}\n`);
    console.log(`${direction}: ${rows.length} of the development sets, ${kept.length - 1} others`);
  }
}
