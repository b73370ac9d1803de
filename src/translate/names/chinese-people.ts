import { pinyin } from 'pinyin-pro';
import type { FoundName } from './found-name.js';

/** The hundred and some surnames that nine in ten people bear, and the common ones of two characters. */
const SURNAMES = new Set(
  `王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蔡蒋余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪
范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝`.replace(
    /\s/g,
    '',
  ),
);
const TRADITIONAL =
  '張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧葉蘇魏呂盧鐘鍾譚陸範賈韋鄒閻龍賀顧龔萬錢嚴湯溫齊喬龐顏莊聶魯歐關蘭寧紀畢單駱藍蔣蕭';
const DOUBLE = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 皇甫 尉迟 公孙 公孫 令狐 慕容 东方 東方 司徒 夏侯'.split(' '),
);
const TITLE =
  /^(?:先生|女士|小姐|教授|博士|主席|总统|總統|总理|總理|书记|書記|部长|部長|院长|院長|校长|校長|市长|市長|省长|局长|局長|经理|經理|总裁|總裁|董事长|董事長|律师|律師|医生|醫生|老师|老師|同学|同學|同志|将军|將軍|委员|委員|代表|主任)/u;
/** What a name alone is followed by: words that only a person does. */
const PERSON_ACTS = /^(?:说|說|表示|指出|认为|認為|告诉|告訴|强调|強調|宣布|出生|回答|问道|問道|写道|寫道)/u;
const HAN = /\p{Script=Han}/u;
/** Parts of words that look like a surname and a given name. */
const NO_GIVEN = /[的了是在有和与與或及们們这這那个個为為对對说說]/u;

/** Chinese people in Chinese text, in pinyin: with a title, or where what follows is what only people do. */
export function chinesePeople(text: string): FoundName[] {
  const found: FoundName[] = [];
  for (let at = 0; at < text.length; ) {
    const person = personAt(text, at);
    if (person !== undefined) found.push(person);
    at = person?.end ?? at + 1;
  }
  return found;
}

function personAt(text: string, at: number): FoundName | undefined {
  const surname = DOUBLE.has(text.slice(at, at + 2)) ? 2 : isSurname(text[at] ?? '') ? 1 : 0;
  if (surname === 0 || isInsideWord(text, at)) return undefined;
  for (const given of [2, 1, 0]) {
    const end = at + surname + given;
    const written = text.slice(at, end);
    if (written.length !== surname + given || ![...written].every((one) => HAN.test(one))) continue;
    if (NO_GIVEN.test(written.slice(surname)) || (given > 0 && TITLE.test(text.slice(at + surname, end + 3))))
      continue;
    const rest = text.slice(end, end + 3);
    if (TITLE.test(rest) || (given > 0 && PERSON_ACTS.test(rest)))
      return { start: at, end, spellings: spellingsOf(written, surname), sure: false, settled: given > 0 };
  }
  return undefined;
}

function isSurname(character: string): boolean {
  return SURNAMES.has(character) || TRADITIONAL.includes(character);
}

/** Behind another character that could belong to it a surname is most often part of a word: 女王, 太阳. */
function isInsideWord(text: string, at: number): boolean {
  return (
    HAN.test(text[at - 1] ?? '') &&
    !/[和与與是叫为為跟对對由向的以及请請问問找给給让讓被]/u.test(text[at - 1] ?? '')
  );
}

/** Wang Xiaoming, Xiaoming Wang. */
function spellingsOf(name: string, surname: number): readonly string[] {
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
