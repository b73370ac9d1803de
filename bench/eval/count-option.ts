/** The value of an option of a command that counts something. */
export function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a whole number above 0.`);
  return count;
}
