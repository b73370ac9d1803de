import type { Cut } from '../segmentation/cut.js';

/** UTF-16 offsets into the text of an element. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** What joining lines may take out or put in: white space, and the hyphen of a word broken at the end of a line. */
const UNCOUNTED = /[\s-]/u;

/**
 * Where each cut of an element stands in its source. The cuts in order are the source, unless lines were joined: then
 * they are shorter, by breaks and blanks and by the hyphens of broken words, and places are found by counting all other
 * characters.
 */
export function placesInSource(sourceText: string, cuts: readonly Cut[]): readonly Place[] {
  const joined = cuts.reduce((sum, { text }) => sum + text.length, 0);
  const places: Place[] = [];
  let at = 0;
  for (const { text } of cuts) {
    const place = joined === sourceText.length ? { start: at, end: at + text.length } : find(text, at);
    places.push(place);
    at = place.end;
  }
  return places;

  function find(text: string, from: number): Place {
    let end = from;
    let start: number | undefined;
    for (let index = 0; index < text.length; index += 1) {
      if (UNCOUNTED.test(text.charAt(index))) continue;
      while (end < sourceText.length && UNCOUNTED.test(sourceText.charAt(end))) end += 1;
      start ??= end;
      end += 1;
    }
    return { start: start ?? from, end };
  }
}
