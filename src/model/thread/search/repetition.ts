/** Longest stretch, in tokens, that is looked at as the period of a repetition. */
const MAX_PERIOD = 16;
/** A stretch has to come this often in a row … */
const MIN_REPEATS = 4;
/** … and a single token this often, so that zeros of a number and "……" pass. */
const MIN_SINGLE_REPEATS = 8;
/** A token that comes back within so many may close a repetition that its pieces hide. */
const RECENT = 8;

/** How many tokens at the end of `tokens` are a stretch of at most 16 tokens said again and again. */
function repeatedTail(tokens: readonly number[]): number {
  let longest = 0;
  for (let period = 1; period <= MAX_PERIOD && period * 2 <= tokens.length; period++) {
    let same = 0;
    for (let i = tokens.length - 1; i >= period && tokens[i] === tokens[i - period]; i--) same++;
    const cover = same + period;
    const least = period * (period === 1 ? MIN_SINGLE_REPEATS : MIN_REPEATS);
    if (cover >= least && cover > longest) longest = cover;
  }
  return longest;
}

/** The longest repetition anywhere. */
function longestRepetition(tokens: readonly number[]): number {
  let longest = 0;
  for (let end = 1; end <= tokens.length; end++) {
    longest = Math.max(longest, repeatedTail(tokens.slice(0, end)));
  }
  return longest;
}

/** Whether a text ends with a unit of two characters or more, with a letter in it, four times in a row. */
function endsRepeating(text: string): boolean {
  for (let length = 2; length * MIN_REPEATS <= text.length; length++) {
    const unit = text.slice(-length);
    if (text.endsWith(unit.repeat(MIN_REPEATS)) && /\p{L}/u.test(unit)) return true;
  }
  return false;
}

const REPEATING = /(.*\p{L}.*)\1{3}/u;

/** Notices when a translation begins to say the same thing over and over, more than its source does. */
export class Repetition {
  readonly #source: readonly number[];
  readonly #sourceRepetition: number;
  #sourceRepeats: boolean | undefined;

  readonly #textOf: (tokens: readonly number[]) => string;

  constructor(source: readonly number[], textOf: (tokens: readonly number[]) => string) {
    this.#textOf = textOf;
    this.#source = source;
    this.#sourceRepetition = longestRepetition(source);
  }

  /** Whether `token` after `prefix` says something for the fourth time in a row. */
  comesWith(token: number, prefix: readonly number[]): boolean {
    const tokens = [...prefix, token];
    if (repeatedTail(tokens) > 2 * this.#sourceRepetition) return true;
    // The same words may be cut into other pieces each time.
    if (!prefix.slice(-RECENT).includes(token)) return false;
    if (!endsRepeating(this.#textOf(tokens.slice(-MAX_PERIOD)))) return false;
    this.#sourceRepeats ??= REPEATING.test(this.#textOf(this.#source));
    return !this.#sourceRepeats;
  }
}
