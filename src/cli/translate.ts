import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { composeTranslator } from '../compose-translator.js';
import { readSettings } from '../config.js';
import { Failure } from '../failure.js';
import type { Road } from '../translate/port.js';
import type { Command } from './command.js';
import { Progress } from './progress.js';

/** Lines on their way at once: enough to fill every batch, few enough to hold any file in little memory. */
const LINES_AT_ONCE = 512;

const DOMAINS = ['general', 'it', 'wiki', 'dialogue', 'news', 'law', 'business', 'dictionary'] as const;

interface Wish {
  readonly from: string;
  readonly to: string;
  readonly domain: (typeof DOMAINS)[number];
}

/** Translates its arguments, or standard input line by line: one line out for every line in. */
export const translateCommand: Command = {
  summary: 'translate text given as argument, or standard input line by line',
  usage: 'kotobashi translate --from ja --to en [--domain it] [--beam 4] [text …]',
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: 'string', default: 'auto' },
        to: { type: 'string' },
        domain: { type: 'string', default: 'general' },
        beam: { type: 'string' },
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
    const beam = Number(values.beam ?? 1);
    if (!Number.isInteger(beam) || beam < 1 || beam > 8) {
      console.error('--beam is a whole number from 1 to 8; 1 is fastest.');
      return 2;
    }
    const translator = composeTranslator(readSettings(), values.beam === undefined ? {} : { beam });
    try {
      const wish: Wish = { from: values.from, to: values.to, domain };
      if (positionals.length > 0) {
        process.stdout.write(`${await translateLine(translator.road, positionals.join(' '), wish)}\n`);
      } else {
        await translateStream(translator.road, wish);
      }
      return 0;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      return 1;
    } finally {
      await translator.close();
    }
  },
};

async function translateLine(road: Road, line: string, { from, to, domain }: Wish): Promise<string> {
  if (line.trim() === '') return line;
  const { elements } = await road.translate({
    engine: 'real-time',
    from,
    to,
    domain,
    texts: [line],
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    caller: 'command line',
    priority: 'background',
  });
  return elements[0]?.translatedText ?? '';
}

/** Lines come out in the order in which they came in, as soon as all before them are done. */
async function translateStream(road: Road, wish: Wish): Promise<void> {
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
    const translation = translateLine(road, line, wish);
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
