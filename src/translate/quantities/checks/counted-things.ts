import type { Lang } from '../../../base/lang.js';

/** "Order 12 gauges", "24 pressure gauges", and not "exit 2 comes first". */
const COUNTED =
  /(?:^|[,:;(] ?|\b(?:and|or|for|with|of|only|about|all|the|these|order(?:ed|ing)?|need(?:s|ed)?|sen[dt]|receiv(?:e|ed|ing)|bought|buy|suppl(?:y|ied)|deliver(?:ed)?|ship(?:ped)?|quote|contains?|holds?|have|has|had|use[ds]?|replaced?|install(?:ed)?|fit(?:ted)?|check(?:ed)?|test(?:ed)?|return(?:ed)?|got|get|made|make|sold|sell) )(?<count>\d{1,4}) (?:(?!we|you|they|has|is)[a-z][a-z-]* )?(?!comes|deals|replaces|stays|serves|opens|closes|steps|always|needs|works|reads|shows|stands|reaches|runs|takes|goes|has|was|this)[a-z]{3,}s\b/gimu;

/** A count of things that came out as a number of a type: 12号仪表 for "12 gauges". */
export function withCounts(translation: string, source: string, from: Lang, to: Lang): string {
  if (from !== 'en' || !to.startsWith('zh') || !/\d[号號]/u.test(translation)) return translation;
  return [...source.matchAll(COUNTED)].reduce(
    (text, { groups: { count = '' } = {} }) =>
      text.replace(
        new RegExp(`(?<![\\d.,月第])${count}[号號](?![楼樓线線门門馆館路公])`, 'u'),
        `${count}${to === 'zh-CN' ? '个' : '個'}`,
      ),
    translation,
  );
}
