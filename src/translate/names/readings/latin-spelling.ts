/** A name without blanks, marks and capitals: Xi'an is xian. */
export function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** With one letter for sounds that kana and other languages do not tell apart. */
export function plainSpelling(latin: string): string {
  return letters(latin.normalize('NFD'))
    .replace(/th|tch|sch|sh|ch|c(?=[eiy])|z/g, 's')
    .replace(/ts/g, 't')
    .replace(/ph|f/g, 'h')
    .replace(/x/g, 'ks')
    .replace(/[cq]/g, 'k')
    .replace(/v/g, 'b')
    .replace(/l/g, 'r')
    .replace(/y/g, 'i')
    .replace(/w/g, '')
    .replace(/(.)\1+/g, '$1');
}
