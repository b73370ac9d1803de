const WORDS = [
  ['old', 'new', 'small', 'red', 'heavy', 'cheap', 'quiet', 'famous'],
  ['car', 'book', 'house', 'table', 'camera', 'garden', 'letter', 'bridge'],
  ['teacher', 'doctor', 'brother', 'neighbour', 'student', 'driver', 'painter', 'manager'],
  ['Tokyo', 'Paris', 'London', 'Osaka', 'Berlin', 'Rome', 'Madrid', 'Kyoto'],
  ['better', 'worse', 'larger', 'older', 'nicer', 'stronger', 'cleaner', 'safer'],
] as const;
/** Coprime to the number of sentences, so that neighbours differ in every word. */
const STRIDE = 7919;

/** Five words for a number, others for every number below 32,768: sentences of them are all different, so that no cache answers. */
export function wordsOf(number: number): readonly string[] {
  let left = (number * STRIDE) % 8 ** WORDS.length;
  return WORDS.map((words) => {
    const word = words[left % 8] ?? '';
    left = Math.floor(left / 8);
    return word;
  });
}
