import { readFile } from 'node:fs/promises';
import type { ModelPort } from '#src/model/model-port.js';
import type { Pipeline } from '#src/translate/pipeline-types.js';
import { DIRECTIONS, type Direction, evenly } from './sets.js';

/** A sentence whose translation only the sentence before decides. */
interface Passage {
  readonly direction: Direction;
  readonly kind: string;
  readonly before: string;
  readonly source: string;
  /** With every `{right|wrong}` as the first, and as the second. */
  readonly right: string;
  readonly wrong: string;
  /** The words of the first such place. */
  readonly words: readonly [string, string];
}

export interface ContextShares {
  /** Of passages whose right translation the model finds likelier than the wrong one. */
  readonly with: number;
  readonly without: number;
  /** Of passages whose translation through the pipeline has the right words. */
  readonly output: { readonly with: number; readonly without: number };
}

const CHOICE = /\{([^{}|]*)\|([^{}|]*)\}/gu;
const CALL = { fairnessKey: 'eval', priority: 'background' } as const;
const AT_ONCE = 32;
/** One of them is as good as another: the model may turn a sentence round. */
const PERSONS = [
  ['he', 'him', 'his', 'himself'],
  ['she', 'her', 'hers', 'herself'],
  ['it', 'its'],
  ['they', 'them', 'their'],
  ['i', 'me', 'my', 'myself'],
  ['you', 'your'],
  ['we', 'us', 'our'],
] as const;

export async function measureContext(
  { model, pipeline }: { readonly model: ModelPort; readonly pipeline: Pipeline },
  names: readonly string[],
  sample?: number,
): Promise<ContextShares> {
  const passages = evenly(await readPassages(), sample).filter(({ direction }) =>
    names.includes(direction.name),
  );
  const counts = new Map<
    string,
    { with: number; without: number; outWith: number; outWithout: number; all: number }
  >();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let one = passages[next++]; one !== undefined; one = passages[next++]) {
      const [told, bare, outTold, outBare] = await Promise.all([
        prefers(model, one, true),
        prefers(model, one, false),
        isRight(pipeline, one, true),
        isRight(pipeline, one, false),
      ]);
      for (const key of ['all', `${one.direction.name} ${one.kind}`]) {
        const count = counts.get(key) ?? { with: 0, without: 0, outWith: 0, outWithout: 0, all: 0 };
        counts.set(key, {
          with: count.with + told,
          without: count.without + bare,
          outWith: count.outWith + outTold,
          outWithout: count.outWithout + outBare,
          all: count.all + 1,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log('\nContext: right one preferred with and without, right in the output with and without');
  for (const [key, count] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    console.log(
      `  ${key.padEnd(16)} ${count.with} ${count.without}  ${count.outWith} ${count.outWithout}  of ${count.all}`,
    );
  const total = counts.get('all') ?? { with: 0, without: 0, outWith: 0, outWithout: 0, all: 1 };
  const share = (part: number): number => Math.round((part / total.all) * 10_000) / 10_000;
  return {
    with: share(total.with),
    without: share(total.without),
    output: { with: share(total.outWith), without: share(total.outWithout) },
  };
}

/** 1 where the right translation is likelier than the wrong one, by forced decoding. */
async function prefers(model: ModelPort, passage: Passage, isTold: boolean): Promise<number> {
  const { direction, source, before, right, wrong } = passage;
  const traces = await model.score(
    [right, wrong].map((target) => ({
      from: direction.from,
      to: direction.to,
      source: [{ kind: 'text' as const, text: source }],
      target,
      ...(isTold && { before: { source: before } }),
    })),
    CALL,
  );
  const [first = 0, second = 0] = traces.map(({ logProbabilities }) =>
    logProbabilities.reduce((sum, one) => sum + one, 0),
  );
  return first > second ? 1 : 0;
}

/** 1 where the translation has the right words, and not the wrong ones before them. */
async function isRight(pipeline: Pipeline, passage: Passage, isTold: boolean): Promise<number> {
  const { direction, source, before, words } = passage;
  const { elements } = await pipeline.translate({
    engine: 'real-time',
    from: direction.from,
    to: direction.to,
    texts: [source],
    ...(isTold && { before: [before] }),
    domain: 'general',
    search: 'best',
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    ...CALL,
  });
  const text = elements[0]?.translatedText ?? '';
  const [right, wrong] = words.map((form) => placeOf(form, text));
  return right !== undefined && right !== -1 && (wrong === undefined || wrong === -1 || right < wrong)
    ? 1
    : 0;
}

function placeOf(form: string, text: string): number {
  const [first = ''] = form.toLowerCase().split(/[ '’]/u);
  const person = PERSONS.find((forms) => forms.some((one) => one === first));
  if (person !== undefined) return text.search(new RegExp(`\\b(?:${person.join('|')})\\b`, 'iu'));
  return /^[\x20-\x7e]+$/u.test(form)
    ? text.search(new RegExp(`\\b${form.replace(/[^\w ']/gu, '.')}\\b`, 'iu'))
    : text.indexOf(form);
}

async function readPassages(): Promise<Passage[]> {
  const lines = (await readFile('bench/data/context.tsv', 'utf8')).trimEnd().split('\n');
  return lines.slice(1).flatMap((line): Passage[] => {
    const [name, kind = '', before = '', source = '', target = ''] = line.split('\t');
    const direction = DIRECTIONS.find((one) => one.name === name);
    const choice = [...target.matchAll(CHOICE)][0];
    if (direction === undefined || choice === undefined) throw new Error(`context.tsv: ${line}`);
    const right = target.replace(CHOICE, '$1');
    const wrong = target.replace(CHOICE, '$2');
    return [{ direction, kind, before, source, right, wrong, words: [choice[1] ?? '', choice[2] ?? ''] }];
  });
}
