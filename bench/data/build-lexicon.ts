/**
 * Makes the word lists with which terms are found in their inflected forms, `assets/terms/lexicon.txt.br`.
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-lexicon.ts --wordnet /usr/share/wordnet --edict /usr/share/edict --cedict pairs.tsv
 *
 * From WordNet 3.0 (Debian package `wordnet-base`): irregular forms, and which words are nouns, verbs or both. From EDICT
 * (CC BY-SA 4.0): verbs in る that conjugate as godan, and nouns that are never verbs. From CC-CEDICT (CC BY-SA 4.0,
 * lines "corpus, kind, English, Chinese"): Chinese nouns and verbs for English words that can be both.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

const { values } = parseArgs({
  options: {
    wordnet: { type: 'string', default: '/usr/share/wordnet' },
    edict: { type: 'string', default: '/usr/share/edict' },
    cedict: { type: 'string' },
  },
});
const WORD = /^[a-z]{2,}$/;
const rows = new Set<string>();

async function lemmas(file: string): Promise<Set<string>> {
  const lines = (await readFile(`${values.wordnet}/${file}`, 'utf8')).split('\n');
  return new Set(
    lines
      .filter((line) => !line.startsWith(' '))
      .map((line) => line.split(' ')[0] ?? '')
      .filter((word) => WORD.test(word)),
  );
}

const nouns = await lemmas('index.noun');
const verbs = await lemmas('index.verb');
const both = new Set([...nouns].filter((word) => verbs.has(word)));
for (const word of both) rows.add(`both\t${word}`);
for (const word of verbs) if (!nouns.has(word)) rows.add(`verb\t${word}`);
for (const kind of ['noun', 'verb']) {
  for (const line of (await readFile(`${values.wordnet}/${kind}.exc`, 'utf8')).split('\n')) {
    const [form = '', lemma = ''] = line.trim().split(' ');
    if (WORD.test(form) && WORD.test(lemma) && form !== lemma) rows.add(`${kind}-form\t${form}\t${lemma}`);
  }
}

const edict = new TextDecoder('euc-jp').decode(await readFile(`${values.edict}/edict`));
for (const line of edict.split('\n')) {
  const match = /^(\S+) (?:\[[^\]]*\] )?\/(.*)\/$/.exec(line.trim());
  if (match === null) continue;
  const [, surface = '', rest = ''] = match;
  const kinds = new Set(
    [...rest.matchAll(/\(([a-z0-9,-]+)\)/g)].flatMap((found) => (found[1] ?? '').split(',')),
  );
  if (
    kinds.has('v5r') &&
    /[\p{Script=Han}いきしちにひみりぎじぢびえけせてねへめれげぜでべぺ]る$/u.test(surface)
  )
    rows.add(`godan\t${surface}`);
  const isVerb = [...kinds].some((kind) => /^v[1-9s]|^vk|^vz/.test(kind));
  if (!kinds.has('n') || isVerb) continue;
  const glosses = rest.split('/').map((gloss) => gloss.replace(/\([^)]*\)/g, '').trim());
  if (glosses.some((gloss) => both.has(gloss))) rows.add(`noun-target\t${surface}`);
}

if (values.cedict !== undefined) {
  const glosses = new Map<string, string[]>();
  for (const line of (await readFile(values.cedict, 'utf8')).split('\n')) {
    const [corpus, , english = '', chinese = ''] = line.split('\t');
    if (corpus === 'cedict') glosses.set(chinese, [...(glosses.get(chinese) ?? []), english]);
  }
  for (const [chinese, english] of glosses) {
    const asVerb = english.filter((gloss) => gloss.startsWith('to '));
    if (asVerb.length === 0 && english.some((gloss) => both.has(gloss))) rows.add(`noun-target\t${chinese}`);
    if (asVerb.length === english.length && asVerb.some((gloss) => both.has(gloss.slice(3))))
      rows.add(`verb-target\t${chinese}`);
  }
}

const text = [...rows].sort().join('\n');
const packed = brotliCompressSync(Buffer.from(text), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
await writeFile('assets/terms/lexicon.txt.br', packed);
console.log(`${rows.size} rows, ${packed.length} bytes`);
