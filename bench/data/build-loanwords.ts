/**
 * Makes `assets/names/loanwords.txt.br`: words in katakana with the English word that they are, from EDICT (CC BY-SA 4.0).
 *
 * Run: npx tsx --tsconfig bench/tsconfig.json bench/data/build-loanwords.ts --edict /usr/share/edict/edict
 *
 * An English word is the same word when it sounds like the katakana; what is only a meaning (ドイツ, Germany) is left out.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { soundsLike } from '#src/translate/names/readings/katakana-sound.js';

const { values } = parseArgs({ options: { edict: { type: 'string', default: '/usr/share/edict/edict' } } });
const text = new TextDecoder('euc-jp').decode(await readFile(values.edict));
const words = new Map<string, string>();
for (const line of text.split('\n')) {
  const match = /^([\p{Script=Katakana}ー]{2,}) (?:\[[^\]]*\] )?\/(.*)\/$/u.exec(line.trim());
  const [, katakana = '', glosses = ''] = match ?? [];
  for (const gloss of glosses.split('/')) {
    const word = gloss.replace(/\([^)]*\)/g, '').trim();
    if (!/^[A-Za-z]{3,}$/.test(word) || !soundsLike(katakana, word) || words.has(katakana)) continue;
    words.set(katakana, word);
  }
}
const rows = [...words].sort(([a], [b]) => (a < b ? -1 : 1)).map((row) => row.join('\t'));
await writeFile('assets/names/loanwords.txt.br', brotliCompressSync(`${rows.join('\n')}\n`));
console.log(`${rows.length} words`);
