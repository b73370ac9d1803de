import { readFile } from 'node:fs/promises';
import type { Register } from '#src/model/model-port.js';
import { chrf } from '#src/quality/chrf.js';
import type { Pipeline } from '#src/translate/pipeline-types.js';
import { isIn, japaneseRegister } from '#src/translate/register/japanese-register.js';
import { evenly } from './sets.js';

export interface RegisterShares {
  /** Of sentences that are in the register asked for, polite and plain in turn. */
  readonly asked: number;
  /** Of documents in which all sentences are of one register. */
  readonly documents: number;
}

const SOURCES = { en: 'en', zh: 'zh-CN' } as const;
const AT_ONCE = 32;
const FOLDER = 'bench/data/dev/written';

/** Into Japanese, from the text written for this project: its sentences one by one, and its documents whole. */
export async function measureRegister(pipeline: Pipeline, sample?: number): Promise<RegisterShares> {
  const read = async (ending: string) =>
    (await readFile(`${FOLDER}.${ending}`, 'utf8')).trimEnd().split('\n');
  const [references, meta] = [await read('ja'), await read('meta')];
  const asked = { all: 0, right: 0 };
  const documents = { all: 0, right: 0 };
  const texts = { told: [] as string[], bare: [] as string[], reference: [] as string[] };
  for (const [ending, from] of Object.entries(SOURCES)) {
    const sources = await read(ending);
    const translate = async (text: string, formality: 'auto' | Register): Promise<string> => {
      const { elements } = await pipeline.translate({
        engine: 'real-time',
        from,
        to: 'ja',
        texts: text.split('\n'),
        formality,
        domain: 'general',
        search: 'best',
        options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
        fairnessKey: 'eval',
        priority: 'background',
      });
      return elements.map(({ translatedText }) => translatedText).join('\n');
    };
    // Sentences whose reference has a register: the others have none to be asked for.
    const sentences = references.flatMap((reference, at) => {
      const register = japaneseRegister(reference);
      return register === undefined ? [] : [{ source: sources[at] ?? '', reference, register }];
    });
    await inParallel(evenly(sentences, sample), async ({ source, reference, register }, at) => {
      const wanted: Register = at % 2 === 0 ? 'polite' : 'plain';
      const text = await translate(source, wanted);
      asked.all += 1;
      if (isIn(wanted, text)) asked.right += 1;
      else console.log(`  not ${wanted}: ${source} → ${text}`);
      const told = wanted === register ? text : await translate(source, register);
      const bare = await translate(source, 'auto');
      texts.told.push(told);
      texts.bare.push(bare);
      texts.reference.push(reference);
    });
    const lines = new Map<string, string[]>();
    for (const [at, source] of sources.entries()) {
      const document = meta[at]?.split('\t')[1] ?? '-';
      if (document !== '-') lines.set(document, [...(lines.get(document) ?? []), source]);
    }
    await inParallel(evenly([...lines.values()], sample), async (document) => {
      const text = await translate(document.join('\n'), 'auto');
      documents.all += 1;
      if (isIn('polite', text) || isIn('plain', text)) documents.right += 1;
      else console.log(`  two registers: ${text.replaceAll('\n', ' / ')}`);
    });
  }
  console.log(`\nRegister\n  ${asked.right} of ${asked.all} sentences as asked`);
  console.log(`  ${documents.right} of ${documents.all} documents of one register`);
  console.log(
    `  chrF in the register of the reference ${score(texts.told, texts.reference)}, auto ${score(texts.bare, texts.reference)}`,
  );
  return { asked: share(asked), documents: share(documents) };
}

function score(texts: readonly string[], references: readonly string[]): string {
  return chrf(texts, references).toFixed(2);
}

function share({ right, all }: { readonly right: number; readonly all: number }): number {
  return all === 0 ? 1 : Math.round((right / all) * 10_000) / 10_000;
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) await work(item, at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
