/**
 * `npm run eval -- everyday --out DIR [--models DIR] [--beam N]`: translates the sentences of `bench/data/everyday` as a
 * user would get them, and writes one table per direction to be rated by reading: rating (empty), kind, source, translation.
 *
 * `npm run eval -- everyday --rated DIR`: counts the ratings in such tables. 2: usable as it comes. 1: the meaning is there, the
 * wording needs a hand. 0: wrong.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Lang } from '#src/base/lang.js';
import { ModelService } from '#src/model/service.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { EVERYDAY_DIRECTIONS, readEveryday, readRated } from './eval/everyday.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    rated: { type: 'string' },
    models: { type: 'string', default: 'models' },
    beam: { type: 'string' },
  },
});

if (values.out !== undefined) await translateAll(values.out);
else if (values.rated !== undefined) await countAll(values.rated);
else throw new Error('Say where the tables go (--out DIR), or where rated ones are (--rated DIR).');

async function translateAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const model = new ModelService({
    directory: values.models,
    ...(values.beam === undefined ? {} : { beam: Number(values.beam) }),
  });
  const pipeline = new TranslationPipeline(model, PIPELINE_DEFAULTS);
  try {
    for (const direction of EVERYDAY_DIRECTIONS) {
      const sentences = await readEveryday(direction.file);
      const texts = await translate(
        pipeline,
        direction,
        sentences.map(({ text }) => text),
      );
      const rows = sentences.map(({ kind, text }, at) => ['', kind, text, texts[at]].join('\t'));
      await writeFile(
        join(folder, `${direction.name}.tsv`),
        `rating\tkind\tsource\ttranslation\n${rows.join('\n')}\n`,
      );
      console.log(`${direction.name}: ${rows.length} sentences`);
    }
  } finally {
    await model.close();
  }
}

async function translate(
  pipeline: TranslationPipeline,
  { from, to }: { readonly from: Lang; readonly to: Lang },
  texts: readonly string[],
): Promise<readonly string[]> {
  const { elements } = await pipeline.translate({
    engine: 't4oo',
    from,
    to,
    texts,
    domain: 'general',
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    fairnessKey: 'eval',
    priority: 'interactive',
  });
  return elements.map(({ translatedText }) => translatedText.replaceAll(/[\t\n]/g, ' '));
}

async function countAll(folder: string): Promise<void> {
  const counts = await readRated(pathToFileURL(`${resolve(folder)}/`));
  for (const [direction, { usable, meaning, wrong }] of Object.entries(counts)) {
    console.log(`${direction}: usable ${usable}, meaning there ${meaning}, wrong ${wrong}`);
  }
  console.log(`RESULT ${JSON.stringify(counts)}`);
}
