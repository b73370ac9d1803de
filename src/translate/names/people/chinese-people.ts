import { pinyin, polyphonic } from 'pinyin-pro';
import { editSimilarity } from '../../../base/edit-similarity.js';
import type { Lang } from '../../../base/lang.js';
import type { FoundName } from '../found-name.js';
import { isBySound } from '../readings/hanzi-sound.js';
import { letters } from '../readings/latin-spelling.js';

/** The surnames that eight in ten people bear, as far as they are not ordinary words as well. */
const SURNAMES = new Set(
  `王李张刘陈杨赵吴周徐孙朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖董袁潘蔡蒋杜叶苏魏吕丁任沈姚卢姜崔钟谭陆汪范廖贾夏韦邹孟秦
尹薛闫侯陶黎贺顾毛郝龚邵钱严戴孔汤张劉陳楊趙吳孫羅鄭謝許韓馮鄧蔣葉蘇呂盧鐘鍾譚陸賈韋鄒賀顧龔錢嚴湯蕭張`.replace(
    /\s/g,
    '',
  ),
);
/** Ordinary words too, so that only a title makes them names. */
const WORDS_TOO = new Set('黄马高金石方白江熊雷龙田牛史武温康文安易关华成黃馬龍');
/** Hayashi and Hata are Japanese families too, and large ones. */
const JAPANESE_TOO = new Set('林秦');
const DOUBLE = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 皇甫 尉迟 公孙 公孫 令狐 慕容 东方 東方 司徒 夏侯'.split(' '),
);
const TITLE =
  /^副?(?:先生|女士|小姐|教授|博士|主席|总统|總統|总理|總理|书记|書記|部长|部長|院长|院長|校长|校長|市长|市長|省长|局长|局長|总?经理|總?經理|总裁|總裁|大夫|董事长|董事長|律师|律師|医生|醫生|老师|老師|同学|同學|同志|将军|將軍|委员|委員|代表|主任|护士|護士|师傅|師傅|警官|法官|记者|記者|导演|導演|总监|總監|会计|工程[师師]|设计师|設計師|厂长|廠長|科长|科長|处长|處長|社长|社長|主管|专家|專家|秘书|秘書|翻译|翻譯|店长|店長|队长|隊長)/u;
/** 副总经理. */
const LONGEST_TITLE = 4;
/** What a name alone is followed by: words that only a person does. */
const PERSON_ACTS = /^(?:说|說|表示|指出|认为|認為|告诉|告訴|强调|強調|宣布|出生|回答|问道|問道|写道|寫道)/u;
/** 与李娜联系, 跟王芳商量: what is done with a person. */
const WITH_PERSON = /^[与與和跟向]$/u;
/** 李工, 李总: no given names. */
const BY_RANK = /^[工总總哥姐叔姨]$/u;
const DONE_WITH_PERSON = /^(?:联系|聯繫|聯絡|联络|商量|沟通|溝通|确认|確認|咨询|諮詢|交接|对接|對接)/u;
/** 由陈立群接手: what somebody does by whom it is done. */
const DONE_BY_PERSON =
  /^(?:接手|接替|接任|负责|負責|担任|擔任|主持|出任|兼任|陪同|牵头|牽頭|带队|帶隊|主讲|主講|撰写|撰寫|执笔|執筆|执导|執導|创办|創辦|创立|創立|主编|主編|跟进|跟進|处理|處理|签字|簽字)/u;
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });
const HAN = /\p{Script=Han}/u;
/** What stands before and behind a name in a sentence that says nothing else of it: 是…写的, 见到了…。 */
const BEFORE_NAME =
  /(?:是|叫|由|了|和|与|與|跟|给|給|见|見|找|问|問|请|請|、|，|：|:|[总總]?[经經]理|[总總][监監]|[部厂廠科处處局院]长|主任|主管|代表|[会會][计計]|秘[书書]|工程[师師]|公司的|^)$/u;
const AFTER_NAME = /^(?:写|寫|和|与|與|的|是|在|于|曾|将|將|已|被|[。，、！？；：（）,.!?]|$)/u;
/** Characters that write the sounds of foreign names. */
const FOREIGN = /[德尔斯特克姆卡巴拉奇洛布莱爾萊]/u;
/** Words that begin like a family: 严格说来, 谢谢老师, 周二宣布, 留了张纸条, 请戴口罩. */
const NO_NAME =
  /^(?:[严嚴][格重肃肅厉厲]|[谢謝][谢謝绝絕意]|周[一二三四五六日末围圍边邊年期]|安[排全静靜装裝]|董事|高[级級度兴興层層]|方[便法面案才]|程[度序]|任[何务務意期]|[许許]多|金[额額融]|文[件化]|[钱錢][不再我都也就]|秦[亡朝]|[张張](?:纸|紙|地[图圖]|告示|照片|桌|床|票|表|单|單|七)|戴(?:口罩|耳|眼|帽|手|着|著|好)|[汤湯]味|曾[任经經是在有]|[顾顧][客问問及]|[邓鄧]?叔叔)/u;
/** 出席：周敏、陈静: whom a label names. */
const LISTED =
  /^\s*(?:出席|列席|缺席|[请請]假|主持|[参參](?:加|[会會])|到[会會]|[与與][会會]|[记記][录錄]|[联聯][系繫絡络]|[负負][责責]|[经經][办辦]|[审審][核批])(?:人[员員]?|者|代表)?[：:]/u;
/** 我是恒达公司的李静, 我叫李静: who speaks. */
const SPEAKER =
  /(?:我是[^，。！？；]{0,30}(?:公司|集[团團]|[厂廠店部科处處]|中心|[医醫]院|[学學]校|大[学學]|[银銀]行)的|我叫|名叫)$/u;
const LONGEST_SPEAKER = 40;
const IN_LIST = /[：:、，,；;]$/u;
const ENDS_IN_LIST = /^(?:[、，,；;。（(]|$)/u;
/** Parts of words that look like a surname and a given name. */
const NO_GIVEN = /[将將的了是在有和与與或及们們这這那个個为為对對说說我你您他她它吗嗎呢吧副什么麼被某]/u;

/** Whether a character is a surname of China before it is one of Japan. */
export function isChineseSurname(character: string): boolean {
  return (SURNAMES.has(character) || WORDS_TOO.has(character)) && !JAPANESE_TOO.has(character);
}

/** 陈, 马: families of China that hardly anybody in Japan has; 林 and 関 many have. */
export function isOnlyChineseSurname(character: string): boolean {
  return (SURNAMES.has(character) && !JAPANESE_TOO.has(character)) || '马黄'.includes(character);
}

/** 欧阳, 诸葛. */
export function isDoubleSurname(written: string): boolean {
  return DOUBLE.has(written);
}

/** Chinese people in Chinese text, in pinyin: with a title, or where what follows is what only people do. */
export function chinesePeople(text: string): FoundName[] {
  const found: FoundName[] = [];
  const isList = LISTED.test(text);
  for (let at = 0; at < text.length; ) {
    const person = personAt(text, at, isList);
    if (person !== undefined) found.push(person);
    at = person?.end ?? at + 1;
  }
  return found;
}

function personAt(text: string, at: number, isList: boolean): FoundName | undefined {
  const first = text[at] ?? '';
  const isWordToo = WORDS_TOO.has(first);
  const surname = DOUBLE.has(text.slice(at, at + 2)) ? 2 : isWordToo || SURNAMES.has(first) ? 1 : 0;
  if (surname === 0 || isInsideWord(text, at) || NO_NAME.test(text.slice(at, at + 3))) return undefined;
  for (const given of [2, 1, 0]) {
    const end = at + surname + given;
    const written = text.slice(at, end);
    const name = written.slice(surname);
    if (written.length !== surname + given || ![...written].every((one) => HAN.test(one))) continue;
    if (NO_GIVEN.test(name) || (given > 0 && TITLE.test(text.slice(at + surname, end + LONGEST_TITLE))))
      continue;
    const rest = text.slice(end, end + LONGEST_TITLE);
    const isTold = given > 0 && !isWordToo && !FOREIGN.test(name) && PERSON_ACTS.test(rest);
    const before = text.slice(Math.max(0, at - 1), at);
    const isAsked =
      given > 0 &&
      !isWordToo &&
      !BY_RANK.test(name) &&
      ((WITH_PERSON.test(before) && DONE_WITH_PERSON.test(rest)) ||
        (before === '由' && DONE_BY_PERSON.test(rest)));
    if (
      TITLE.test(rest) ||
      isTold ||
      (given > 0 &&
        !isWordToo &&
        !FOREIGN.test(name) &&
        ENDS_IN_LIST.test(rest) &&
        isSpeaker(text, at, end)) ||
      (isList && given > 0 && !FOREIGN.test(name) && IN_LIST.test(before) && ENDS_IN_LIST.test(rest)) ||
      isAsked ||
      (given === 2 && !isWordToo && standsAlone(text, at, end, surname))
    )
      return {
        start: at,
        end,
        spellings: spellingsOf(written, surname),
        sure: false,
        settled: given > 0,
        // 罗西 may be Rossi, 周秀英 is nobody else.
        ...(isBySound(written) && { hanzi: written, person: true as const }),
      };
  }
  return undefined;
}

/** Behind 我是…的, where the name is no word: 我是公司的程序员. */
function isSpeaker(text: string, start: number, end: number): boolean {
  if (!SPEAKER.test(text.slice(Math.max(0, start - LONGEST_SPEAKER), start))) return false;
  return [...SEGMENTER.segment(text.slice(start, end))].length > 1;
}

/** Between words that a name stands between, and in the way in which the words of the sentence are cut. */
function standsAlone(text: string, start: number, end: number, surname: number): boolean {
  if (FOREIGN.test(text.slice(start + 1, end)) || !AFTER_NAME.test(text.slice(end, end + 1))) return false;
  const before = text.slice(Math.max(0, start - LONGEST_TITLE), start);
  // 留了张字条: a sheet of something.
  if (!BEFORE_NAME.test(before) || (before.endsWith('了') && /^[张張]/u.test(text.slice(start))))
    return false;
  const words = [...SEGMENTER.segment(text.slice(start, end + 1))];
  return (
    words[0]?.segment.length === surname &&
    words.some(({ index }) => index === end - start || end === text.length)
  );
}

/** Behind another character that could belong to it a surname is most often part of a word: 女王, 太阳. */
function isInsideWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  // 对方总经理: nobody is called 方.
  if (text.startsWith('方', at) && /[对對双雙各]/u.test(before)) return true;
  return (
    HAN.test(before) &&
    !BEFORE_NAME.test(text.slice(Math.max(0, at - LONGEST_TITLE), at)) &&
    !/[为為对對向的以及让讓被系繫络絡派]/u.test(before)
  );
}

/** Every three characters, also those that begin inside of others. */
const FULL_NAME = /(?=(\p{Script=Han}{3}))/gu;
/** Of one sentence. */
const MOST_NAMES = 64;
const APART = /(?<![\p{L}\p{N}-])[A-Z][a-z]{1,5} [A-Z][a-z]{0,5} [A-Z][a-z]{0,5}(?![\p{L}\p{N}'’-])/gu;

const GIVEN = /(?<=(?<![\p{L}\p{N}-])([A-Z][a-z]{1,5}) )[A-Z][a-z]{4,11}(?![\p{L}\p{N}'’-])/gu;
/** From here on a given name is the one of the source, and misspelt: Jiangu and Jianguo. */
const MISSPELT = 0.75;

/**
 * Given names of China as they are spelt, and in one word: Lin Xiaoyan for 林晓燕, where a model writes Lin Xiao Yan, and
 * Tang Jianguo for 唐建国, where it writes Tang Jiangu.
 */
export function withWholeGivenNames(translation: string, source: string, from: Lang, to: Lang): string {
  if (!from.startsWith('zh') || to !== 'en') return translation;
  let known: readonly FullName[] | undefined;
  const names = (): readonly FullName[] => (known ??= fullNames(source));
  return translation
    .replaceAll(
      APART,
      (written) =>
        names().find(({ spelling }) => letters(spelling) === letters(written))?.spelling ?? written,
    )
    .replaceAll(GIVEN, (written, family: string) => {
      const same = names().filter((name) => name.family === family);
      if (same.some(({ givens }) => givens.includes(letters(written)))) return written;
      const near = same.find(({ givens: [given = ''] }) => isNear(given, letters(written)));
      return near === undefined ? written : near.spelling.slice(family.length + 1);
    });
}

/** A family and a given name of two characters. */
interface FullName {
  /** Lin Xiaoyan */
  readonly spelling: string;
  readonly family: string;
  /** All that the characters may be read as: xiaoyan; the usual reading first. */
  readonly givens: readonly string[];
}

/** The first of them: a sentence that names more people is a list. */
function fullNames(source: string): readonly FullName[] {
  const found = [...source.matchAll(FULL_NAME)].map(({ 1: written = '' }) => written);
  const people = found.filter(([first = '']) => SURNAMES.has(first) || WORDS_TOO.has(first));
  return people.slice(0, MOST_NAMES).flatMap((written): FullName[] => {
    const [spelling] = spellingsOf(written, 1);
    if (spelling === undefined) return [];
    const [family = '', given = ''] = spelling.split(' ');
    const [first = [], second = []] = polyphonic(written.slice(1), { toneType: 'none', type: 'array' });
    const others = first.flatMap((one) => second.map((other) => letters(one + other)));
    return [{ spelling, family, givens: [letters(given), ...others] }];
  });
}

function isNear(given: string, written: string): boolean {
  return (editSimilarity(given, written) ?? 0) >= MISSPELT;
}

/** Wang Xiaoming, Xiaoming Wang. */
export function spellingsOf(name: string, surname: number): readonly string[] {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head' }).map((syllable) =>
    syllable.replaceAll('ü', 'u'),
  );
  const family = capital(syllables.slice(0, surname).join(''));
  const given = capital(joined(syllables.slice(surname)));
  return given === '' ? [family] : [`${family} ${given}`, `${given} ${family}`];
}

/** An apostrophe keeps syllables apart that could be read as others: Xi'an. */
function joined(syllables: readonly string[]): string {
  return syllables.reduce(
    (word, syllable) => `${word}${word !== '' && /^[aeo]/.test(syllable) ? "'" : ''}${syllable}`,
    '',
  );
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
