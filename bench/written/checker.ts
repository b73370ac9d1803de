/** What a file of the written text (trainer/written) has to look like. Every fault is a sentence with its place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WrittenLine {
  domain: string;
  document: string;
  en: string;
  ja: string;
  zh: string;
}

export interface Fault {
  file: string;
  line: number;
  says: string;
}

const SHORT_WORDS = 6;
const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const FOREIGN_TO_ENGLISH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uFF01-\uFF5E\u3001\u3002]/u;
const FULL_WIDTH_LETTERS = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/u;
const HALF_WIDTH_MARK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}] ?[,.;:!?]|[,.;!?] ?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HALF_WIDTH_BRACKET =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\(|\)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Frequent characters that only Taiwan's script has, none of them also simplified. */
const TRADITIONAL =
  /[們這個來時會說對國過學還後進點開經現問間長頭電車門東馬員書讓買賣寫話語請謝錢飯機關動處發變專業產質應該當總結給從雖為無與體]/u;
/** Frequent characters that only simplified Chinese has, none of them also Japanese. */
const SIMPLIFIED =
  /[们这时说对过还进经现问间长头电车门东马员书让买卖话语请谢钱饭关动处发变专业产质应总给从虽为无]/u;

/** "3. 適用範囲": the number of a list item keeps its point. */
function withoutListMark(text: string): string {
  return text.replace(/^[A-Z\d]+(?:\.\d+)*[.:)] ?/, '');
}

const PLAIN = /^[ -~]*$/;

/** Two lines are the same when nothing but case, width, blanks and marks tells them apart. */
export function normalize(text: string): string {
  // A quarter of a million lines: most English ones need no tables of Unicode.
  if (PLAIN.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function parseLine(text: string): WrittenLine | undefined {
  const columns = text.split('\t');
  if (columns.length !== 5) return undefined;
  const [domain = '', document = '', en = '', ja = '', zh = ''] = columns;
  return { domain, document, en, ja, zh };
}

/** What is wrong with one line, by itself. */
export function faultsOfLine(line: WrittenLine): string[] {
  const faults: string[] = [];
  if (!/^[a-z]+$/.test(line.domain)) faults.push(`domain "${line.domain}" is not a word of small letters`);
  if (!/^(-|[a-z0-9]+(-[a-z0-9]+)*)$/.test(line.document))
    faults.push(`document "${line.document}" is neither - nor an id`);
  for (const [name, text] of [
    ['English', line.en],
    ['Japanese', line.ja],
    ['Chinese', line.zh],
  ] as const) {
    if (text.trim() === '') faults.push(`${name} is empty`);
    if (text !== text.trim() || / {2}/.test(text)) faults.push(`${name} has blanks too many`);
    if (text !== text.normalize('NFC')) faults.push(`${name} is not in normal form C`);
  }
  if (FOREIGN_TO_ENGLISH.test(line.en)) faults.push('English holds East Asian characters or marks');
  for (const [name, text] of [
    ['Japanese', line.ja],
    ['Chinese', line.zh],
  ] as const) {
    if (FULL_WIDTH_LETTERS.test(text)) faults.push(`${name} has full-width digits or letters`);
    if (HALF_WIDTH_MARK.test(withoutListMark(text)) || HALF_WIDTH_BRACKET.test(text))
      faults.push(`${name} has half-width marks`);
    if (line.en.split(' ').length > 3 && !HAN_OR_KANA.test(text)) faults.push(`${name} is not ${name}`);
  }
  if (KANA.test(line.zh.replace(/[ー・]/g, ''))) faults.push('Chinese holds kana');
  if (TRADITIONAL.test(line.zh))
    faults.push(`Chinese holds a traditional character (${TRADITIONAL.exec(line.zh)?.[0]})`);
  if (SIMPLIFIED.test(line.ja))
    faults.push(`Japanese holds a simplified character (${SIMPLIFIED.exec(line.ja)?.[0]})`);
  return faults;
}

/** What is wrong with a file: its lines, documents that are torn apart, lines that stand twice or are held out. */
export function faultsOfFile(
  file: string,
  text: string,
  seen: Map<string, string>,
  heldOut: ReadonlySet<string>,
): Fault[] {
  const faults: Fault[] = [];
  const documents = new Set<string>();
  let current = '-';
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, raw] of lines.entries()) {
    const say = (says: string) => faults.push({ file, line: index + 1, says });
    const line = parseLine(raw);
    if (line === undefined) {
      say(`${raw.split('\t').length} columns instead of 5`);
      continue;
    }
    for (const says of faultsOfLine(line)) say(says);
    if (line.document !== current) {
      if (line.document !== '-' && documents.has(line.document))
        say(`document ${line.document} goes on after another line`);
      documents.add(line.document);
      current = line.document;
    }
    const english = normalize(line.en);
    if (heldOut.has(`en:${english}`)) say('the en text stands in a development set');
    for (const column of ['ja', 'zh'] as const) {
      if (heldOut.has(`${column}:${normalize(line[column])}`))
        say(`the ${column} text stands in a development set`);
    }
    // Salutations and short answers come back in every document; a sentence does not.
    if (line.en.split(' ').length <= SHORT_WORDS) continue;
    const before = seen.get(english);
    if (before !== undefined) say(`stands already at ${before}`);
    else seen.set(english, `${file}:${index + 1}`);
  }
  return faults;
}

/** The lines of the development sets, by column. */
export function heldOutLines(folder: string): Set<string> {
  const held = new Set<string>();
  for (const name of readdirSync(folder)) {
    const column = name.split('.').at(-1);
    if (column !== 'en' && column !== 'ja' && column !== 'zh') continue;
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      const key = normalize(line);
      if (key.length > 12) held.add(`${column}:${key}`);
    }
  }
  return held;
}

/** How a file stands beside what is asked of it. */
export function summary(lines: readonly WrittenLine[]): string {
  const share = (test: (line: WrittenLine) => boolean) =>
    `${Math.round((100 * lines.filter(test).length) / Math.max(1, lines.length))} %`;
  const words = (line: WrittenLine) => line.en.split(' ').length;
  const openings = new Map<string, number>();
  for (const line of lines) {
    const key = line.en.split(' ').slice(0, 2).join(' ').toLowerCase();
    openings.set(key, (openings.get(key) ?? 0) + 1);
  }
  const common = [...openings]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([key, n]) => `${key} ${n}`);
  const polite =
    /(です|ます|ました|ません|でした|ください|ましょう|でしょう|ませ)(か|ね|よ|よね|が|けど|から|ので)?[。！？」]*$/u;
  return [
    `${lines.length} lines, ${new Set(lines.map((l) => l.document)).size - (lines.some((l) => l.document === '-') ? 1 : 0)} documents`,
    `under 8 words ${share((l) => words(l) < 8)}, 19 to 35 words ${share((l) => words(l) >= 19 && words(l) <= 35)}`,
    `polite Japanese ${share((l) => polite.test(l.ja))}, with figures ${share((l) => /\d/.test(l.en))}`,
    `with names ${share((l) => /[a-z,;] (?!I\b|I')[A-Z][a-z]+/.test(l.en))}`,
    `openings ${common.join(', ')}`,
  ].join('; ');
}
