import { type Lang, writesFullWidth } from '../base/lang.js';

/** A mark before the first word of a line, and nothing else. Marks of Markdown (-, *, #) are the same everywhere. */
const BULLET = /^(\s*)[・•‣◦▪](\s*)$/u;
const NUMBERED = /^(\s*)[（(]?([0-9０-９]{1,3})([.．、)）])(\s*)$/u;
const IN_BRACKETS = /^(\s*)[（(]([0-9０-９]{1,3}|[A-Za-z])[)）](\s*)$/u;
const NOTE = /^(\s*)[※＊](\s*)$/u;
/** ア, イ, ウ … count as a, b, c do. */
const KANA = 'アイウエオカキクケコ';
const IN_KANA = new RegExp(`^(\\s*)([（(]?)([${KANA}])([.．、)）]?)(\\s*)$`, 'u');

/** 一、 to 九十九、 */
const IN_HAN = /^(\s*)(?!、)([一二三四五六七八九])?(十)?([一二三四五六七八九])?、\s*$/u;
const HAN = '一二三四五六七八九';

/** A list mark as the target language writes it; any other text stays as it is. */
export function localListMark(text: string, from: Lang, to: Lang): string {
  if (text.length > 16) return text;
  // Nobody reads kana in China.
  if (from === 'ja' && to !== 'ja' && IN_KANA.test(text)) return inLetters(text, to);
  // Chinese numbers paragraphs so, and Japanese seldom does.
  if (!to.startsWith('zh') && (to !== 'ja' || from.startsWith('zh')) && IN_HAN.test(text))
    return text.replace(IN_HAN, inFigures);
  if (writesFullWidth(from) === writesFullWidth(to)) return text;
  return writesFullWidth(to) ? eastAsian(text, to) : english(text);
}

function english(text: string): string {
  if (BULLET.test(text)) return text.replace(BULLET, (_, lead: string) => `${lead}• `);
  if (NOTE.test(text)) return text.replace(NOTE, (_, lead: string) => `${lead}* `);
  if (IN_BRACKETS.test(text))
    return text.replace(IN_BRACKETS, (_, lead: string, item: string) => `${lead}(${narrow(item)}) `);
  if (!/[０-９．、）]/u.test(text) && / $/.test(text)) return text;
  return text.replace(
    NUMBERED,
    (_, lead: string, item: string, mark: string) =>
      `${lead}${narrow(item)}${mark === ')' || mark === '）' ? ')' : '.'} `,
  );
}

function inFigures(_: string, lead: string, first = '', ten = '', last = ''): string {
  const [left, right] = [first, last].map((numeral) => (numeral === '' ? 0 : HAN.indexOf(numeral) + 1));
  if (ten === '') return `${lead}${left || right}. `;
  return `${lead}${10 * (left || 1) + (right ?? 0)}. `;
}

function inLetters(text: string, to: Lang): string {
  const [open, close] = writesFullWidth(to) ? ['（', '）'] : ['(', ') '];
  return text.replace(IN_KANA, (_, lead: string, bracket: string, kana: string) => {
    const letter = String.fromCharCode('a'.charCodeAt(0) + KANA.indexOf(kana));
    return bracket === '' ? `${lead}${letter}. ` : `${lead}${open}${letter}${close}`;
  });
}

function eastAsian(text: string, to: Lang): string {
  if (to === 'ja' && /^\s*• ?$/u.test(text)) return text.replace(/• ?$/u, '・');
  return text.replace(IN_BRACKETS, (_, lead: string, item: string) => `${lead}（${item}）`);
}

function narrow(figures: string): string {
  return figures.normalize('NFKC');
}
