import type { ProtectedSpan, Segment } from '../pipeline-types.js';
import { isCovered } from '../segmentation/stretch.js';
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

/** Changes words at places, in order; edits that would touch a protected span are left out. */
export function editWords(segment: Segment, edits: readonly Edit[]): Segment {
  const open = edits.filter((edit) => !isCovered(segment.protectedSpans, edit));
  if (open.length === 0) return segment;
  let text = '';
  let at = 0;
  for (const edit of open) {
    text += segment.text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  text += segment.text.slice(at);
  let next = 0;
  let shift = 0;
  const protectedSpans = segment.protectedSpans.map((span) => {
    for (let edit = open[next]; edit !== undefined && edit.end <= span.start; edit = open[++next]) {
      shift += edit.text.length - (edit.end - edit.start);
    }
    return { ...span, start: span.start + shift, end: span.end + shift };
  });
  return { ...segment, text, protectedSpans };
}
