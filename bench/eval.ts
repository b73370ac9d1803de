/**
 * `npm run eval -- [--data DIR] [--limit N] [--beam N] [--models DIR] [--out table.md] [--against report.json]`:
 * translates the development sets with the shipped model, through the runtime that serves requests, and prints
 * chrF and BLEU beside other systems, kept terms and placeholders, single words, and faults; and chrF of what a
 * customer gets, through the whole pipeline with both searches. `--out` also writes a report as JSON.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Lang } from '#src/base/lang.js';
import { findModels } from '#src/model/folder/installed.js';
import { ModelService } from '#src/model/service.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { readCount } from './eval/count-option.js';
import { type DevDirection, readDevSets, spread } from './eval/dev-sets.js';
import { type DirectionScore, type EvalReport, readAnchors, readEvalReport } from './eval/eval-report.js';
import { type DecodeChoice, scoreDirection, scoreMarks } from './eval/evaluation.js';
import { japaneseSplitter } from './eval/japanese-words.js';
import { keptPlaceholders, keptTerms } from './eval/kept-marks.js';
import { readMarkedSet } from './eval/marked-sets.js';
import { scorePipeline, throughPipeline } from './eval/pipeline-scores.js';
import { Progress } from './eval/progress.js';
import { reportTables, resultLine } from './eval/report.js';
import { Translator } from './eval/translator.js';
import { countUntrained } from './eval/untrained-pieces.js';
import { splitChinese, splitEnglish, type WordSplitter } from './eval/word-splitter.js';
import { readWords, scoreWords } from './eval/words.js';
import { countWritten } from './written/held-out.js';

const DATA = new URL('data/', import.meta.url);
const WRITTEN = 'trainer/written';
const ALL = Number.POSITIVE_INFINITY;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    limit: { type: 'string' },
    beam: { type: 'string' },
    models: { type: 'string', default: 'models' },
    out: { type: 'string' },
    against: { type: 'string' },
  },
});

const limit = readCount('limit', values.limit) ?? ALL;
const beam = readCount('beam', values.beam);
const decode: DecodeChoice = beam === undefined ? {} : { beam };
const anchors = await readAnchors(new URL('anchors.json', DATA));
const against = values.against === undefined ? undefined : await readEvalReport(values.against);
const directions = await readDevSets(values.data, limit);
const terms = spread(await readMarkedSet(fileURLToPath(new URL('terms-dev.tsv', DATA))), limit);
const placeholders = spread(await readMarkedSet(fileURLToPath(new URL('placeholders-dev.tsv', DATA))), limit);
const words = spread(await readWords(fileURLToPath(new URL('words.tsv', DATA))), limit);
const splitJapanese = await japaneseSplitter();

const model = new ModelService({ directory: values.models });
const sentencesOf = (some: readonly DevDirection[]) =>
  some.reduce((sum, direction) => sum + direction.sources.length, 0);
const total =
  sentencesOf(directions) +
  2 * sentencesOf(throughPipeline(directions)) +
  terms.length +
  placeholders.length +
  words.length;
const progress = new Progress(total);
try {
  const translator = new Translator(model, progress);
  const scores = await scoreAll(directions, translator);
  const report: EvalReport = {
    models: [...new Set(scores.flatMap((score) => score.models))],
    beam: beam ?? defaultBeam(values.models),
    scores,
    terms: [...(await scoreMarks(terms, translator, keptTerms, decode))],
    placeholders: [...(await scoreMarks(placeholders, translator, keptPlaceholders, decode))],
    words: await scoreWords(words, translator, decode),
    pipeline: await scorePipeline(directions, new TranslationPipeline(model, PIPELINE_DEFAULTS), progress),
    written: await countWritten(WRITTEN),
    untrainedPieces: await countUntrained(values.models, new URL('piece-counts.tsv', DATA)),
    sentences: translator.sentences,
    sentencesPerSecond: translator.rate,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`,
  };
  progress.close();
  const tables = reportTables(report, anchors, against);
  console.log(tables);
  if (values.out !== undefined) {
    await writeFile(values.out, `${tables}\n`);
    await writeFile(`${values.out.replace(/\.md$/, '')}.json`, `${JSON.stringify(report, null, 2)}\n`);
  }
  console.log(`\n${resultLine(report)}`);
} finally {
  await model.close();
}

/** The manifest's own choice; with several models in the folder the widest. */
function defaultBeam(directory: string): number {
  return Math.max(1, ...findModels(directory).installed.map(({ manifest }) => manifest.decode.beam));
}

async function scoreAll(wanted: readonly DevDirection[], translator: Translator): Promise<DirectionScore[]> {
  const scores: DirectionScore[] = [];
  for (const direction of wanted) {
    const score = await scoreDirection(direction, translator, splitterFor(direction.to), decode);
    if (score === undefined) continue;
    scores.push(score);
    progress.say(
      `${score.set} ${score.direction}: chrF ${score.chrf.toFixed(1)}, BLEU ${score.bleu.toFixed(1)}`,
    );
  }
  return scores;
}

function splitterFor(lang: Lang): WordSplitter {
  if (lang === 'ja') return splitJapanese;
  return lang.startsWith('zh') ? splitChinese : splitEnglish;
}
