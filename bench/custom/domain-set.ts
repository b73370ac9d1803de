import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentencePair } from '#src/adaptation/sentence-pair.js';
import type { Lang } from '#src/base/lang.js';
import type { Domain } from '#src/model/model-port.js';
import type { Lines } from './translation.js';

export interface DomainSet {
  readonly name: string;
  readonly from: Lang;
  readonly to: Lang;
  readonly domain: Domain;
  readonly train: readonly SentencePair[];
  readonly heldOut: Lines;
}

/** A folder `NAME.en-XX` with `train.tsv` and `heldout.tsv`, English first. */
export function readDomain(folder: string, name: string, heldOutLines: number): DomainSet {
  const pairs = (file: string): SentencePair[] =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('\t'))
      .map((line) => {
        const [fromText = '', toText = ''] = line.split('\t');
        return { fromText, toText };
      });
  const heldOut = spread(pairs('heldout.tsv'), heldOutLines);
  return {
    name,
    from: 'en',
    to: name.endsWith('-zh') ? 'zh-CN' : 'ja',
    domain: name.startsWith('games') ? 'dialogue' : 'it',
    train: pairs('train.tsv'),
    heldOut: {
      sources: heldOut.map(({ fromText }) => fromText),
      references: heldOut.map(({ toText }) => toText),
    },
  };
}

/** Some of the items, evenly from the whole: the files are in the order of the documents. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (count >= items.length) return items;
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)],
  ).filter((item) => item !== undefined);
}
