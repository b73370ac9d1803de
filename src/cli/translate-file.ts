import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Translator } from '../compose-translator.js';
import { DocumentPlan } from '../files/document-plan.js';
import { Documents } from '../files/documents.js';
import { FileRefused, failureOfFile } from '../files/failures.js';
import { FORMATS, formatOf } from '../files/formats.js';
import { downloadName } from '../files/names.js';
import { SENTENCES_AT_ONCE, translateBatch } from '../files/sentence-batches.js';
import { unitLanguages } from '../files/unit-languages.js';
import type { SegmentResult } from '../translate/pipeline.js';
import { WorkerPool } from '../workers/worker-pool.js';
import type { LineOptions } from './line-options.js';
import { Progress } from './progress.js';

const MEMORY_MEGABYTES = 2048;

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
  { from, to, domain, search }: LineOptions,
): Promise<string> {
  const content = readFileSync(path);
  const pool = new WorkerPool({ threads: 1, memoryMegabytes: MEMORY_MEGABYTES, queueLimit: 4 });
  const progress = new Progress('sentences');
  try {
    const documents = new Documents(pool);
    const file = { format: formatIn(path, content), content, to, ...(from !== 'auto' && { from }) };
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
      texts: [],
      options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
      caller: 'command line',
      priority: 'background' as const,
    };
    const plan = await DocumentPlan.make(pipeline, request, units, langs.units);
    const results: (SegmentResult | undefined)[] = [];
    for (let at = 0; at < plan.segments.length; at += SENTENCES_AT_ONCE) {
      progress.update(at, plan.segments.length);
      const batch = plan.segments.slice(at, at + SENTENCES_AT_ONCE);
      for (const text of await translateBatch(pipeline, request, batch)) {
        results.push(
          text === undefined
            ? undefined
            : { text, by: 'model', cached: false, tries: 1, terms: [], checks: [] },
        );
      }
    }
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

function formatIn(path: string, content: Uint8Array): string {
  try {
    return formatOf(basename(path), content).id;
  } catch (error) {
    throw error instanceof FileRefused ? failureOfFile(error.problem) : error;
  }
}
