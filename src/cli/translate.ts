import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { composeTranslator } from '../compose-translator.js';
import { readSettings } from '../config.js';
import { FORMALITIES, NAME_MODES, SEARCHES } from '../engine.js';
import { Failure } from '../failure.js';
import type { Pipeline } from '../translate/pipeline.js';
import type { Command } from './command.js';
import { DOMAINS, type LineOptions } from './line-options.js';
import { namedDocuments } from './named-documents.js';
import { Progress } from './progress.js';
import { translateFiles } from './translate-file.js';

/** Lines on their way at once: enough to fill every batch, few enough to hold any file in little memory. */
const LINES_AT_ONCE = 512;

/** Translates documents and folders of them, its arguments, or standard input line by line: one line out for every line in. */
export const translateCommand: Command = async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: 'string', default: 'auto' },
      to: { type: 'string' },
      domain: { type: 'string', default: 'general' },
      search: { type: 'string' },
      names: { type: 'string', default: 'customary' },
      formality: { type: 'string', default: 'auto' },
      out: { type: 'string' },
    },
  });
  const domain = DOMAINS.find((known) => known === values.domain);
  if (values.to === undefined || domain === undefined) {
    console.error(
      values.to === undefined
        ? 'Say which language you want: kotobashi translate --from ja --to en …'
        : `There is no domain "${values.domain}": use one of ${DOMAINS.join(', ')}.`,
    );
    return 2;
  }
  const named = namedDocuments(positionals, values.out, values.to);
  if (named.kind === 'refused') {
    console.error(named.message);
    return 1;
  }
  const asked = values.search ?? (named.kind === 'texts' ? 'fast' : 'best');
  const search = SEARCHES.find((known) => known === asked);
  if (search === undefined) {
    console.error('--search is fast or best.');
    return 2;
  }
  const names = NAME_MODES.find((known) => known === values.names);
  if (names === undefined) {
    console.error('--names is customary or keep.');
    return 2;
  }
  const formality = FORMALITIES.find((known) => known === values.formality);
  if (formality === undefined) {
    console.error('--formality is auto, polite or plain.');
    return 2;
  }
  const translator = composeTranslator(readSettings());
  try {
    const options: LineOptions = { from: values.from, to: values.to, domain, search, names, formality };
    if (named.kind === 'documents') {
      return (await translateFiles(translator, named.documents, options)) ? 0 : 1;
    }
    if (positionals.length > 0) {
      process.stdout.write(`${await translateLine(translator.pipeline, positionals.join(' '), options)}\n`);
    } else {
      await translateStream(translator.pipeline, options);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await translator.close();
  }
};

async function translateLine(
  pipeline: Pipeline,
  line: string,
  { from, to, domain, search, names, formality }: LineOptions,
): Promise<string> {
  if (line.trim() === '') return line;
  const { elements } = await pipeline.translate({
    engine: 'real-time',
    from,
    to,
    domain,
    search,
    names,
    formality,
    texts: [line],
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    caller: 'command line',
    priority: 'background',
  });
  return elements[0]?.translatedText ?? '';
}

/** Lines come out in the order in which they came in, as soon as all before them are done. */
async function translateStream(pipeline: Pipeline, options: LineOptions): Promise<void> {
  const progress = new Progress('lines');
  const running: Promise<string>[] = [];
  let taken = 0;
  let written = 0;
  const writeFirst = async () => {
    const line = await running.shift();
    if (!process.stdout.write(`${line}\n`)) {
      await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    progress.update(++written, undefined);
  };
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    taken++;
    const translation = translateLine(pipeline, line, options);
    // Awaited in order below; until then a failure must not count as unhandled.
    translation.catch(() => undefined);
    running.push(translation);
    if (running.length >= LINES_AT_ONCE) await writeFirst();
  }
  while (running.length > 0) {
    await writeFirst();
    progress.update(written, taken);
  }
  progress.end();
}
