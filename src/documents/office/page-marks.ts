/**
 * Counts the marks of pages in front of places that are asked for in the order of the text, so that all questions together
 * read it once.
 */
export function pageMarks(source: string, mark: RegExp): (place: number) => number {
  let count = 0;
  let read = 0;
  return (place) => {
    if (place > read) {
      count += source.slice(read, place).match(mark)?.length ?? 0;
      read = place;
    }
    return count;
  };
}
