/** First byte of a character in UTF-8 → how many follow, and between which values the first of them lies. */
function following(lead: number): { readonly count: number; readonly from: number; readonly to: number } {
  if (lead >= 0xc2 && lead <= 0xdf) return { count: 1, from: 0x80, to: 0xbf };
  // Neither longer than needed, nor half of a surrogate pair, nor beyond the last character.
  if (lead >= 0xe0 && lead <= 0xef)
    return { count: 2, from: lead === 0xe0 ? 0xa0 : 0x80, to: lead === 0xed ? 0x9f : 0xbf };
  if (lead >= 0xf0 && lead <= 0xf4)
    return { count: 3, from: lead === 0xf0 ? 0x90 : 0x80, to: lead === 0xf4 ? 0x8f : 0xbf };
  return { count: 0, from: 0, to: 0 };
}

const isContinuation = (byte: number) => byte >= 0x80 && byte <= 0xbf;
const MOST_FOLLOWING = 3;

/**
 * Whether a token breaks a character that is written byte by byte: it comes before the character is whole, or is a byte
 * that no character has in that place. `prefix` itself breaks none.
 *
 * @param byteOf the byte that a token stands for; undefined for tokens that are text
 */
export function breaksCharacter(
  token: number,
  prefix: readonly number[],
  byteOf: (token: number) => number | undefined,
): boolean {
  const byte = byteOf(token);
  const last = byteOf(prefix.at(-1) ?? -1);
  if (byte === undefined && last === undefined) return false;
  const begun: number[] = [];
  for (let back = 1; back <= MOST_FOLLOWING; back++) {
    const before = byteOf(prefix.at(-back) ?? -1);
    if (before === undefined) break;
    begun.unshift(before);
    if (!isContinuation(before)) break;
  }
  const { count, from, to } = following(begun[0] ?? 0);
  if (begun.length === 0 || begun.length > count) {
    return byte !== undefined && byte >= 0x80 && following(byte).count === 0;
  }
  const [least, most] = begun.length === 1 ? [from, to] : [0x80, 0xbf];
  return byte === undefined || byte < least || byte > most;
}
