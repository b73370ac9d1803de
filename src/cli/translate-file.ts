import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Translator } from '../compose-translator.js';
import { DocumentPlan } from '../files/document-plan.js';
import { Documents } from '../files/documents.js';
import { failureOfFile } from '../files/failures.js';
import { checkedFormat, FORMATS } from '../files/formats.js';
import { downloadName } from '../files/names.js';
import { SENTENCES_AT_ONCE, translateBatch } from '../files/sentence-batches.js';
import { unitLanguages } from '../files/unit-languages.js';
import { allSettled } from '../translate/all-settled.js';
import { WorkerPool } from '../workers/worker-pool.js';
import type { LineOptions } from './line-options.js';
import { Progress } from './progress.js';

const MEMORY_MEGABYTES = 2048;
/** Parts of a batch that are counted by themselves: the bar moves, and the model still has a full batch at hand. */
const PARTS_OF_BATCH = 8;

/** Whether an argument names a document, and not a text. */
export function isDocument(argument: string): boolean {
  const ending = /\.([^./\\]{1,12})$/.exec(argument)?.[1]?.toLowerCase() ?? '';
  return FORMATS.some(({ extensions }) => extensions.includes(ending)) && existsSync(argument);
}

/** Translates a document into a new one beside it and answers its path. */
export async function translateFile(
  { pipeline }: Pick<Translator, 'pipeline'>,
  path: string,
  out: string | undefined,
  { from, to, domain, search, names, formality }: LineOptions,
): Promise<string> {
  const content = readFileSync(path);
  const pool = new WorkerPool({ threads: 1, memoryMegabytes: MEMORY_MEGABYTES, queueLimit: 4 });
  const progress = new Progress('sentences');
  try {
    const documents = new Documents(pool);
    // A PDF comes out as what the name of the new file asks for.
    const pdfOutput = out?.toLowerCase().endsWith('.docx') ? 'docx' : 'pdf';
    const file = {
      format: checkedFormat(basename(path), content, pdfOutput).id,
      content,
      to,
      ...(from !== 'auto' && { from }),
    };
    progress.say(`reading ${basename(path)}`);
    const units = await documents.read(file);
    if (units.length === 0) throw failureOfFile('noText');
    const langs = unitLanguages(units, {
      from,
      to,
      supports: (source, target) =>
        pipeline.directions().some((one) => one.from === source && one.to === target),
    });
    const request = {
      engine: 'real-time' as const,
      from,
      to,
      domain,
      search,
      names,
      formality,
      texts: [],
      options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
      caller: 'command line',
      priority: 'background' as const,
    };
    const plan = await DocumentPlan.make(pipeline, request, units, langs.units);
    progress.say('loading the model');
    const results: (string | undefined)[] = [];
    let done = 0;
    const size = SENTENCES_AT_ONCE / PARTS_OF_BATCH;
    const part = async (from: number): Promise<readonly (string | undefined)[]> => {
      const segments = plan.segments.slice(from, from + size);
      if (segments.length === 0) return [];
      const texts = await translateBatch(pipeline, request, segments);
      done += segments.length;
      progress.update(done, plan.segments.length);
      return texts;
    };
    for (let at = 0; at < plan.segments.length; at += SENTENCES_AT_ONCE) {
      const starts = Array.from({ length: PARTS_OF_BATCH }, (_, index) => at + index * size);
      results.push(...(await allSettled(starts.map(part))).flat());
    }
    progress.say(`writing ${basename(path)}`);
    const written = await documents.write(file, await plan.assemble(pipeline, results));
    const target =
      out ?? join(dirname(path), downloadName({ name: basename(path), lang: to, format: file.format }));
    writeFileSync(target, written);
    return target;
  } finally {
    progress.end();
    await pool.close();
  }
}
