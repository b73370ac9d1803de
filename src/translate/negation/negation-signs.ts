/** How a language says no. */
export interface NegationSigns {
  /** What denies a predicate or a thing and is no part of a phrase that means something else. */
  readonly clear: RegExp;
  /** Everything that may stand for a clear sign: words of lack, refusal and exception too. */
  readonly any: RegExp;
  /** Phrases with a sign that deny nothing: taken out before clear signs are looked for. */
  readonly idioms: RegExp;
  /** Two denials that make an obligation (ざるを得ない, 不得不, cannot but): what they say may not become a denial. */
  readonly double: RegExp;
  /** Of a source: what a translation may put with a "not" (before, keep away, 前に). */
  readonly turns: RegExp;
}
