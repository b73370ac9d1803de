import { Failure } from '../base/failure.js';
import type { Lang } from '../base/lang.js';
import type { TranslatedSentence } from '../store/schema/index.js';

/** A row of the file that came back from its translator. */
export interface RevisedRow {
  /** Its line, or its number among the units of an XLIFF file. */
  readonly row: number;
  readonly source: string;
  readonly target: string;
}

/** A sentence whose translation somebody has changed. */
export interface Correction {
  /** Its place among the sentences of the file. */
  readonly place: number;
  readonly from: Lang;
  readonly source: string;
  readonly target: string;
}

/**
 * The rows that were changed. A row that says what the machine has said, or anybody before the last correction, was not:
 * the export may be older than that, and must not undo it.
 */
export function correctionsOf(
  sentences: readonly TranslatedSentence[],
  rows: readonly RevisedRow[],
): readonly Correction[] {
  const places = new Map<string, number[]>();
  for (const [place, { source }] of sentences.entries()) {
    places.set(source, [...(places.get(source) ?? []), place]);
  }
  return rows.flatMap(({ row, source, target }): Correction[] => {
    // Equal sentences stand in the order of the document; the last takes rows beyond them.
    const own = places.get(source);
    const place = own === undefined || own.length === 1 ? own?.[0] : own.shift();
    const sentence = place === undefined ? undefined : sentences[place];
    if (place === undefined || sentence === undefined || target.trim() === '') return [];
    const isKnown = target === sentence.target;
    // A correction that is in already counts again: whoever sends it twice may not have heard the first answer.
    if (isKnown && sentence.earlier === undefined) return [];
    if (!isKnown && sentence.earlier?.includes(target) === true) return [];
    checkTags(row, source, target);
    return [{ place, from: sentence.from, source, target }];
  });
}

const TAG = /<\/?\d{1,3}\/?>/g;

/** Formatting and objects hang on the tags: one that is lost or made up would lose them. */
function checkTags(row: number, source: string, target: string): void {
  const [wanted, found] = [tagsOf(source), tagsOf(target)];
  const lost = wanted.find((tag) => !found.includes(tag));
  const strange = found.find((tag, at) => !wanted.includes(tag) || found.indexOf(tag) !== at);
  if (lost === undefined && strange === undefined) return;
  const what = lost === undefined ? `has ${strange} more often than the source` : `lacks ${lost}`;
  throw new Failure('requestInvalid', {
    message: `Row ${row}: the translation ${what}. Put the tags of the source into it, each once, and send the file again.`,
  });
}

function tagsOf(text: string): string[] {
  return text.match(TAG) ?? [];
}
