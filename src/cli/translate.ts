import { parseArgs } from 'node:util';
import { FORMALITIES, NAME_MODES, SEARCHES } from '../base/engine.js';
import { Failure } from '../base/failure.js';
import { refuseDamaged } from '../compose/model.js';
import { composeTranslator } from '../compose/translator.js';
import { readSettings } from '../settings/read-settings.js';
import type { Command } from './command.js';
import { DOMAINS, type LineOptions } from './line-options.js';
import { namedDocuments } from './named-documents.js';
import { translateFiles } from './translate-file.js';
import { translateLines, translateStream } from './translate-lines.js';

/** Translates documents and folders of them, its arguments, or standard input as one text: one line out for every line in. */
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
    refuseDamaged(translator.model);
    const options: LineOptions = { from: values.from, to: values.to, domain, search, names, formality };
    if (named.kind === 'documents') {
      return (await translateFiles(translator, named.documents, options)) ? 0 : 1;
    }
    if (positionals.length > 0) {
      const [line] = await translateLines(translator.pipeline, [positionals.join(' ')], options);
      process.stdout.write(`${line}\n`);
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
