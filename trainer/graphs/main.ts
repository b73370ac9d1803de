/**
 * Trained weights become a model folder in the runtime's own layout:
 *
 *     npx tsx --tsconfig bench/tsconfig.json trainer/graphs/main.ts --weights DIR --about FILE --out DIR
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exportModel } from './export.js';

const MEGABYTE = 1e6;

const { values } = parseArgs({
  options: { weights: { type: 'string' }, about: { type: 'string' }, out: { type: 'string' } },
});
const { weights, about, out } = values;
if (weights === undefined || out === undefined || about === undefined) {
  console.error(
    'Give the folder of the weights, the file about them, and the folder to write: --weights --about --out.',
  );
  process.exit(2);
}
const manifest = exportModel(weights, JSON.parse(readFileSync(about, 'utf8')), out);
const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
console.log(`${out}: ${manifest.name} ${manifest.version}, ${(bytes / MEGABYTE).toFixed(1)} MB`);
