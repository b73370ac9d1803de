/**
 * Whether the model knows the pieces of its vocabulary: Latin ones are copied out of Japanese and Chinese sentences,
 * Japanese and Chinese ones are translated into English and back. Pieces that training has seen fewer than 200 times beside
 * all others.
 *
 * Run: npm run eval:pieces -- [--models DIR] [--every N] [--failed FILE]
 *
 * `--every` takes each n-th of the pieces that are not rare; `--failed` writes the rare ones that are not copied, for
 * `trainer/restrict.py`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';
import { readPieces } from '#src/model/tokenizer/pieces.js';
import { copied, type PieceProbe, probesOf, returned } from './eval/piece-probes.js';
import { Progress } from './eval/progress.js';
import { readCounts } from './eval/untrained-pieces.js';

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: 'models' },
    every: { type: 'string', default: '1' },
    failed: { type: 'string' },
  },
});
/** Words handed to the model at once. */
const AT_ONCE = 256;

const seen = await readCounts(new URL('data/piece-counts.tsv', import.meta.url));
const { pieces } = readPieces(await readFile(join(values.models, 'kotobashi-base', 'spm.model')));
const rare = probesOf(pieces.filter(({ text }) => seen.has(text)));
const others = probesOf(pieces.filter(({ text }) => !seen.has(text))).filter(
  (_, at) => at % Number(values.every) === 0,
);
const model = new ModelService({ directory: values.models });
const progress = new Progress(rare.length + others.length);
try {
  const result = { rare: await shares(rare, values.failed), others: await shares(others) };
  for (const [group, of] of Object.entries(result)) console.log(group, of);
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  progress.close();
  await model.close();
}

async function shares(
  probes: readonly PieceProbe[],
  failed?: string,
): Promise<Record<PieceProbe['kind'], number>> {
  const latin = probes.filter(({ kind }) => kind === 'copy');
  const eastAsian = probes.filter(({ kind }) => kind === 'translate');
  const copies = await inParts(latin, (part) =>
    copied(
      model,
      part.map(({ word }) => word),
    ),
  );
  if (failed !== undefined) {
    const lines = latin.flatMap(({ piece }, at) => (copies[at] ? [] : [`${piece}\n`]));
    await writeFile(failed, lines.join(''));
  }
  return { copy: share(copies), translate: share(await inParts(eastAsian, (part) => returned(model, part))) };
}

async function inParts(
  probes: readonly PieceProbe[],
  ask: (part: readonly PieceProbe[]) => Promise<readonly boolean[]>,
): Promise<readonly boolean[]> {
  const passed: boolean[] = [];
  for (let at = 0; at < probes.length; at += AT_ONCE) {
    const part = probes.slice(at, at + AT_ONCE);
    passed.push(...(await ask(part)));
    progress.advance(part.length);
  }
  return passed;
}

function share(passed: readonly boolean[]): number {
  return Number((passed.filter(Boolean).length / passed.length).toFixed(4));
}
