/** About how wide a character is in most fonts, in font sizes: enough to tell which of two words a place is in. */
export function letterWidth(letter: string): number {
  if (/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]/.test(letter)) return 1;
  if (/[\sijlt.,:;'’|!()[\]fI]/.test(letter)) return 0.29;
  if (/[mwMW@%—]/.test(letter)) return 0.85;
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.53;
}
