import type { Lang } from '#src/base/lang.js';
import { figuresIn, isSameFigure } from './figures.js';
import type { Pair } from './pairs.js';

/** Smaller numbers are often told by other words: both, once, a dozen. */
const SMALLEST = 13;
/** Where a scale, a sign or many digits can go wrong. */
const TELLING: Readonly<Record<string, RegExp>> = {
  en: /\d[\d,.]* ?(?:hundred|thousand|million|billion|trillion|percent|%)|[$€£¥]\d|\d,\d{3}|\b(?:hundred|thousand|million|billion)\b|\d (?:dollars|yen|yuan|euros|pounds)/iu,
  other:
    /[\d〇一二三四五六七八九十百千]\s*(?:[万億亿兆千百]|%|％|パーセント|ドル|円|元|ユーロ|美元)|百分之|\d,\d{3}/u,
};

/**
 * The numbers that a sentence and its human translation share, both read by `figuresIn`, which knows nothing of the
 * parser of the service: sentences that the parser misreads are in the set like all others.
 */
export function realQuantities({ english, other }: Pair, from: Lang, lang: Lang): string | undefined {
  const source = from === 'en' ? english : other;
  if (!(from === 'en' ? TELLING.en : TELLING.other)?.test(source.normalize('NFKC'))) return undefined;
  const others = figuresIn(other, lang);
  const shared = figuresIn(english, 'en').filter(
    (figure) => figure >= SMALLEST && others.some((it) => isSameFigure(it, figure)),
  );
  return shared.length === 0 ? undefined : [...new Set(shared)].map((figure) => `figure:${figure}`).join(';');
}
