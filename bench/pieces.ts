/**
 * Whether the model knows the pieces of its vocabulary: each is copied out of text in another language, in a list or alone,
 * or translated into English and back. Those that training has seen fewer than 200 times beside all others.
 *
 * Run: npm run eval -- pieces [--models DIR] [--failed FILE]
 *
 * `--failed` writes the rare Latin ones that the model does not know, for `trainer/restrict.py`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';
import { readPieces } from '../trainer/graphs/pieces.js';
import { type PieceProbe, probesOf, type Script, unknownOf } from './eval/piece-probes.js';
import { readCounts } from './eval/untrained-pieces.js';

const { values } = parseArgs({
  options: { models: { type: 'string', default: 'models' }, failed: { type: 'string' } },
});

const seen = await readCounts(new URL('data/piece-counts.tsv', import.meta.url));
const { pieces } = readPieces(await readFile(join(values.models, 'kotobashi-base', 'spm.model')));
const probes = probesOf(pieces);
const model = new ModelService({ directory: values.models });
try {
  const unknown = new Set(await unknownOf(model, probes));
  const isRare = ({ piece }: PieceProbe): boolean => seen.has(piece);
  if (values.failed !== undefined) {
    const failed = [...unknown].filter((probe) => isRare(probe) && probe.script === 'latin');
    await writeFile(values.failed, failed.map(({ piece }) => `${piece}\n`).join(''));
  }
  const share = (script: Script, rare: boolean): number => {
    const group = probes.filter((probe) => probe.script === script && isRare(probe) === rare);
    return Number((group.filter((probe) => !unknown.has(probe)).length / group.length).toFixed(4));
  };
  const result = {
    rare: { latin: share('latin', true), eastAsian: share('eastAsian', true) },
    others: { latin: share('latin', false), eastAsian: share('eastAsian', false) },
  };
  console.log('unknown:', [...unknown].map(({ piece }) => piece).join(' '));
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  await model.close();
}
