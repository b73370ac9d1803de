const SYLLABLES: Readonly<Record<string, string>> = {
  ア: 'a',
  イ: 'i',
  ウ: 'u',
  エ: 'e',
  オ: 'o',
  カ: 'ka',
  キ: 'ki',
  ク: 'ku',
  ケ: 'ke',
  コ: 'ko',
  サ: 'sa',
  シ: 'shi',
  ス: 'su',
  セ: 'se',
  ソ: 'so',
  タ: 'ta',
  チ: 'chi',
  ツ: 'tsu',
  テ: 'te',
  ト: 'to',
  ナ: 'na',
  ニ: 'ni',
  ヌ: 'nu',
  ネ: 'ne',
  ノ: 'no',
  ハ: 'ha',
  ヒ: 'hi',
  フ: 'fu',
  ヘ: 'he',
  ホ: 'ho',
  マ: 'ma',
  ミ: 'mi',
  ム: 'mu',
  メ: 'me',
  モ: 'mo',
  ヤ: 'ya',
  ユ: 'yu',
  ヨ: 'yo',
  ラ: 'ra',
  リ: 'ri',
  ル: 'ru',
  レ: 're',
  ロ: 'ro',
  ワ: 'wa',
  ヰ: 'i',
  ヱ: 'e',
  ヲ: 'o',
  ガ: 'ga',
  ギ: 'gi',
  グ: 'gu',
  ゲ: 'ge',
  ゴ: 'go',
  ザ: 'za',
  ジ: 'ji',
  ズ: 'zu',
  ゼ: 'ze',
  ゾ: 'zo',
  ダ: 'da',
  ヂ: 'ji',
  ヅ: 'zu',
  デ: 'de',
  ド: 'do',
  バ: 'ba',
  ビ: 'bi',
  ブ: 'bu',
  ベ: 'be',
  ボ: 'bo',
  パ: 'pa',
  ピ: 'pi',
  プ: 'pu',
  ペ: 'pe',
  ポ: 'po',
  ヴ: 'vu',
};
/** フィ is fi, ティ ti, ウィ wi. */
const SMALL_VOWELS: Readonly<Record<string, string>> = { ァ: 'a', ィ: 'i', ゥ: 'u', ェ: 'e', ォ: 'o' };
const GLIDES: Readonly<Record<string, string>> = { ャ: 'ya', ュ: 'yu', ョ: 'yo' };

/** A reading in kana as names are spelled in English: Hepburn, long vowels short (サトウ Sato, オオノ Ono). */
export function latinReading(kana: string): string {
  const text = [...kana.trim()].map((character) => {
    const code = character.charCodeAt(0);
    return code >= 0x3041 && code <= 0x3096 ? String.fromCharCode(code + 0x60) : character;
  });
  let out = '';
  let doubled = false;
  for (const character of text) {
    const glide = GLIDES[character];
    const vowel = SMALL_VOWELS[character];
    if (character === 'ッ') doubled = true;
    else if (character === 'ン') out += 'n';
    else if (glide !== undefined) {
      const base = out.slice(0, -1);
      out = /(?:sh|ch|j)$/.test(base) ? base + glide.slice(1) : base + glide;
    } else if (vowel !== undefined) {
      const isAfterConsonant = /[^aeiou][aeiou]$/.test(out);
      out = (isAfterConsonant ? out.slice(0, -1) : out.replace(/u$/, 'w')) + vowel;
    } else {
      const syllable = SYLLABLES[character] ?? '';
      out +=
        doubled && syllable !== '' ? (syllable.startsWith('ch') ? 't' : syllable[0]) + syllable : syllable;
      doubled = false;
    }
  }
  const short = out
    .replace(/ou/g, 'o')
    .replace(/oo/g, 'o')
    .replace(/uu/g, 'u')
    .replace(/n(?=[bmp])/g, 'n');
  return short.slice(0, 1).toUpperCase() + short.slice(1);
}
