import type { ProtectedSpan, Segment } from '../pipeline-types.js';
import { overlapping, type Stretch } from '../segmentation/stretch.js';
import type { Edit } from '../wording/plain-comparisons.js';

/** Changes the words of a segment; its protected spans stay byte for byte. */
export function rewriteWords(segment: Segment, rewrite: (words: string) => string): Segment {
  if (rewrite(segment.text) === segment.text) return segment;
  let text = '';
  let at = 0;
  const protectedSpans: ProtectedSpan[] = [];
  for (const span of segment.protectedSpans) {
    text += rewrite(segment.text.slice(at, span.start));
    const start = text.length;
    text += segment.text.slice(span.start, span.end);
    protectedSpans.push({ ...span, start, end: text.length });
    at = span.end;
  }
  text += rewrite(segment.text.slice(at));
  return { ...segment, text, protectedSpans };
}

/** Changes words at places, in order; edits that would touch a protected span, or come upon another edit, are left out. */
export function editWords(segment: Segment, edits: readonly Edit[]): Segment {
  const parts: (string | Stretch)[] = [];
  let at = 0;
  for (const edit of edits) {
    if (edit.start < at || !keepsSpans(segment.protectedSpans, edit)) continue;
    parts.push({ start: at, end: edit.start }, ...edit.parts);
    at = edit.end;
  }
  return parts.length === 0 ? segment : joined(segment, [...parts, { start: at, end: segment.text.length }]);
}

/** Whether every protected span in the place of an edit is still there, whole. */
function keepsSpans(spans: readonly ProtectedSpan[], { parts, ...place }: Edit): boolean {
  return overlapping(spans, place).every((span) =>
    parts.some((part) => typeof part !== 'string' && part.start <= span.start && part.end >= span.end),
  );
}

/** A segment of words and of stretches of another, which bring their protected spans along. */
function joined(segment: Segment, parts: readonly (string | Stretch)[]): Segment {
  let text = '';
  const protectedSpans: ProtectedSpan[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const shift = text.length - part.start;
    for (const span of overlapping(segment.protectedSpans, part))
      protectedSpans.push({ ...span, start: span.start + shift, end: span.end + shift });
    text += segment.text.slice(part.start, part.end);
  }
  return { ...segment, text, protectedSpans };
}
