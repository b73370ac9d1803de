import { baseOf, type Lang } from '../../../base/lang.js';
import type { FoundName } from '../found-name.js';
import { isBySound, NAME_SYLLABLES } from '../readings/hanzi-sound.js';
import type { NameTable } from '../readings/name-table.js';

/**
 * Firms and hotels that everybody knows, in English, Japanese and Chinese, with other forms behind a slash. What is a word or
 * the name of people too (大众 the public, 三星 three stars, 丰田 also Toyoda) is not here.
 */
const BRANDS =
  `Hyatt ハイアット 凯悦|Hilton ヒルトン 希尔顿|Sheraton シェラトン 喜来登|Marriott マリオット 万豪|Westin ウェスティン 威斯汀
Shangri-La シャングリ・ラ/シャングリラ 香格里拉|Kempinski ケンピンスキー 凯宾斯基|Sofitel ソフィテル 索菲特|Novotel ノボテル 诺富特
Holiday_Inn ホリデイ・イン/ホリデイイン/ホリデーイン 假日酒店|Crowne_Plaza クラウンプラザ/クラウン・プラザ 皇冠假日|InterContinental インターコンチネンタル 洲际酒店
Ritz-Carlton リッツ・カールトン/リッツカールトン 丽思卡尔顿/丽兹卡尔顿|Radisson ラディソン 丽笙|Siemens シーメンス 西门子|Bosch ボッシュ 博世
Panasonic/Matsushita パナソニック/松下 松下|Toshiba 東芝 东芝|Hitachi 日立 日立|Nikon ニコン 尼康|Omron オムロン 欧姆龙|Fanuc/FANUC ファナック 发那科
Keyence/KEYENCE キーエンス 基恩士|Fujitsu 富士通 富士通|Huawei ファーウェイ/華為 华为|Haier ハイアール 海尔|Alibaba アリババ/阿里巴巴 阿里巴巴
Tencent テンセント 腾讯|Google グーグル 谷歌|Microsoft マイクロソフト 微软|Qualcomm クアルコム 高通|Nvidia/NVIDIA エヌビディア 英伟达|Porsche ポルシェ 保时捷
Volvo ボルボ 沃尔沃|Volkswagen フォルクスワーゲン 大众汽车|Hyundai 現代自動車/ヒョンデ 现代汽车|Airbus エアバス 空中客车/空客|Bridgestone ブリヂストン 普利司通
Michelin ミシュラン 米其林|Caterpillar キャタピラー 卡特彼勒|Schneider_Electric シュナイダーエレクトリック/シュナイダー・エレクトリック 施耐德电气
Maersk/Mærsk マースク 马士基|FedEx/Fedex フェデックス 联邦快递|Deloitte デロイト 德勤|KPMG KPMG 毕马威
Goldman_Sachs ゴールドマン・サックス/ゴールドマンサックス 高盛|Citibank シティバンク 花旗银行|HSBC HSBC 汇丰|Pfizer ファイザー 辉瑞|Novartis ノバルティス 诺华
AstraZeneca アストラゼネカ 阿斯利康|Bayer バイエル 拜耳|BASF BASF 巴斯夫|Nestlé/Nestle ネスレ 雀巢|Unilever ユニリーバ 联合利华|IKEA/Ikea イケア 宜家
Walmart ウォルマート 沃尔玛|Carrefour カルフール 家乐福|Costco コストコ 开市客|Uniqlo/UNIQLO ユニクロ 优衣库|MUJI/Muji 無印良品 无印良品
Shiseido 資生堂 资生堂|Nintendo 任天堂 任天堂|Adidas/adidas アディダス 阿迪达斯|Coca-Cola コカ・コーラ/コカコーラ 可口可乐|Alipay アリペイ 支付宝`
    .split(/[|\n]/)
    .map((row) => row.split(' ').map((forms) => forms.replaceAll('_', ' ').split('/')));

const COLUMNS: Readonly<Record<string, number>> = { en: 0, ja: 1, zh: 2 };
/** One character before and behind, which tell whether the name is part of another. */
const BOUNDS: Readonly<Record<string, readonly [before: RegExp, behind: RegExp]>> = {
  en: [/[\p{L}\p{N}-]$/u, /^[\p{L}\p{N}-]/u],
  ja: [/[\p{Script=Katakana}\p{Script=Han}ー・]$/u, /^(?:[\p{Script=Katakana}ー・]|さん|様|氏|先生)/u],
  zh: [/·$/u, /^(?:·|先生|女士|小姐|[级級])/u],
};
const NEIGHBOURS = 24;
/** As much as tells words apart; a whole text takes time that grows with its square. */
const AROUND = 8;
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

interface Brand {
  readonly forms: readonly (readonly string[])[];
}

/** The brands by the forms of one language, and all of these, the longest first. */
function indexOf(column: number): { readonly brands: ReadonlyMap<string, Brand>; readonly pattern: RegExp } {
  const brands = new Map(BRANDS.flatMap((forms) => (forms[column] ?? []).map((form) => [form, { forms }])));
  const all = [...brands.keys()].sort((a, b) => b.length - a.length);
  return { brands, pattern: new RegExp(all.join('|'), 'gu') };
}
const INDEX = [0, 1, 2].map(indexOf);

/** 凯悦酒店 is the Hyatt and ハイアット: models spell by the sound what they have seldom seen (Keehun, 波什). */
export function brandNames(text: string, from: Lang, to: Lang, table: NameTable): FoundName[] {
  const [source, target] = [baseOf(from), baseOf(to)];
  const [column, wanted] = [COLUMNS[source], COLUMNS[target]];
  const [before, behind] = BOUNDS[source] ?? [];
  if (column === undefined || wanted === undefined || before === undefined || behind === undefined) return [];
  const { brands, pattern } = INDEX[column] ?? {};
  const written = source === 'zh' && from !== 'zh-CN' ? simplified(text, from, table) : text;
  if (brands === undefined || pattern === undefined) return [];
  return [...written.matchAll(pattern)].flatMap(({ 0: form, index: start }): FoundName[] => {
    const end = start + form.length;
    const after = written.slice(end, end + NEIGHBOURS);
    if (before.test(written.slice(Math.max(0, start - NEIGHBOURS), start)) || behind.test(after)) return [];
    if (source === 'zh' ? !isWord(written, start, end) : isSomebody(written.slice(0, start), table))
      return [];
    const forms = brands.get(form)?.forms ?? [];
    const own = forms[wanted] ?? [];
    const local = target === 'zh' ? own.map((one) => table.hanForms.convert(one, 'zh-CN', to) ?? one) : own;
    return [{ start, end, spellings: [...local, ...(forms[0] ?? [])], sure: false }];
  });
}

/** Each character becomes one. */
function simplified(text: string, from: Lang, table: NameTable): string {
  const form = table.hanForms.convert(text, from, 'zh-CN');
  return form?.length === text.length ? form : text;
}

/** "Mr. Hilton" and "Paris Hilton" are people, the Hilton is none. */
function isSomebody(before: string, table: NameTable): boolean {
  const [, first = ''] = /(?<![\p{L}.])(\p{Lu}[\p{L}]*\.?) $/u.exec(before.slice(-NEIGHBOURS)) ?? [];
  return first.endsWith('.') || (first !== '' && (table.isFirstName(first) || !table.knowsWord(first)));
}

/** Whether a stretch begins and ends where words do, by the characters around it: 提高通过率 and 雷诺阿 have no brand in them. */
function isWord(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - AROUND);
  const part = text.slice(from, end + AROUND);
  const cuts = new Set([...SEGMENTER.segment(part)].map(({ index }) => from + index)).add(from + part.length);
  if (!cuts.has(start) || !cuts.has(end)) return false;
  const mayBePart = end - start < 3 && isBySound(text.slice(start, end));
  return !mayBePart || !(isSyllable(text[start - 1]) || isSyllable(text[end]));
}

function isSyllable(character = ''): boolean {
  return character !== '' && NAME_SYLLABLES.includes(character);
}
