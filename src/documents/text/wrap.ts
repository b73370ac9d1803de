const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/;
/** Marks that may not begin a line, and those that may not end one (kinsoku). */
const NOT_FIRST =
  /^[、。，．,.!?！？…‥・：；:;）)」』】〉》〕”’ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々%％]/u;
const NOT_LAST = /[（(「『【〈《〔“‘]$/u;

export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/**
 * Breaks a line into lines of at most `limit` columns, of about the same length: a subtitle of one full line and one
 * word reads badly. Tags count as nothing.
 */
export function wrapLines(text: string, limit: number, unspaced: boolean, preferred: number): string[] {
  const parts = lineParts(text, unspaced);
  const visible = (part: string) => columnsOf(part.replace(/<[^<>]*>|\{[^{}]*\}/g, ''));
  const total = visible(text.trimEnd());
  const lines = Math.max(Math.ceil(total / limit), total > limit * 0.75 ? Math.min(preferred, 2) : 1);
  if (lines <= 1) return [text];
  const goal = Math.min(limit, Math.ceil(total / lines) + (unspaced ? 2 : 4));
  const out: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && visible((line + part).trimEnd()) > goal) {
      out.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  if (line.trim() !== '') out.push(line.trimEnd());
  return out;
}

/** A text cut at every place where a line may end. */
export function lineParts(text: string, unspaced: boolean): string[] {
  return unspaced ? eastAsianParts(text) : text.split(/(?<=\s)/);
}

/** Characters one by one; Latin words, tags and marks that may not be parted stay together. */
function eastAsianParts(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.match(/<[^<>]*>|[A-Za-z0-9'’.%-]+\s?|[\s\S]/gu) ?? []) {
    const last = parts.at(-1);
    if (last !== undefined && (NOT_FIRST.test(part) || NOT_LAST.test(last) || /^<\//.test(part))) {
      parts[parts.length - 1] = last + part;
    } else parts.push(part);
  }
  return parts;
}
