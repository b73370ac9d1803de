/**
 * chrF (Popović 2015): F-score over character n-grams, the measure by which translations are compared here.
 * The numbers are those of sacreBLEU's default chrF2 (`nc:6|nw:0|space:no|eff:yes`), so that they can be laid
 * beside published ones: n-grams of one to six code points, white space dropped, recall weighted twice,
 * counts summed over the corpus before anything is divided.
 */

const MAX_ORDER = 6;
const DEFAULT_BETA = 2;

/** Larger than any code point: a prefix's number and the next code point make one exact integer key. */
const CODE_POINTS = 0x110000;

export interface ChrfOptions {
  /** How many times more recall counts than precision. Default 2. */
  readonly beta?: number;
}

/** Counts per n-gram order, index 0 for single characters. */
interface Counts {
  readonly hypothesis: Float64Array;
  readonly reference: Float64Array;
  readonly matches: Float64Array;
}

/**
 * Corpus chrF, 0 to 100.
 *
 * @example
 * chrf(['The dog bit the man.'], ['The dog had bit the man.']);
 */
export function chrf(
  hypotheses: readonly string[],
  references: readonly string[],
  options: ChrfOptions = {},
): number {
  if (hypotheses.length !== references.length) {
    throw new RangeError(`chrF needs one reference for each of the ${hypotheses.length} hypotheses.`);
  }
  const counts = emptyCounts();
  for (const [line, hypothesis] of hypotheses.entries()) {
    addPair(counts, hypothesis, references[line] ?? '');
  }
  return score(counts, options.beta ?? DEFAULT_BETA);
}

/** chrF of one sentence, 0 to 100. A corpus score is not the mean of these. */
export function sentenceChrf(hypothesis: string, reference: string, options: ChrfOptions = {}): number {
  const counts = emptyCounts();
  addPair(counts, hypothesis, reference);
  return score(counts, options.beta ?? DEFAULT_BETA);
}

function emptyCounts(): Counts {
  return {
    hypothesis: new Float64Array(MAX_ORDER),
    reference: new Float64Array(MAX_ORDER),
    matches: new Float64Array(MAX_ORDER),
  };
}

/**
 * Numbers the reference's n-grams order by order: an n-gram is the number of its first n-1 characters and its
 * last character. A hypothesis n-gram whose beginning is not in the reference cannot match, so its position
 * drops out of all higher orders, which is most of the work saved.
 */
function addPair(counts: Counts, hypothesisText: string, referenceText: string): void {
  const hypothesis = codePoints(hypothesisText);
  const reference = codePoints(referenceText);
  const referencePrefix = new Int32Array(reference.length);
  const hypothesisPrefix = new Int32Array(hypothesis.length);
  for (let order = 1; order <= MAX_ORDER; order++) {
    const referenceTotal = reference.length - order + 1;
    // Hypothesis n-grams count only where the reference is long enough to have some.
    if (referenceTotal <= 0) break;
    const numbers = new Map<number, number>();
    const left: number[] = [];
    for (let start = 0; start < referenceTotal; start++) {
      const key = at(referencePrefix, start) * CODE_POINTS + at(reference, start + order - 1);
      let number = numbers.get(key);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(key, number);
        left.push(0);
      }
      left[number] = (left[number] ?? 0) + 1;
      referencePrefix[start] = number;
    }
    const hypothesisTotal = Math.max(0, hypothesis.length - order + 1);
    let matches = 0;
    for (let start = 0; start < hypothesisTotal; start++) {
      const prefix = at(hypothesisPrefix, start);
      if (prefix < 0) continue;
      const number = numbers.get(prefix * CODE_POINTS + at(hypothesis, start + order - 1));
      hypothesisPrefix[start] = number ?? -1;
      if (number === undefined) continue;
      const unmatched = left[number] ?? 0;
      if (unmatched > 0) {
        left[number] = unmatched - 1;
        matches++;
      }
    }
    add(counts.reference, order, referenceTotal);
    add(counts.hypothesis, order, hypothesisTotal);
    add(counts.matches, order, matches);
  }
}

/** F-score of the mean precision and mean recall over the orders that both sides have n-grams of. */
function score(counts: Counts, beta: number): number {
  let precision = 0;
  let recall = 0;
  let orders = 0;
  for (let index = 0; index < MAX_ORDER; index++) {
    const hypothesis = at(counts.hypothesis, index);
    const reference = at(counts.reference, index);
    if (hypothesis === 0 || reference === 0) continue;
    precision += at(counts.matches, index) / hypothesis;
    recall += at(counts.matches, index) / reference;
    orders++;
  }
  if (precision + recall === 0) return 0;
  precision /= orders;
  recall /= orders;
  const weight = beta * beta;
  return (100 * (1 + weight) * precision * recall) / (weight * precision + recall);
}

/** The code points of a text, white space left out. */
function codePoints(text: string): Int32Array {
  const points = new Int32Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index++;
    if (!isWhiteSpace(point)) points[length++] = point;
  }
  return points.subarray(0, length);
}

/** White space as sacreBLEU sees it: U+0085 and the separators from U+001C are, the byte order mark is not. */
function isWhiteSpace(point: number): boolean {
  if (point <= 0xa0) {
    return (
      point === 0x20 ||
      (point >= 0x09 && point <= 0x0d) ||
      (point >= 0x1c && point <= 0x1f) ||
      point === 0x85 ||
      point === 0xa0
    );
  }
  if (point < 0x1680) return false;
  return (
    point === 0x3000 ||
    point === 0x1680 ||
    (point >= 0x2000 && point <= 0x200a) ||
    point === 0x2028 ||
    point === 0x2029 ||
    point === 0x202f ||
    point === 0x205f
  );
}

function add(totals: Float64Array, order: number, count: number): void {
  totals[order - 1] = at(totals, order - 1) + count;
}

function at(values: Int32Array | Float64Array, index: number): number {
  return values[index] ?? 0;
}
