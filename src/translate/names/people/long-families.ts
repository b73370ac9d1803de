import type { Lang } from '../../../base/lang.js';
import type { FoundName } from '../found-name.js';
import type { NameTable } from '../readings/name-table.js';

/**
 * Japanese families of three characters and more that are written in one way only. Models take their characters one by one:
 * 五嵐 and 五十罗志 for Igarashi, 五十嶺 for 五十岚.
 */
const FAMILIES: ReadonlyMap<string, readonly [characters: string, kana: string]> = new Map(
  `Igarashi 五十嵐 イガラシ|Hasegawa 長谷川 ハセガワ|Sasaki 佐々木 ササキ|Kubota 久保田 クボタ|Ogasawara 小笠原 オガサワラ|Okubo 大久保 オオクボ
Hasebe 長谷部 ハセベ|Sakuma 佐久間 サクマ|Onodera 小野寺 オノデラ|Utsunomiya 宇都宮 ウツノミヤ|Kusakabe 日下部 クサカベ|Saionji 西園寺 サイオンジ
Teshigawara 勅使河原 テシガワラ|Okochi 大河内 オオコウチ|Okouchi 大河内 オオコウチ|Takenouchi 竹之内 タケノウチ|Mitarai 御手洗 ミタライ
Kobayakawa 小早川 コバヤカワ|Horinouchi 堀之内 ホリノウチ`
    .split(/[|\n]/)
    .map((row): [string, readonly [string, string]] => {
      const [latin = '', characters = '', kana = ''] = row.split(' ');
      return [latin, [characters, kana]];
    }),
);
const KNOWN = new Set([...FAMILIES.values()].map(([characters]) => characters));
const LATIN = new RegExp(
  `(?<![\\p{L}\\p{N}_.@/-])(?:${[...FAMILIES.keys()].join('|')})(?![\\p{L}\\p{N}_@/-]|\\.\\p{L})`,
  'gu',
);
/** What says in Chinese text that somebody is named before it. */
const TITLE_BEHIND =
  /^(?:先生|女士|小姐|太太|老[师師]|[总總]?[经經]理|[部科课課社会會院校店厂廠][长長]|[专專][务務]|常[务務]|董事|主任|[股系]长|教授|博士)/u;
const HAN_RUN = /\p{Script=Han}{4,}/gu;
const SHORTEST_FAMILY = 3;
const LONGEST_TITLE = 3;

/** "Mr. Igarashi" into Japanese and Chinese. */
export function longFamiliesInEnglish(text: string, to: Lang, table: NameTable): FoundName[] {
  return [...text.matchAll(LATIN)].flatMap(({ 0: family, index: start }): FoundName[] => {
    const [characters = '', kana = ''] = FAMILIES.get(family) ?? [];
    const form = to === 'ja' ? characters : table.hanForms.convert(characters, 'ja', to);
    if (form === undefined) return [];
    const spellings = to === 'ja' ? [form, kana, family] : [form, family];
    return [{ start, end: start + family.length, spellings, sure: false }];
  });
}

/** 五十岚部长 in Chinese text, in Japanese characters or as it is read. */
export function longFamiliesInChinese(text: string, from: Lang, to: Lang, table: NameTable): FoundName[] {
  const found: FoundName[] = [];
  for (const { 0: run, index } of text.matchAll(HAN_RUN)) {
    for (let at = 0; at + SHORTEST_FAMILY < run.length; at += 1) {
      for (const length of [SHORTEST_FAMILY + 1, SHORTEST_FAMILY]) {
        if (!TITLE_BEHIND.test(run.slice(at + length, at + length + LONGEST_TITLE))) continue;
        const form = table.hanForms.convert(run.slice(at, at + length), from, 'ja') ?? '';
        const spellings = KNOWN.has(form) ? table.spellings(form, ['S']) : undefined;
        if (spellings === undefined) continue;
        const start = index + at;
        found.push({ start, end: start + length, spellings: to === 'en' ? spellings : [form], sure: false });
      }
    }
  }
  return found;
}
