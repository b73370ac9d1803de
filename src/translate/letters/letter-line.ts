import type { Lang } from '../../base/lang.js';
import { JAPANESE_TRADES } from '../names/firms/company-words.js';
import { chinesePeople } from '../names/people/chinese-people.js';
import { FORMULAS } from './formulas.js';
import { behindLabel, type LabelLine, LONGEST_LABELLED, labelLine } from './labels.js';

/** The line of a letter that is not translated word by word: a formula, or somebody who is addressed. */
export interface LetterLine {
  /** All of the translation, or what stands before the name. */
  readonly before: string;
  /** What of the source names the one who is addressed; translated as any other text. */
  readonly name?: string;
  readonly after?: string;
  /** What stands behind the name, whatever the model writes: 様, 女士. */
  readonly honorific?: string;
  /** What stands before a family name alone, whatever the model writes: 様 does not say whether it is Mr. or Ms. */
  readonly title?: string;
  /** What somebody is or belongs to stands beside the name: 購買部　大森様. */
  readonly hasPost?: true;
  /** It may stand behind other sentences of its line. */
  readonly isSentence?: true;
  /** What stands before the name is a label: 乙方：. The name is whatever it is of, with the marks behind it. */
  readonly isLabel?: LabelLine['isLabel'];
}

const LONGEST_FORMULA = 60;
/** Shows that an English line addresses somebody or closes a letter; the formulas of the others need no mark. */
const MARK = /[,:，：]\s*$/u;
const MARKS_BEHIND = /[\s,:，：、!！.。]+$/u;
const ENGLISH_ADDRESS =
  /^(?:Dear|Hi|Hello) (?<name>(?<title>Mr|Mrs|Ms|Miss|Dr|Prof|Professor)\.? \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’.-]*){0,3})[,:]$/u;
const CHINESE_ADDRESS =
  /^(?:尊敬的|敬[爱愛]的|[亲親][爱愛]的)(?<name>\p{Script=Han}{1,4})(?<title>先生|女士|小姐|太太|博士|[医醫]生|教授)[，,：:]$/u;
const JAPANESE_ADDRESS = /^(?<name>[^\s、。，,]{1,16}様)[、，,]?$/u;
/** 購買部　大森様, 代表取締役　三浦健一様 */
const JAPANESE_POST =
  /^(?<name>(?:[^\s、。，,：:様]{2,16}[ \u3000]){1,3}(?!.*(?:皆|各位|担当|一同|客|者)様)[^\s、。，,：:]{1,8}様)$/u;
/** 東和計測様 is nobody called so. */
const FIRM = new RegExp(
  `(?:会社|[(（][株有][)）]|[㈱㈲]|${[...JAPANESE_TRADES.keys()].join('|')})様$|^(?:株式|有限|合同)会社`,
  'u',
);
const TITLES_IN_CHINESE: Readonly<Record<string, string>> = {
  Mr: '先生',
  Dr: '博士',
  Prof: '教授',
  Professor: '教授',
};
const TITLES_IN_ENGLISH: Readonly<Record<string, string>> = {
  先生: 'Mr.',
  太太: 'Mrs.',
  博士: 'Dr.',
  医生: 'Dr.',
  醫生: 'Dr.',
  教授: 'Professor',
};
/** What the model may write before a name in English. */
const TITLE_BEFORE = /^(?:Dear )?(?:(?:Mr\.?\/Ms|Mr|Mrs|Ms|Miss)\.? )?/u;
/** What the model may write behind a name, in Japanese and in Chinese. */
const TITLE_BEHIND = /(?:さん|さま|氏|先生|女史|様|女士|女神|女|夫人|小姐|太太|博士|教授)$/u;

/** Who is addressed in the translation of a line that says what he is: "Mr. Omori, Purchasing". */
const TITLED = /\b(?:Mr\.?\/Ms|Mr|Mrs|Ms|Miss)\.? (?<who>\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?)/u;
const TITLED_IN_CHINESE = /先生\/女士|先生|女士|小姐/u;

/** What stands behind the one who is addressed, before what is written. */
const OPENING =
  /^(?:(?:いつも|平素より?|日頃より?|毎度)?(?:大変|格別の?)?(?:お世話になって|ご愛顧|ご高配)|初めてご連絡|[您你]好[！!，,。])/u;
/** 王经理：, also without 尊敬的; the model writes it in other languages. */
const CHINESE_ADDRESSEE =
  /^\p{Script=Han}{1,6}(?:先生|女士|小姐|[经經]理|[总總]监?|主任|主管|老[师師]|教授|部[长長]|[处處][长長]|科[长長]|[医醫]生|律[师師])[：:]$/u;

/** Whether a line can hardly be anything but the beginning of a letter, whatever comes of it. */
export function opensLetter(line: string): boolean {
  return OPENING.test(line) || CHINESE_ADDRESSEE.test(line.trim());
}

interface LineContext {
  readonly from: Lang;
  readonly to: Lang;
  readonly isLetter: boolean;
  /** It is the last line of a longer text. */
  readonly isEnd?: boolean;
}

/**
 * @param isLetter other lines show that the text is a letter: then also lines count that could be ordinary words
 *
 * @example
 * letterLine('Best regards,', { from: 'en', to: 'ja', isLetter: false }) // { before: 'よろしくお願いいたします。' }
 */
export function letterLine(
  text: string,
  { from, to, isLetter, isEnd = false }: LineContext,
): LetterLine | undefined {
  const source = scriptOf(from);
  const target = scriptOf(to);
  if (source === undefined || target === undefined || text.length > LONGEST_LABELLED) return undefined;
  const isHant = to === 'zh-TW' || to === 'zh-HK';
  const label = labelLine(text, source, isHant ? 'hant' : target);
  if (label !== undefined) return label;
  if (text.length > LONGEST_FORMULA) return undefined;
  const words = text.trim().replace(MARKS_BEHIND, '');
  const hasMark = MARK.test(text);
  for (const formula of FORMULAS) {
    const isSure = source === 'ja' || source === 'zh' ? formula.isSure : hasMark;
    if ((isSure || isLetter || (isEnd && formula.isEnd === true)) && formula[source]?.test(words) === true)
      return {
        before: formula.write[isHant ? 'hant' : target],
        ...(formula.isSentence && { isSentence: true }),
      };
  }
  return addressed(text.trim(), source, target, isLetter);
}

function addressed(text: string, source: Script, target: Script, isLetter: boolean): LetterLine | undefined {
  if (source === 'en' && target === 'zh') {
    const { name, title = '' } = ENGLISH_ADDRESS.exec(text)?.groups ?? {};
    if (name === undefined) return undefined;
    return { before: '尊敬的', name, honorific: TITLES_IN_CHINESE[title] ?? '女士', after: '：' };
  }
  if (source === 'zh') {
    const { name = '', title = '' } = CHINESE_ADDRESS.exec(text)?.groups ?? {};
    if (name === '') return undefined;
    if (target === 'ja') return { before: '', name: name + title, honorific: '様' };
    const [person] = chinesePeople(name + title);
    if (person?.start !== 0 || person.end !== name.length) return undefined;
    return { before: `Dear ${TITLES_IN_ENGLISH[title] ?? 'Ms.'} ${person.spellings[0]},` };
  }
  const post = source === 'ja' ? JAPANESE_POST.exec(text)?.groups?.name : undefined;
  if (post !== undefined && !FIRM.test(post)) return { before: '', name: post, hasPost: true };
  const { name } = (isLetter && source === 'ja' ? JAPANESE_ADDRESS.exec(text)?.groups : undefined) ?? {};
  if (name === undefined) return undefined;
  if (FIRM.test(name)) {
    const firm = name.replace(/様$/u, '');
    return target === 'en'
      ? { before: 'Dear ', name: firm, after: ',' }
      : { before: '尊敬的', name: firm, after: '：' };
  }
  return target === 'en'
    ? { before: 'Dear ', name, title: 'Mr./Ms. ', after: ',' }
    : { before: '尊敬的', name, honorific: '先生/女士', after: '：' };
}

/** The whole line from the translation of its name. */
export function written(line: LetterLine, name: string): string {
  if (line.isLabel !== undefined) return line.before + behindLabel(name.trim(), line.isLabel);
  return line.before + named(line, name.trim().replace(MARKS_BEHIND, '')) + (line.after ?? '');
}

function named({ honorific, title, hasPost }: LetterLine, name: string): string {
  if (hasPost === true)
    return name
      .replace(TITLED_IN_CHINESE, '先生/女士')
      .replace(TITLED, (_, who: string) => (who.includes(' ') ? who : `Mr./Ms. ${who}`));
  if (honorific !== undefined) return name.replace(TITLE_BEHIND, '') + honorific;
  if (title === undefined) return name;
  const bare = name.replace(TITLE_BEFORE, '');
  return bare.includes(' ') ? bare : title + bare;
}

type Script = 'en' | 'ja' | 'zh';

function scriptOf(lang: Lang): Script | undefined {
  if (lang === 'en' || lang === 'ja') return lang;
  return lang.startsWith('zh') ? 'zh' : undefined;
}
