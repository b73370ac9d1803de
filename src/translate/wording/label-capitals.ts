import { type Lang, writesUnspaced } from '../../base/lang.js';
import { isStatement } from '../segmentation/statement.js';

/** A word of a language without capitals, behind the marks that may stand before it. */
const WRITTEN = /^[「『（(【\s]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A word in small letters: no unit (mm), no name (iPhone), nothing with a hyphen (e-mail). */
const SMALL_WORD = /^(["“(]?)([a-z]{3,})(?=[\s,.:;)"”/]|$)/;

export interface Label {
  readonly from: Lang;
  readonly source: string;
  readonly target: string;
}

/**
 * A heading, label or cell in English begins with a capital. Japanese and Chinese have none, and models write now
 * "Delivery deadline" and now "confidential information" above it.
 */
export function withLabelCapital({ from, source, target }: Label, to: Lang): string {
  if (to !== 'en' || !writesUnspaced(from) || !WRITTEN.test(source) || isStatement(source, from))
    return target;
  return target.replace(
    SMALL_WORD,
    (_, mark: string, word: string) => mark + word.slice(0, 1).toUpperCase() + word.slice(1),
  );
}
