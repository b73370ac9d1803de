/**
 * `npm run model:card -- --report NAME.json [--against NAME.json] [--model models/kotobashi-base]`: writes the
 * folder's MODEL_CARD.md from its manifest, what `npm run eval -- --out NAME.md` measured, and the licences; and the scores
 * into the manifest, where `kotobashi model list` finds them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readModel } from '#src/model/folder/installed.js';
import { cardText } from './card/card.js';
import { chooseCorpora, readCorpora } from './card/corpora.js';
import { readAnchors, readEvalReport } from './eval/eval-report.js';
import { readRatedVersions } from './eval/everyday.js';

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
const report = await readEvalReport(values.report);
const corpora = await readCorpora(new URL('corpora.tsv', DATA));
const card = cardText({
  manifest,
  report,
  anchors: await readAnchors(new URL('anchors.json', DATA)),
  corpora: chooseCorpora(corpora, manifest.trainingData),
  rated: await readRatedVersions(),
  ...(values.against === undefined ? {} : { against: await readEvalReport(values.against) }),
});
const scores = Object.fromEntries(
  report.scores.map(({ set, direction, chrf }) => [`${set} ${direction} chrF`, Number(chrf.toFixed(1))]),
);
const files = {
  'MODEL_CARD.md': card,
  'manifest.json': JSON.stringify({ ...manifest, scores }, null, 2),
};
for (const [name, text] of Object.entries(files)) {
  await writeFile(join(values.model, name), `${text}\n`);
  console.log(`Wrote ${join(values.model, name)}.`);
}
