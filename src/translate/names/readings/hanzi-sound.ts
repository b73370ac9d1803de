import { pinyin } from 'pinyin-pro';
import { editSimilarity } from '../../../base/edit-similarity.js';

/** Characters that foreign names are written with, in both standards; others end a name. */
export const NAME_SYLLABLES =
  '阿埃艾爱安昂奥巴白班邦保鲍贝本比彼别宾波伯博布查昌达戴丹当道德登邓蒂迪丁东杜顿多恩尔法凡范菲费芬丰佛弗福夫盖甘冈高戈格葛根贡古瓜圭哈海汉翰豪荷赫黑亨洪侯胡华怀惠霍基吉加贾简杰金津卡凯坎康考柯科克肯孔库夸奎昆拉莱赖兰朗劳勒雷伦利莉丽里立莲廉良列林琳隆卢鲁露罗洛吕玛马迈麦曼芒毛茅梅门蒙孟米密明缪摩莫默姆木穆纳娜奈南瑙内能尼妮涅宁纽农努诺欧帕派潘庞培佩彭皮珀平坡普奇齐恰钱强乔切琴青琼丘让热仁日荣茹若撒萨塞赛桑瑟森沙莎珊尚绍舍申圣胜施什史士舒斯丝松苏孙索塔泰坦唐陶特滕提汀通图土托瓦万旺威韦维魏温文翁沃乌武西希锡夏香肖谢辛欣兴休雄许逊雅亚延扬叶伊因英尤约泽曾扎詹章珍芝治朱兹卓子佐犹吾彻' +
  '愛奧鮑貝別賓達當鄧東頓爾範費豐蓋岡貢漢華懷賈簡傑凱庫誇萊賴蘭勞倫麗蓮盧魯羅呂瑪馬邁麥門繆納內寧紐農諾歐龐齊錢強喬瓊讓熱榮薩賽紹聖勝絲蘇孫圖萬韋維溫烏錫謝興許遜亞揚葉約澤茲猶徹';
const NAME = new RegExp(`[${NAME_SYLLABLES}]{2,12}`, 'gu');

/** Runs of characters that may be a foreign name: 莎拉 and 文德雷利 of 莎拉·文德雷利说. */
export function foreignRuns(text: string): string[] {
  return text.match(NAME) ?? [];
}

/** What is left of a name when spelling and vowels are taken away, with sounds together that Chinese and kana do not tell apart. */
export function sounds(latin: string): string {
  return latin
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
    .replace(/ng/g, 'n')
    .replace(/th|sch|sh|zh|ch|c(?=[eiy])|[zxq]/g, 's')
    .replace(/ph|[fvwhy]/g, '')
    .replace(/ck|[cg]/g, 'k')
    .replace(/d/g, 't')
    .replace(/b/g, 'p')
    .replace(/m/g, 'n')
    .replace(/l/g, 'r')
    .replace(/[aeiou]/g, '')
    .replace(/(.)\1+/g, '$1');
}

const FEWEST_SOUNDS = 2;

/** Whether a name has nothing but characters that write sounds, and what kind of place it is: 塞维利亚, 犹他州, and not 联合国. */
export function isBySound(written: string): boolean {
  return [...written.replace(/(?<=..)[州族省市岛島河山湖海港湾灣]$/u, '')].every(
    (character) => character === '·' || NAME_SYLLABLES.includes(character),
  );
}

const CAPITALIZED = /\p{Lu}[\p{L}'’-]+/gu;
/** From here on a word sounds like the name: Anthony and 安东尼. */
const LEAST_SIMILAR = 0.6;

/**
 * Whether a translation holds a word with a capital that sounds like a name in characters: Seville and Sevilla are both 塞维利亚.
 *
 * @param isWord whether a word counts: models invent spellings
 */
export function isHeardIn(
  written: string,
  translation: string,
  isWord: (word: string) => boolean = () => true,
): boolean {
  const heard = sounds(readingOf(written));
  const words = (translation.match(CAPITALIZED) ?? []).filter(isWord);
  const spoken = [...words, ...words.slice(1).map((word, at) => `${words[at] ?? ''}${word}`)].map(sounds);
  return ['j', 'k', 's'].some((sound) => {
    const own = heard.replaceAll('j', sound).replace(/(.)\1+/g, '$1');
    return spoken.some((other) => other !== '' && (editSimilarity(own, other) ?? 0) >= LEAST_SIMILAR);
  });
}

/** In pinyin, without tones. */
export function readingOf(written: string): string {
  return pinyin(written, { toneType: 'none', type: 'array' }).join('');
}

/**
 * Whether a name in characters sounds like one in Latin letters, as far as consonants tell; 基 is ki and ji. Short ones
 * sound like too much else, unless a dot beside them says that they are names.
 */
export function hanziSoundsLike(written: string, latin: string, isJoined: boolean): boolean {
  const spelled = sounds(latin).replaceAll('j', 's');
  if (spelled.length < (isJoined ? FEWEST_SOUNDS : FEWEST_SOUNDS + 1)) return false;
  const heard = sounds(readingOf(written));
  return ['k', 's'].some((sound) => {
    const own = heard.replaceAll('j', sound).replace(/(.)\1+/g, '$1');
    return (
      own === spelled ||
      (own.replaceAll('r', '') === spelled.replaceAll('r', '') && own.length > FEWEST_SOUNDS)
    );
  });
}
