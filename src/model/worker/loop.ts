/** Longest stretch, in tokens, that is looked at as the period of a repetition. */
const MAX_PERIOD = 16;
/** A stretch has to come this often in a row … */
const MIN_REPEATS = 4;
/** … and cover at least this many tokens, so that "no, no, no" and "……" pass. */
const MIN_COVER = 12;

/** How many tokens at the end of `tokens` are a stretch of at most 16 tokens said again and again. */
function repeatedTail(tokens: readonly number[]): number {
  let longest = 0;
  for (let period = 1; period <= MAX_PERIOD && period * 2 <= tokens.length; period++) {
    let same = 0;
    for (let i = tokens.length - 1; i >= period && tokens[i] === tokens[i - period]; i--) same++;
    const cover = same + period;
    if (same >= period && cover >= period * MIN_REPEATS && cover > longest) longest = cover;
  }
  return longest;
}

/** The longest repetition anywhere in a source: a translation may repeat itself as much as its source does. */
export function longestRepetition(tokens: readonly number[]): number {
  let longest = 0;
  for (let end = MIN_COVER; end <= tokens.length; end++) {
    longest = Math.max(longest, repeatedTail(tokens.slice(0, end)));
  }
  return longest;
}

/** True when the target has begun to say the same thing over and over, more than its source does. */
export function isLooping(tokens: readonly number[], sourceRepetition: number): boolean {
  const tail = repeatedTail(tokens);
  return tail >= MIN_COVER && tail > 2 * sourceRepetition;
}
