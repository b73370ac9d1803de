export interface SentencePair {
  readonly fromText: string;
  readonly toText: string;
}

/** No text holds it: uploads with it are refused. */
const SEPARATOR = '\0';

/** Pairs as one string: a thread takes a long string over many times faster than many short ones. */
export function packPairs(pairs: readonly SentencePair[]): string {
  return pairs.map(({ fromText, toText }) => fromText + SEPARATOR + toText).join(SEPARATOR);
}

export function unpackPairs(packed: string): SentencePair[] {
  if (packed === '') return [];
  const texts = packed.split(SEPARATOR);
  const pairs: SentencePair[] = [];
  for (let at = 0; at < texts.length; at += 2) {
    pairs.push({ fromText: texts[at] ?? '', toText: texts[at + 1] ?? '' });
  }
  return pairs;
}
