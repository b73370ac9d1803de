import { Failure } from '../../base/failure.js';
import { WHICH_CODES } from '../../base/lang.js';
import { canonicalLang } from '../../interchange/lang-tag.js';
import type { Pair } from '../../interchange/pair.js';
import { checkText, type TextRules } from '../../interchange/text-rules.js';

/**
 * A pair as it is stored, from what a caller sent.
 *
 * @param index position among several, for the failure
 */
export function checkedPair(pair: Pair, rules: TextRules, index?: number): Pair {
  const refuse = (kind: 'argumentInvalid' | 'requestInvalid', message: string) =>
    new Failure(kind, { message, ...(index !== undefined && { detail: { index } }) });
  const lang = (name: 'fromLang' | 'toLang') => {
    const code = canonicalLang(pair[name]);
    if (code !== undefined) return code;
    throw refuse(
      'argumentInvalid',
      `${name} "${pair[name].slice(0, 20)}" is not a language code: ${WHICH_CODES}.`,
    );
  };
  const [fromLang, toLang] = [lang('fromLang'), lang('toLang')];
  if (fromLang === toLang)
    throw refuse(
      'argumentInvalid',
      'fromLang and toLang are the same: an entry goes from one language to another.',
    );
  const text = (name: 'fromText' | 'toText') => {
    const checked = checkText(pair[name], rules);
    if (!checked.ok) throw refuse('requestInvalid', `${name} ${checked.reason}.`);
    return checked.text;
  };
  return { fromLang, fromText: text('fromText'), toLang, toText: text('toText') };
}

/** Several of them; a failure names the position of the one that cannot be taken. */
export function checkedPairs(pairs: readonly Pair[], rules: TextRules): readonly Pair[] {
  return pairs.map((pair, index) => checkedPair(pair, rules, pairs.length > 1 ? index : undefined));
}
