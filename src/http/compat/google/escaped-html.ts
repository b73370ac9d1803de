import { scanTags } from '../../../translate/spans/tags.js';
import { escapeHtml } from '../../answer/html.js';

/** An entity that stands there already is left alone. */
const SPECIAL = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)|[<>"']/gi;

/**
 * Text as Google writes it into HTML: tags and entities stay, and what else means something there is escaped.
 *
 * @example
 * escapedHtml("<b>It's</b> 1 < 2 &amp; 3") // '<b>It&#39;s</b> 1 &lt; 2 &amp; 3'
 */
export function escapedHtml(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  const words = (end: number) => pieces.push(html.slice(at, end).replace(SPECIAL, escapeHtml));
  for (const { start, end } of scanTags(html)) {
    words(start);
    pieces.push(html.slice(start, end));
    at = end;
  }
  words(html.length);
  return pieces.join('');
}
