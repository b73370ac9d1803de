import type { FoundName } from './found-name.js';
import type { NameTable } from './name-table.js';

const SALUTATION =
  /^(?:Dear |(?:Hi|Hello) (?=[^,]*,\s*$))(?:(?<title>Mr|Mrs|Ms|Miss|Dr|Prof|Professor)\.? )?(?<name>\p{Lu}[\p{L}'’-]*\.?(?: \p{Lu}[\p{L}'’-]*\.?){0,3})[,:]?(?=\s*$)/u;
const TITLES: Readonly<Record<string, string>> = { Dr: '博士', Prof: '教授', Professor: '教授' };

/** "Dear Ms. Whitfield," in a line of its own, for Japanese letters: the name with 様, and no word for "dear". */
export function salutation(text: string, table: NameTable): FoundName | undefined {
  const match = SALUTATION.exec(text);
  const { title, name = '' } = match?.groups ?? {};
  // Sir, All and Customers are words.
  const isName = title !== undefined || table.isFirstName(name.split(' ')[0] ?? '');
  if (match === null || !isName) return undefined;
  return {
    start: 0,
    end: match[0].length,
    spellings: [`${name}${TITLES[title ?? ''] ?? '様'}`],
    sure: true,
  };
}
