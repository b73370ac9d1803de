/** Adjectives and peoples that no rule makes. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  Athens: ['Athenian'],
  Britain: ['British', 'Briton'],
  Canada: ['Canadian'],
  China: ['Chinese'],
  Congo: ['Congolese'],
  Cyprus: ['Cypriot'],
  Denmark: ['Danish', 'Dane'],
  England: ['English'],
  Finland: ['Finnish', 'Finn'],
  France: ['French'],
  Greece: ['Greek'],
  Holland: ['Dutch'],
  Iceland: ['Icelandic', 'Icelander'],
  Ireland: ['Irish'],
  Lebanon: ['Lebanese'],
  Netherlands: ['Dutch'],
  Norway: ['Norwegian'],
  Peru: ['Peruvian'],
  Philippines: ['Filipino', 'Philippine'],
  Poland: ['Polish', 'Pole'],
  Portugal: ['Portuguese'],
  Scotland: ['Scottish', 'Scot'],
  Spain: ['Spanish', 'Spaniard'],
  Sweden: ['Swedish', 'Swede'],
  Switzerland: ['Swiss'],
  Thailand: ['Thai'],
  Turkey: ['Turkish', 'Turk'],
  Ukraine: ['Ukrainian'],
  'United Kingdom': ['British'],
  'United States': ['American'],
  'United States of America': ['American'],
  Venice: ['Venetian'],
  Vietnam: ['Vietnamese'],
  Wales: ['Welsh'],
};

/** By the end of a name: Belgium, Germany, Italy, Mexico, Europe, Russia; Japan, Pakistan, Iran; Egypt, Iraq. */
const ENDINGS: readonly (readonly [end: RegExp, ...forms: string[]])[] = [
  [/ium$/u, 'ian'],
  [/any$/u, 'an'],
  [/y$/u, 'ian'],
  [/o$/u, 'an'],
  [/e$/u, 'ean', 'an'],
  [/a$/u, 'an', 'ese'],
  [/(?<=an)$/u, 'ese', 'i', 'ian'],
  [/(?<=[^aeiouy])$/u, 'ian', 'i'],
];

/**
 * What English says of the people, the language and the things of a place: Australian for Australia. 澳大利亚人 is "an
 * Australian", and has the name of the country nowhere.
 */
export function adjectivesOf(place: string): readonly string[] {
  const [end, ...forms] = ENDINGS.find(([pattern]) => pattern.test(place)) ?? [];
  return IRREGULAR[place] ?? (end === undefined ? [] : forms.map((form) => place.replace(end, form)));
}
