import type { Lang } from '../../../base/lang.js';
import { narrow } from '../notation/tokens.js';
import { type HanNumber, hanNumberAt } from './han-numerals.js';

/** A Japanese or Chinese text in narrow form. Each kind of quantity asks for the number at the same place: it is read once. */
export class EastAsianText {
  readonly text: string;
  readonly chinese: boolean;
  /** What was read last, as spoken Chinese counts (三万五 is 35,000) and as everybody else does. */
  #spoken: { readonly at: number; readonly number: HanNumber | undefined } | undefined;
  #plain: { readonly at: number; readonly number: HanNumber | undefined } | undefined;

  constructor(source: string, lang: Lang) {
    this.text = narrow(source);
    this.chinese = lang !== 'ja';
  }

  /** The number that begins here, as the language of the text counts. */
  numberAt(at: number): HanNumber | undefined {
    if (!this.chinese) return this.plainNumberAt(at);
    if (this.#spoken?.at !== at) this.#spoken = { at, number: hanNumberAt(this.text, at, true) };
    return this.#spoken.number;
  }

  /** The number that begins here, without what only spoken Chinese leaves out. */
  plainNumberAt(at: number): HanNumber | undefined {
    if (this.#plain?.at !== at) this.#plain = { at, number: hanNumberAt(this.text, at, false) };
    return this.#plain.number;
  }
}
