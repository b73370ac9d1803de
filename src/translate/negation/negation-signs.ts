/** How a language says no. */
export interface NegationSigns {
  /** What denies a predicate or a thing and is no part of a phrase that means something else. */
  readonly clear: RegExp;
  /** Everything that may stand for a clear sign: words of lack, refusal and exception too. */
  readonly any: RegExp;
  /** Phrases with a sign that deny nothing: taken out before clear signs are looked for. */
  readonly idioms: RegExp;
  /** Of a source: what a translation may put with a "not" (before, keep away, 前に). */
  readonly turns: RegExp;
}
