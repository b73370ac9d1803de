/** The service takes 270 KB of text in one request; a little less leaves room for its own counting. */
const MOST_BYTES = 265 * 1024;
const MOST_TEXTS = 2000;

const encoder = new TextEncoder();

export function byteLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

/** Requests that each stay within the limits of the service; together they hold all texts in order. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = encoder.encode(text).length;
    if (batch.length > 0 && (bytes + size > MOST_BYTES || batch.length === MOST_TEXTS)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(text);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Pieces of one text that a request can take, cut at line ends where there are any; joined they are the text. */
export function piecesOf(text: string, mostBytes = MOST_BYTES): string[] {
  if (text.length * 3 <= mostBytes || encoder.encode(text).length <= mostBytes) return [text];
  // No character of UTF-16 takes more than three bytes of UTF-8.
  const mostUnits = Math.floor(mostBytes / 3);
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > mostUnits) {
    const end = cutAt(text, at, at + mostUnits);
    pieces.push(text.slice(at, end));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces;
}

/** Behind the last line end, else the last sentence end, else between two whole characters. */
function cutAt(text: string, from: number, to: number): number {
  for (const mark of ['\n', '。', '. ', '！', '？']) {
    const found = text.lastIndexOf(mark, to - mark.length);
    if (found > from) return found + mark.length;
  }
  const unit = text.charCodeAt(to - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? to - 1 : to;
}
