import { pinyin } from 'pinyin-pro';
import { baseOf, type Lang } from '../../../base/lang.js';
import { isChineseSurname } from '../people/chinese-people.js';
import { HanForms } from '../readings/han-forms.js';

/** A sentence and its translation. */
interface Pair {
  readonly from: Lang;
  readonly source: string;
  readonly target: string;
}

/** Somebody of China in English text: Wang Lei. */
interface Person {
  readonly family: string;
  /** Xiaoming, as its syllables. */
  readonly given: readonly string[];
}

const NAME = /(?<![\p{L}\p{N}-])([A-Z][a-z]{1,5}) ([A-Z][a-z]{1,10})(?![\p{L}\p{N}'’-]| [A-Z])/gu;
const SYLLABLES =
  /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:[iu]?ang|iong|ong|eng|ing|uan|ian|an|en|in|un|iao|ao|uai|ai|ei|ui|ou|iu|uo|ia|ie|ua|ue|[aoeiu])$/u;
const FAMILIES = new Set(
  `wang li zhang liu chen yang zhao wu zhou xu sun zhu hu guo he lin luo zheng liang xie song tang han feng deng cao peng zeng xiao
  dong yuan pan jiang cai yu du ye cheng wei su lu ding ren shen yao cui zhong tan fan liao jia xia fu fang zou xiong meng qin bai yan xue
  hou lei tao long shi shao qian gong hao gu mao kong dai huang ma gao`.split(/\s+/),
);
/** The given name that most people have of those that sound alike. */
const USUAL: ReadonlyMap<string, string> = new Map(
  `lei磊 ling玲 min敏 fang芳 wei伟 na娜 jun军 jie杰 hua华 ming明 li丽 qiang强 yang洋 yong勇 yan艳 juan娟 tao涛 chao超 ping平 gang刚 bo波 bin斌 hui辉
  jian建 jing静 xin鑫 xue雪 yu宇 yun云 ting婷 peng鹏 fei飞 kai凯 long龙 liang亮 lin琳 mei梅 ning宁 qin琴 rui睿 shan珊 hong红 hao浩 han涵 dan丹 cong聪
  chen晨 bing冰 xia霞 xiang翔 yi怡 ying颖 yue悦 zhen珍 zhi志 meng萌 man曼 lan兰 lu璐 ke可 jia佳 feng峰 dong东 di迪 cheng诚 bei贝 ni妮 nan楠 pei佩
  qi琪 qing青 ran然 rong蓉 sen森 shuai帅 si思 song松 tian甜 tong彤 wen文 xi曦 xiao晓 xu旭 xuan轩 ya雅 yao瑶 yuan媛 ze泽 zhe哲 zhong忠`
    .split(/\s+/)
    .map((one): [string, string] => [one.slice(0, -1), one.slice(-1)]),
);
/** What a name may stand behind: 由, 与, 和. */
const BEFORE_NAME = /[^\p{Script=Han}]|[由与與和跟对對向为為是给給找请請让讓被叫在的及]|^$/u;
const HAN = /^\p{Script=Han}+$/u;
const FORMS = new HanForms();

/**
 * People of China in English text, in Japanese and Chinese: their characters nobody can know, so that models write 王磊 in one
 * sentence and 王玲 in the next. Each has one form in a text, and one that sounds like the name.
 */
export function withOneHanForm(pairs: readonly Pair[], to: Lang): readonly string[] {
  const people = new Map<string, Person>();
  const forms = new Map<string, string[]>();
  const written = pairs.map(({ from, source, target }) =>
    (from === 'en' ? peopleIn(source) : []).flatMap((person): [name: string, form: string][] => {
      const form = formIn(target, person, to);
      if (form === undefined) return [];
      const name = nameOf(person);
      people.set(name, person);
      const known = forms.get(name);
      if (known === undefined) forms.set(name, [form]);
      else known.push(form);
      return [[name, form]];
    }),
  );
  const chosen = new Map(
    [...people].map(([name, person]) => [name, chosenForm(forms.get(name) ?? [], person, to)]),
  );
  return pairs.map(({ target }, index) =>
    (written[index] ?? []).reduce(
      (text, [name, form]) => text.replaceAll(form, chosen.get(name) ?? form),
      target,
    ),
  );
}

function peopleIn(text: string): Person[] {
  return [...text.matchAll(NAME)].flatMap(([, first = '', second = '']): Person[] => {
    const [a, b] = [first.toLowerCase(), second.toLowerCase()];
    const given = FAMILIES.has(a) ? syllablesOf(b) : undefined;
    return given === undefined ? [] : [{ family: a, given }];
  });
}

/** Xiaoming is xiao and ming; undefined where it is no name of one or two syllables. */
function syllablesOf(given: string): readonly string[] | undefined {
  if (SYLLABLES.test(given)) return [given];
  for (let cut = given.length - 1; cut > 0; cut -= 1) {
    const both = [given.slice(0, cut), given.slice(cut)];
    if (both.every((one) => SYLLABLES.test(one))) return both;
  }
  return undefined;
}

function nameOf({ family, given }: Person): string {
  return `${family} ${given.join('')}`;
}

/** The first that sounds like the name; else one that does, where the family is all that is right. */
function chosenForm(forms: readonly string[], person: Person, to: Lang): string | undefined {
  return forms.find((one) => isHeard(one, person, to)) ?? usual(forms[0], person, to) ?? forms[0];
}

/**
 * A family that sounds like it, with as many characters behind it as the given name has syllables: the first of which all
 * sounds like the name, else the first.
 */
function formIn(target: string, person: Person, to: Lang): string | undefined {
  const { family, given } = person;
  const characters = [...target];
  const forms = characters.flatMap((character, at) => {
    if (!BEFORE_NAME.test(characters[at - 1] ?? '') || !readings(character, to, 'head').includes(family))
      return [];
    if (!isChineseSurname(FORMS.convert(character, to, 'zh-CN') ?? character)) return [];
    const name = characters.slice(at, at + 1 + given.length).join('');
    return [...name].length === 1 + given.length && HAN.test(name) ? [name] : [];
  });
  return forms.find((form) => isHeard(form, person, to)) ?? forms[0];
}

function isHeard(form: string, { given }: Person, to: Lang): boolean {
  return [...form].slice(1).every((character, at) => readings(character, to).includes(given[at] ?? ''));
}

/** Of a given name in one syllable. */
function usual(form: string | undefined, { given }: Person, to: Lang): string | undefined {
  const character = given.length === 1 ? USUAL.get(given[0] ?? '') : undefined;
  if (form === undefined || character === undefined) return undefined;
  const own = to === 'zh-CN' ? character : (FORMS.convert(character, 'zh-CN', to) ?? character);
  return [...form][0] + own;
}

/** Japanese 芸 is 艺, and in names 芸. */
function readings(character: string, to: Lang, surname: 'head' | 'off' = 'off'): readonly string[] {
  const forms =
    baseOf(to) === 'ja' ? [FORMS.convert(character, 'ja', 'zh-CN') ?? character, character] : [character];
  return forms.map((form) => pinyin(form, { toneType: 'none', surname }).replaceAll('ü', 'u'));
}
