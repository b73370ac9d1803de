import type { Lang } from '../../base/lang.js';
import { eastAsianQuantities } from './east-asian/east-asian.js';
import { englishQuantities } from './english/english.js';
import type { Quantity } from './quantity.js';
import { withSharedUnits } from './shared-units.js';

/** Quantities of a text, in order and without overlap. Languages without a scanner of their own are read like English. */
export function findQuantities(text: string, lang: Lang): Quantity[] {
  if (
    !/[\d０-９〇零一二三四五六七八九十百千万萬億亿兆元两兩]|hundred|thousand|illion|teen|t[wy]|one|three|thir|f[io]|six|seven|eight|nine|ten|eleven/iu.test(
      text,
    )
  )
    return [];
  const quantities =
    lang === 'ja' || lang.startsWith('zh') ? eastAsianQuantities(text, lang) : englishQuantities(text);
  return withSharedUnits(text, lang, quantities);
}
