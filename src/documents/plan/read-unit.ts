import type { Lang } from '../../base/lang.js';
import { detect } from '../../translate/detection/detect.js';
import type { HanModel } from '../../translate/detection/han.js';
import { countCharacters, countWords } from '../../translate/segmentation/count.js';

/** A unit of a document with everything about it that only its text decides. */
export interface ReadUnit {
  readonly text: string;
  /** What it is written in; undefined where that cannot be told. */
  readonly lang: Lang | undefined;
  readonly words: number;
  readonly characters: number;
}

/** Numbered tags that stand for formatting. */
const TAGS = /<\/?\d{1,3}\/?>/g;

export function readUnit(text: string, to: Lang, han: HanModel): ReadUnit {
  const bare = text.replace(TAGS, '');
  return {
    text,
    lang: detect(text.replace(TAGS, ' '), han, { not: to }),
    words: countWords(bare),
    characters: countCharacters(bare),
  };
}
