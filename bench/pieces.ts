/**
 * Whether the model knows the pieces of its vocabulary: Latin ones are copied out of a Japanese sentence, Japanese and
 * Chinese ones are translated into English and back. Words whose piece training has seen fewer than 200 times, which is
 * therefore out of use, beside all others.
 *
 * Run: npm run eval:pieces -- [--models DIR] [--every N] [--failed]
 *
 * `--every` takes each n-th of the pieces that are not rare; `--failed` lists the words that did not pass.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';
import { readPieces } from '#src/model/tokenizer/pieces.js';
import { type PieceProbe, type ProbeKind, pass, probesOf } from './eval/piece-probes.js';
import { Progress } from './eval/progress.js';
import { readCounts } from './eval/untrained-pieces.js';

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: 'models' },
    every: { type: 'string', default: '1' },
    failed: { type: 'boolean', default: false },
  },
});
const KINDS: readonly ProbeKind[] = ['copy', 'translate'];
/** Probes handed to the model at once. */
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
  const result = { rare: await shares(rare), others: await shares(others) };
  for (const [group, of] of Object.entries(result)) console.log(group, of);
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  await model.close();
}

async function shares(probes: readonly PieceProbe[]): Promise<Record<ProbeKind, number>> {
  const passed: boolean[] = [];
  for (let at = 0; at < probes.length; at += AT_ONCE) {
    const some = probes.slice(at, at + AT_ONCE);
    passed.push(...(await pass(model, some)));
    progress.advance(some.length);
  }
  if (values.failed) console.log(probes.flatMap(({ word }, at) => (passed[at] ? [] : [word])).join(' '));
  const [copy = 0, translate = 0] = KINDS.map((kind) => {
    const own = passed.filter((_, at) => probes[at]?.kind === kind);
    return Number((own.filter(Boolean).length / own.length).toFixed(4));
  });
  return { copy, translate };
}
