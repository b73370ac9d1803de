/**
 * Measures the translation of documents on this machine: pages per second, peak memory, and the share of time in which the
 * model is not at work. Also proves for every format that a document without translations comes back as it was.
 *
 *     npm run bench -- files [--scale 0.1] [--search best]
 *
 * Scale 1 is a document of 200 pages, a workbook of 50,000 cells and a slide show of 100 slides. A smaller scale measures
 * smaller documents and says so; nothing is extrapolated. `best` is the search that the service uses for files.
 */
import { parseArgs } from 'node:util';
import { unzipSync } from 'fflate';
import { SEARCHES } from '#src/base/engine.js';
import { composeModel } from '#src/compose/model.js';
import { Documents } from '#src/documents/documents.js';
import { FORMATS, formatOf } from '#src/documents/formats.js';
import { translateBatch } from '#src/files/sentence-batches.js';
import { readSettings } from '#src/settings/read-settings.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { golden, SAMPLES } from '../test/files/samples.js';
import { slideShow, textDocument, workbook } from './files/documents.js';
import { ModelClock } from './files/model-clock.js';
import { documentRequest, translatedUnits } from './files/translated-units.js';

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '0.1' }, search: { type: 'string', default: 'best' } },
});
const scale = Number(values.scale);
const search = SEARCHES.find((mode) => mode === values.search);
if (!(scale > 0) || search === undefined) throw new Error('--scale is a number, --search is fast or best.');
/** Cells that fill a printed page: 50 rows of five columns. */
const CELLS_PER_PAGE = 250;

const settings = readSettings();
const model = composeModel(settings);
const clock = new ModelClock(model);
const pipeline = new TranslationPipeline(clock.model, { cacheEntries: 0, cacheBytes: 1, nearThreshold: 1 });
const pool = new ThreadPool({ threads: 1, memoryMegabytes: settings.fileMemoryMegabytes, queueLimit: 4 });
const documents = new Documents(pool, (error) => console.error(error));
const request = documentRequest(search);

interface Measured {
  readonly seconds: number;
  readonly rssMb: number;
  readonly outsideModelShare: number;
  readonly sentences: number;
}

async function measure(format: string, content: Uint8Array): Promise<Measured> {
  clock.reset();
  let peak = 0;
  const sample = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const started = performance.now();
  const file = { format, content, from: 'en', to: 'ja' };
  const { units } = await documents.read(file);
  const { translations, sentences } = await translatedUnits(pipeline, request, units, (done, all) =>
    console.error(`${format}: ${done} of ${all} sentences`),
  );
  await documents.write(file, translations);
  const elapsed = performance.now() - started;
  clearInterval(sample);
  return {
    seconds: elapsed / 1000,
    rssMb: Math.round(peak / 1024 ** 2),
    outsideModelShare: round(1 - clock.busyMs / elapsed, 4),
    sentences,
  };
}

/** Whether each format gives back what it was given. */
async function identity(): Promise<Record<string, boolean>> {
  const office = [
    'report.docx',
    'report.odt',
    'prices.xlsx',
    'prices.ods',
    'talk.pptx',
    'talk.odp',
    'guide.pdf',
  ];
  const files = [...SAMPLES, ...office.map((name) => ({ name, bytes: golden(name) }))];
  const outcome: Record<string, boolean> = {};
  for (const { name, bytes } of files) {
    const format = formatOf(name, bytes);
    const document = await format.open(bytes, { to: 'en' });
    const same = await document.write(document.units.map(({ text }) => text));
    outcome[format.id] = (outcome[format.id] ?? true) && equal(bytes, same);
  }
  // What is written as another format cannot come back as it was.
  for (const { id, writes } of FORMATS) if (writes === undefined) outcome[id] ??= false;
  return outcome;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a[0] !== 0x50 || a[1] !== 0x4b) return Buffer.from(a).equals(b);
  const [before, after] = [unzipSync(a), unzipSync(b)];
  return Object.entries(before).every(([name, bytes]) =>
    Buffer.from(bytes).equals(after[name] ?? new Uint8Array()),
  );
}

async function shown(format: string, size: string, count: number, content: Uint8Array) {
  const { seconds, rssMb, outsideModelShare, sentences } = await measure(format, content);
  console.log(`${format}: ${size}, ${sentences} sentences, ${seconds.toFixed(1)} s`);
  return { pagesPerSecond: round(count / seconds, 3), rssMb, outsideModelShare };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

const scaled = (count: number) => Math.max(1, Math.round(count * scale));
const [pages, cells, slides] = [scaled(200), scaled(50_000), scaled(100)];
await translateBatch(pipeline, request, [
  { from: 'en', text: 'Good morning.', protectedSpans: [], element: 0, isWholeElement: true },
]);
console.error(`scale ${scale}: ${pages} pages, ${cells} cells, ${slides} slides; search ${search}`);
const result = {
  scale,
  search,
  docx: await shown('docx', `${pages} pages`, pages, textDocument(pages)),
  xlsx: await shown('xlsx', `${cells} cells`, cells / CELLS_PER_PAGE, workbook(cells)),
  pptx: await shown('pptx', `${slides} slides`, slides, slideShow(slides)),
};
await pool.close();
await model.close();
console.log(`RESULT ${JSON.stringify({ ...result, identity: await identity() })}`);
