import { createInterface } from 'node:readline';
import type { Register } from '../model/model-port.js';
import type { Pipeline } from '../translate/pipeline-types.js';
import { chosenForStrings } from '../translate/register/choice.js';
import type { LineOptions } from './line-options.js';
import { Progress } from './progress.js';

/** Lines of standard input that are translated together, as one text: enough to fill every batch, and to choose a register. */
const LINES_TOGETHER = 512;
const CHARACTERS_TOGETHER = 20_000;
/** The next lines are on their way while the last sentences of those before are waited for; any input fits in little memory. */
const GROUPS_AT_ONCE = 2;

/** What lines share with those before them in the same input. */
interface TextSoFar {
  readonly register?: Register | undefined;
  /** The line before the first one. */
  readonly before?: string | undefined;
}

/** One translation for every line; blank lines stay as they are. */
export async function translateLines(
  pipeline: Pick<Pipeline, 'translate'>,
  lines: readonly string[],
  { from, to, domain, search, names, formality }: LineOptions,
  { register, before }: TextSoFar = {},
): Promise<readonly string[]> {
  const texts = lines.filter(isWritten);
  if (texts.length === 0) return lines;
  const { elements } = await pipeline.translate({
    engine: 'real-time',
    from,
    to,
    domain,
    search,
    names,
    formality,
    register,
    texts,
    before: texts.map((_, index) => texts[index - 1] ?? before),
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    fairnessKey: 'command line',
    priority: 'background',
  });
  const translations = elements[Symbol.iterator]();
  return lines.map((line) => (isWritten(line) ? (translations.next().value?.translatedText ?? '') : line));
}

/** Standard input is one text: its register is chosen once, by its beginning. Lines come out in the order in which they came in. */
export async function translateStream(
  pipeline: Pick<Pipeline, 'translate'>,
  options: LineOptions,
): Promise<void> {
  const progress = new Progress('lines');
  const running: Promise<readonly string[]>[] = [];
  let written = 0;
  const writeFirst = async (taken: number | undefined): Promise<void> => {
    const lines = (await running.shift()) ?? [];
    if (!process.stdout.write(`${lines.join('\n')}\n`)) {
      await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    written += lines.length;
    progress.update(written, taken);
  };
  let taken = 0;
  let soFar: TextSoFar = {};
  const input = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const lines of groupsOf(input)) {
    if (taken === 0 && options.to === 'ja') soFar = { register: chosenForStrings(options.formality, lines) };
    taken += lines.length;
    const translations = translateLines(pipeline, lines, options, soFar);
    // Awaited in order below; until then a failure must not count as unhandled.
    translations.catch(() => undefined);
    running.push(translations);
    soFar = { ...soFar, before: lines.findLast(isWritten) ?? soFar.before };
    if (running.length >= GROUPS_AT_ONCE) await writeFirst(undefined);
  }
  while (running.length > 0) await writeFirst(taken);
  progress.end();
}

function isWritten(line: string): boolean {
  return line.trim() !== '';
}

async function* groupsOf(lines: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let group: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    group.push(line);
    characters += line.length;
    if (group.length < LINES_TOGETHER && characters < CHARACTERS_TOGETHER) continue;
    yield group;
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield group;
}
