import { documentOf, type OpenDocument } from '../document.js';
import { Splices } from '../splices.js';
import type { DecodedText } from './encoding.js';

/** A stretch of a text file that is translated. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  /** What is offered for translation. */
  readonly text: string;
  /** What stands in the file for a translation; by default the translation itself. */
  write?(translation: string): string;
}

/** A file in which stretches are replaced and everything else stays as it is. Spans are in order. */
export function spanDocument(
  file: DecodedText,
  spans: readonly TextSpan[],
  finish: (text: string) => string = (text) => text,
): OpenDocument {
  return documentOf((take) => {
    const splices = new Splices(file.text);
    for (const span of spans) {
      const translation = take(span.text);
      if (translation === undefined) continue;
      splices.add({ start: span.start, end: span.end, text: span.write?.(translation) ?? translation });
    }
    return () => file.encode(splices.changed ? finish(splices.toString()) : file.text);
  }, file.older);
}
