/** Small, so that the top of a long text is there at once; the rest in larger pieces. */
const FIRST_CHARACTERS = 500;
const CHARACTERS = 3_000;
const MOST_LINES = 50;

/** Lines of one request each, in their order. */
export function batchesOf(lines: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let room = 0;
  for (const line of lines) {
    const last = batches.at(-1);
    if (last !== undefined && line.length <= room && last.length < MOST_LINES) {
      last.push(line);
      room -= line.length;
      continue;
    }
    room = (batches.length === 0 ? FIRST_CHARACTERS : CHARACTERS) - line.length;
    batches.push([line]);
  }
  return batches;
}
