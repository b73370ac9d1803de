import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lang } from '#src/base/lang.js';
import type { Domain } from '#src/model/model-port.js';

/** One direction of one development set. */
export interface DevDirection {
  readonly set: string;
  readonly domain: Domain;
  readonly from: Lang;
  readonly to: Lang;
  readonly sources: readonly string[];
  readonly references: readonly string[];
}

/** Files are named for the language alone; the model's interface wants the variant of Chinese. */
const LANGS: Readonly<Record<string, Lang>> = { en: 'en', ja: 'ja', zh: 'zh-CN', zht: 'zh-TW', ko: 'ko' };

/** A request of these sets' owners would name this field. */
const DOMAINS: Readonly<Record<string, Domain>> = { 'msdocs-ht': 'it', mdn: 'it', kyotowiki: 'wiki' };

/** `flores-dev.ja`, or `mdn.en-ja.ja` for one direction of a set with other lines in each pair of languages. */
const FILE_NAME = /^(?<stem>(?<set>[^.]+)(?:\.[a-z]+-[a-z]+)?)\.(?<lang>[a-z]+)$/;

/**
 * Every direction among the languages of every set in a folder.
 * @param limit lines per direction, spread evenly over the set; all when left out
 */
export async function readDevSets(folder: string, limit = Number.POSITIVE_INFINITY): Promise<DevDirection[]> {
  const stems = new Map<string, { set: string; texts: Map<Lang, readonly string[]> }>();
  for (const file of (await readdir(folder)).sort()) {
    const { stem, set, lang } = FILE_NAME.exec(file)?.groups ?? {};
    const code = LANGS[lang ?? ''];
    if (stem === undefined || set === undefined || code === undefined) continue;
    const entry = stems.get(stem) ?? { set, texts: new Map<Lang, readonly string[]>() };
    entry.texts.set(code, await readLines(join(folder, file)));
    stems.set(stem, entry);
  }
  const directions = [...stems.values()].flatMap(({ set, texts }) => directionsOf(set, texts, limit));
  if (directions.length === 0) {
    throw new Error(
      `${folder} holds no development set: expected files such as flores-dev.en and flores-dev.ja.`,
    );
  }
  return directions;
}

function directionsOf(
  set: string,
  texts: ReadonlyMap<Lang, readonly string[]>,
  limit: number,
): DevDirection[] {
  const directions: DevDirection[] = [];
  for (const [from, sources] of texts) {
    for (const [to, references] of texts) {
      if (from === to) continue;
      if (sources.length !== references.length) {
        throw new Error(
          `The files of ${set} have ${sources.length} lines in ${from} and ${references.length} in ${to}.`,
        );
      }
      directions.push({
        set,
        domain: DOMAINS[set] ?? 'general',
        from,
        to,
        sources: spread(sources, limit),
        references: spread(references, limit),
      });
    }
  }
  return directions;
}

/** Sets are in document order, so the first lines alone would be one topic. */
export function spread<Line>(lines: readonly Line[], limit: number): readonly Line[] {
  if (lines.length <= limit) return lines;
  const step = lines.length / limit;
  return lines.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

async function readLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8');
  return text.replace(/\n$/, '').split('\n');
}
