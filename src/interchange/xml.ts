/** Text as it may stand between tags and inside quoted attributes. */
export function escapeXml(text: string): string {
  // A bare carriage return would come back as a line feed.
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
