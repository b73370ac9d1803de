import type { Lang } from '../../../base/lang.js';
import type { RememberedName } from '../../pipeline-types.js';
import type { NameTable } from '../readings/name-table.js';
import {
  chineseCompanies,
  chineseParts,
  japaneseFirms,
  latinOf,
  ownInChinese,
  reading,
} from './companies.js';
import { foreignFirms } from './latin-firms.js';

const HAN = /\p{Script=Han}/u;
/** 未来 and 山田 are a word and a family too. */
const SHORTEST_CORE = 3;
const CHINESE_KIND = /(?:股份|责任)?有限(?:责任)?公司$/u;
const FOREIGN_KIND = / [^ ]+$/u;
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * What the firms of a sentence are called in the other sentences of the text: 東和計測 of 東和計測株式会社, 恒达五金, 恒达公司 and 恒达 of
 * 苏州恒达五金有限公司, Lindqvist Instruments of Lindqvist Instruments AB.
 */
export function firmCores(text: string, from: Lang, to: Lang, table: NameTable): RememberedName[] {
  if (from === 'en') return foreignCores(text, table);
  if (from !== 'ja') return chineseCores(text, from, to, table);
  return [...japaneseCores(text, to, table), ...chineseCoresInJapaneseText(text, to, table)];
}

/** 杭州雲帆 of 杭州雲帆貿易有限公司. */
function chineseCoresInJapaneseText(text: string, to: Lang, table: NameTable): RememberedName[] {
  const chinese = text.includes('有限公司') ? table.hanForms.convert(text, 'ja', 'zh-CN') : undefined;
  if (chinese?.length !== text.length) return [];
  return chineseCores(chinese, 'zh-CN', 'en', table).flatMap((core): RememberedName[] => {
    const start = chinese.indexOf(core.written);
    const written = text.slice(start, start + core.written.length);
    const form = to === 'en' ? core.spellings[0] : table.hanForms.convert(written, 'ja', to);
    return start === -1 || form === undefined ? [] : [{ written, spellings: [form], isFirm: true }];
  });
}

function japaneseCores(text: string, to: Lang, table: NameTable): RememberedName[] {
  return japaneseFirms(text).flatMap(({ own }): RememberedName[] => {
    if (own.length < SHORTEST_CORE || !HAN.test(own)) return [];
    const name = to === 'en' ? latinOf(own, table) : ownInChinese(own, table, to);
    return name === undefined ? [] : [{ written: own, spellings: [name], isFirm: true }];
  });
}

function chineseCores(text: string, from: Lang, to: Lang, table: NameTable): RememberedName[] {
  return chineseCompanies(text).flatMap(({ start, end, spellings: [full = ''] }): RememberedName[] => {
    const whole = text.slice(start, end).replace(CHINESE_KIND, '');
    const { place, placeLength, own, trades } = chineseParts(whole);
    const latin = full.replace(/ Co\., Ltd\.$/, '');
    const forms: [written: string, latin: string][] = [
      [whole, latin],
      [`${own}公司`, reading(own)],
      ...(trades.length > 0 && place !== ''
        ? [[whole.slice(placeLength), [reading(own), ...trades].join(' ')] satisfies [string, string]]
        : []),
      ...(place === ''
        ? []
        : [
            [whole.slice(0, placeLength + own.length), [place, own].map(reading).join(' ')] satisfies [
              string,
              string,
            ],
          ]),
      ...(isCoined(own) ? [[own, reading(own)] satisfies [string, string]] : []),
    ];
    return forms.flatMap(([written, name]): RememberedName[] => {
      const form = to === 'en' ? name : table.hanForms.convert(written, from, to);
      return form === undefined ? [] : [{ written, spellings: [form], isFirm: true }];
    });
  });
}

/** 恒达, and not 大众, the public. */
function isCoined(own: string): boolean {
  return [...SEGMENTER.segment(own)].length > 1;
}

function foreignCores(text: string, table: NameTable): RememberedName[] {
  return foreignFirms(text, table).flatMap(({ spellings: [name = ''] }): RememberedName[] => {
    const own = name.replace(/ & Co\. KG$/, '').replace(FOREIGN_KIND, '');
    const isWord = !own.includes(' ') && table.knowsWord(own.replace(/s$/u, ''));
    return isWord ? [] : [{ written: own, spellings: [own], isFirm: true }];
  });
}
