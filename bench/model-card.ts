/**
 * `npm run model:card -- --report NAME.json [--against NAME.json] [--model models/kotobashi-base]`: writes the
 * folder's MODEL_CARD.md from its manifest, what `npm run eval -- --out NAME.md` measured, and the licences.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readModel } from '#src/model/folder/installed.js';
import { cardText } from './card/card.js';
import { chooseCorpora, readCorpora } from './card/corpora.js';
import { readAnchors, readEvalReport } from './eval/eval-report.js';

const DATA = new URL('data/', import.meta.url);

const { values } = parseArgs({
  options: {
    report: { type: 'string' },
    against: { type: 'string' },
    model: { type: 'string', default: 'models/kotobashi-base' },
  },
});
if (values.report === undefined) {
  throw new Error('Say what was measured: --report NAME.json, as npm run eval -- --out NAME.md wrote it.');
}

const { manifest } = readModel(values.model);
const corpora = await readCorpora(new URL('corpora.tsv', DATA));
const card = cardText({
  manifest,
  report: await readEvalReport(values.report),
  anchors: await readAnchors(new URL('anchors.json', DATA)),
  corpora: chooseCorpora(corpora, manifest.trainingData),
  ...(values.against === undefined ? {} : { against: await readEvalReport(values.against) }),
});
const file = join(values.model, 'MODEL_CARD.md');
await writeFile(file, `${card}\n`);
console.log(`Wrote ${file}.`);
