import type { Segment, Shield } from './port.js';

/** Changes the words of a segment; its shields stay byte for byte. */
export function rewriteWords(segment: Segment, rewrite: (words: string) => string): Segment {
  if (rewrite(segment.text) === segment.text) return segment;
  let text = '';
  let at = 0;
  const shields: Shield[] = [];
  for (const shield of segment.shields) {
    text += rewrite(segment.text.slice(at, shield.start));
    const start = text.length;
    text += segment.text.slice(shield.start, shield.end);
    shields.push({ ...shield, start, end: text.length });
    at = shield.end;
  }
  text += rewrite(segment.text.slice(at));
  return { ...segment, text, shields };
}
