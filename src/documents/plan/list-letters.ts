/** A letter, and a word or a sentence that begins behind it. */
const LETTERED = /^([A-Z])[ \u00A0\u3000]+(?=[\p{Lu}\p{Lo}\p{N}])/u;
/** Paragraphs that an item of a list may have before the next item. */
const REACH = 5;

/**
 * For each text of a document the letter that it begins with as an item of a list, with the blank behind it; empty for all
 * others. "A First" alone may be anything; with "B Second" below it, the letters are marks and no words.
 */
export function listLetters(texts: readonly string[]): readonly string[] {
  const marks = texts.map(() => '');
  let before: { readonly index: number; readonly mark: string } | undefined;
  for (const [index, text] of texts.entries()) {
    const [mark = ''] = LETTERED.exec(text) ?? [];
    if (mark === '') continue;
    if (before !== undefined && index - before.index <= REACH && isNext(before.mark, mark)) {
      marks[before.index] = before.mark;
      marks[index] = mark;
    }
    before = { index, mark };
  }
  return marks;
}

function isNext(before: string, mark: string): boolean {
  return mark.charCodeAt(0) - before.charCodeAt(0) === 1;
}
