import type { ProtectedSpan, Segment } from './pipeline.js';

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
