import { baseOf, type Lang } from '../../../base/lang.js';
import { findQuantities } from '../find.js';
import type { Quantity } from '../quantity.js';
import { isPlural, isValueOf } from './units.js';

/** What a quantity is to a change: where it begins, by how much it goes, or where it ends. */
type Side = 'from' | 'by' | 'to';

/** What stands around a quantity when it is on a side. */
interface SideSigns {
  readonly side: Side;
  readonly before?: RegExp;
  readonly behind?: RegExp;
}

const REACH = 24;
const ROSE = '(?:上昇|上が|増|伸び|引き上げ|値上|拡大|上回|膨ら|延び|延長|急増|高ま)';
const FELL = '(?:低下|下が|減|引き下げ|値下|縮小|下回|落ち|下落|短縮|縮ま|急減)';
const CHANGED =
  '(?:上升|上涨|上漲|上调|上調|增加|增长|增長|提高|提升|扩大|擴大|延长|延長|下降|下跌|下调|下調|降低|减少|減少|缩短|縮短|缩小|縮小|猛增|激增|骤降|涨|漲|跌)';
/** The first that fits counts. */
const SIGNS: Readonly<Record<string, readonly SideSigns[]>> = {
  en: [
    {
      side: 'from',
      before:
        /\b(?:from|compared (?:with|to)|(?:down|up) on) (?:about |around |nearly |almost |just )?[$€£¥]?$/iu,
    },
    { side: 'by', before: /\bby (?:about |around |nearly |almost |some |up to )?[$€£¥]?$/iu },
    {
      side: 'to',
      before:
        /\b(?:rose|risen|rises?|rising|grew|grown|grow|growing|increas(?:e|es|ed|ing)|climb(?:ed|s|ing)?|fell|fall(?:en|s|ing)?|drop(?:ped|s|ping)?|declin(?:ed?|es|ing)|decreas(?:ed?|es|ing)|shr[aiu]nk|cut|lower(?:ed|s|ing)?|rais(?:ed?|es|ing)|reduc(?:ed?|es|ing)|slipped|down) to (?:about |around |nearly |almost |just )?[$€£¥]?$/iu,
    },
  ],
  ja: [
    {
      side: 'from',
      // 6度から8度下がり is a range, and both ends are amounts.
      behind: new RegExp(
        `^(?:[\\p{Script=Han}\\p{Script=Katakana}ー%％℃]|[ヶか]月){0,6}(?:から|より)(?![もの]|約?[\\d.]+[^\\d、。にへま]{0,5}(?:の|${ROSE}|${FELL}))`,
        'u',
      ),
    },
    {
      side: 'by',
      behind: new RegExp(`^[^\\d、。はがをにのからまで]{0,3}(?:も|ほど|ずつ)?(?:${ROSE}|${FELL})`, 'u'),
    },
    {
      side: 'to',
      behind: new RegExp(`^[^\\d、。はがをにの]{0,4}(?:に|へと?|まで)(?:まで)?(?:${ROSE}|${FELL})`, 'u'),
    },
  ],
  zh: [
    { side: 'from', before: /[从從自](?:大?约|大?約|近)?[$]?$/u },
    { side: 'to', before: new RegExp(`${CHANGED}(?:了)?(?:到|至|为|為)了?(?:大?约|大?約|近)?[$]?$`, 'u') },
    { side: 'by', before: new RegExp(`${CHANGED}了?(?:大?约|大?約|近)?[$]?$`, 'u') },
  ],
};

/**
 * Quantities of a change that are on another side in the translation: 7から12に for "from 12 to 7", "rose to 12 percent" for
 * 12%上がった. Where a side is not said on either side of the translation nothing is wrong.
 */
export function turnedSides(
  source: string,
  quantities: readonly Quantity[],
  translation: string,
  from: Lang,
  to: Lang,
): Quantity[] {
  const sided = quantities.filter(isPlural).flatMap((quantity) => {
    const side = sideOf(quantity, source, from);
    return side === undefined ? [] : [{ quantity, side }];
  });
  if (sided.length === 0) return [];
  const there = findQuantities(translation, to);
  return sided.flatMap(({ quantity, side }) => {
    const same = there.filter(({ values }) => values.some((value) => isValueOf(value, quantity)));
    const sides = same.map((other) => sideOf(other, translation, to));
    return sides.length > 0 && sides.every((other) => other !== undefined && other !== side)
      ? [quantity]
      : [];
  });
}

function sideOf({ kind, values, start, end }: Quantity, text: string, lang: Lang): Side | undefined {
  if (kind === 'date' || kind === 'time' || kind === 'ordinal' || values.length !== 1) return undefined;
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  return SIGNS[baseOf(lang)]?.find(
    (signs) => signs.before?.test(before) !== false && signs.behind?.test(behind) !== false,
  )?.side;
}
