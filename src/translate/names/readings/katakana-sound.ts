import { latinReading } from './latin-reading.js';

/** Shorter names sound like too much else. */
const FEWEST_CONSONANTS = 2;

/** What is left of a name when spelling and vowels are taken away: Dylan and ディラン are both "drn". */
function consonants(latin: string): string {
  return latin
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
    .replace(/th|sch|sh|c(?=[eiy])|z/g, 's')
    .replace(/ph|f/g, 'h')
    .replace(/tch|ch|ts/g, 't')
    .replace(/[dg]ge?|j/g, (found) => (found === 'j' ? 's' : (found[0] ?? '')))
    .replace(/ck|c|q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/l/g, 'r')
    .replace(/v/g, 'b')
    .replace(/m/g, 'n')
    .replace(/[aeiouyw]/g, '')
    .replace(/h/g, '')
    .replace(/(.)\1+/g, '$1');
}

/** Whether a name in katakana sounds like one in Latin letters, as far as consonants tell; r at the end of a syllable may be silent. */
export function soundsLike(katakana: string, latin: string): boolean {
  const heard = consonants(latinReading(katakana));
  const spelled = consonants(latin);
  if (Math.min(heard.length, spelled.length) < FEWEST_CONSONANTS) return false;
  return heard === spelled || heard.replaceAll('r', '') === spelled.replaceAll('r', '');
}
