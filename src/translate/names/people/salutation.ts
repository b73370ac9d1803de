import type { FoundName } from '../found-name.js';
import type { NameTable } from '../readings/name-table.js';

const SALUTATION =
  /^(?:Dear |(?:Hi|Hello) (?=[^,]*,\s*$))(?:(?<title>Mr|Mrs|Ms|Miss|Dr|Prof|Professor)\.? )?(?<name>\p{Lu}[\p{L}'’-]*\.?(?: \p{Lu}[\p{L}'’-]*\.?){0,3})[,:]?(?=\s*$)/u;
const TITLES: Readonly<Record<string, string>> = { Dr: '博士', Prof: '教授', Professor: '教授' };

/** How a letter begins, without "Dear": what the model translates, and what is set behind the name. */
export interface Address {
  readonly words: string;
  readonly name: string;
  readonly title: string;
}

/** The name in "Dear Ms. Whitfield,", for the model to write as Japanese does. */
export function addressOf(text: string, table: NameTable): Address | undefined {
  const match = SALUTATION.exec(text);
  const { title, name = '' } = match?.groups ?? {};
  // Sir, All and Customers are words.
  const isName = title !== undefined || table.isFirstName(name.split(' ')[0] ?? '');
  if (match === null || !isName) return undefined;
  return {
    words: title === undefined ? name : `${title}. ${name}`,
    name,
    title: TITLES[title ?? ''] ?? '様',
  };
}

const HONORIFIC = /(?:さん|様|さま|氏|先生|女史|女士|殿|夫人|嬢|博士|教授|君|くん|ちゃん)+[。、．.]*$/u;
const OPENING = /^(?:ミスター|ミセス|ミス|ミズ|ドクター|プロフェッサー)・?/u;

/** 木村さん as a letter begins: 木村様 */
export function addressed(translation: string, { name, title }: Address): string {
  const written = translation
    .trim()
    .replace(HONORIFIC, '')
    .replace(OPENING, '')
    .replace(/[。、，,.]+$/u, '');
  // サラ Vendrelli: a name in two scripts is better left in its own.
  const isMixed = /[A-Za-z]/.test(written) && /\p{Script=Katakana}/u.test(written);
  return `${isMixed ? name : written}${title}`;
}

/** "Dear Ms. Whitfield," in a line of its own, for Japanese letters: the name with 様, and no word for "dear". */
export function salutation(text: string, table: NameTable): FoundName | undefined {
  const address = addressOf(text, table);
  if (address === undefined) return undefined;
  const { name, title } = address;
  return { start: 0, end: text.trimEnd().length, spellings: [`${name}${title}`], sure: true };
}
