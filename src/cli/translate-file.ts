import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../base/failure.js';
import { makeFolder } from '../base/make-folder.js';
import { writeWhole } from '../base/write-whole.js';
import type { Translator } from '../compose/translator.js';
import { Documents } from '../documents/documents.js';
import { failureOfFile } from '../documents/file-problems.js';
import { checkedFormat } from '../documents/formats.js';
import { downloadName } from '../documents/names.js';
import { planFile } from '../documents/plan/plan-file.js';
import { inOneVocabulary } from '../files/one-vocabulary.js';
import { SENTENCES_AT_ONCE, translateBatch } from '../files/sentence-batches.js';
import { ThreadPool } from '../threads/thread-pool.js';
import { allSettled } from '../translate/solve/all-settled.js';
import type { LineOptions } from './line-options.js';
import type { NamedDocument } from './named-documents.js';
import { Progress } from './progress.js';

const MEMORY_MEGABYTES = 2048;
/** Parts of a batch that are counted by themselves: the bar moves, and the model still has a full batch at hand. */
const PARTS_OF_BATCH = 8;

/** Translates documents one after the other and says where each new one is; what is wrong with one does not cost the others. */
export async function translateFiles(
  translator: Pick<Translator, 'pipeline'>,
  named: readonly NamedDocument[],
  options: LineOptions,
): Promise<boolean> {
  const pool = new ThreadPool({ threads: 1, memoryMegabytes: MEMORY_MEGABYTES, queueLimit: 4 });
  let isSound = true;
  try {
    for (const [at, document] of named.entries()) {
      const counted = named.length === 1 ? '' : `${at + 1}/${named.length} ${basename(document.path)} `;
      try {
        process.stdout.write(`${await translateFile(translator, document, options, pool, counted)}\n`);
      } catch (error) {
        const message = messageOf(error);
        if (message === undefined) throw error;
        console.error(named.length === 1 ? message : `${document.path}: ${message}`);
        isSound = false;
      }
    }
  } finally {
    await pool.close();
  }
  return isSound;
}

/** What a user can do something about: a refused file, or one that cannot be read or written. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof Failure) return error.message;
  return error instanceof Error && 'syscall' in error ? error.message : undefined;
}

/** Translates a document into a new one and answers its path. */
async function translateFile(
  { pipeline }: Pick<Translator, 'pipeline'>,
  { path, out }: NamedDocument,
  { from, to, domain, search, names, formality }: LineOptions,
  pool: ThreadPool,
  counted: string,
): Promise<string> {
  const content = readFileSync(path);
  const progress = new Progress('sentences', counted);
  try {
    const documents = new Documents(pool, (error) => console.error(error));
    // A PDF comes out as what the name of the new file asks for.
    const pdfOutput = 'file' in out && out.file.toLowerCase().endsWith('.docx') ? 'docx' : 'pdf';
    const file = {
      format: checkedFormat(basename(path), content, pdfOutput).id,
      content,
      to,
      ...(from !== 'auto' && { from }),
    };
    progress.say(`reading ${basename(path)}`);
    const { units, encoding, left: unread } = await documents.read(file);
    if (units.length === 0) throw failureOfFile('noText');
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
      fairnessKey: 'command line',
      priority: 'background' as const,
    };
    const { plan } = await planFile(pipeline, request, units, from);
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
    const settled = await inOneVocabulary(pipeline, request, plan.segments, results);
    for (const [index, target] of settled) results[index] = target;
    progress.say(`writing ${basename(path)}`);
    const { bytes, overflowPages } = await documents.write(file, await plan.assemble(pipeline, results));
    const target = 'file' in out ? out.file : join(out.folder, nameOf(path, to, file.format));
    makeFolder(dirname(target));
    writeWhole(target, bytes);
    progress.end();
    const left = unread + plan.left + results.filter((result) => result === undefined).length;
    if (encoding !== undefined) console.error(`${basename(path)} was read as ${encoding}.`);
    if (left > 0)
      console.error(
        `${basename(path)}: ${left} ${left === 1 ? 'sentence stays' : 'sentences stay'} as in the source.`,
      );
    if (overflowPages.length > 0)
      console.error(
        `${basename(path)}: text needs more room than it has on page ${overflowPages.join(', ')}.`,
      );
    return target;
  } finally {
    progress.end();
  }
}

function nameOf(path: string, lang: string, format: string): string {
  return downloadName({ name: basename(path), lang, format });
}
