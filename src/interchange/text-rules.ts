import { normalForm } from '../base/normal-form.js';

/** What a text in a table or a dictionary may be. */
export interface TextRules {
  /** Unicode code points after trimming and NFC. */
  readonly maxChars: number;
  /** Line breaks and tabs inside the text. */
  readonly lineBreaks: boolean;
}

/** Dictionary entries and glossary terms. */
export const TERM_RULES: TextRules = { maxChars: 255, lineBreaks: false };
/** Phrase pairs: whole sentences or short paragraphs. */
export const PHRASE_RULES: TextRules = { maxChars: 2000, lineBreaks: true };

export type CheckedText =
  | { readonly ok: true; readonly text: string }
  /** `reason` continues a sentence that begins with the name of the text: "fromText is empty". */
  | { readonly ok: false; readonly reason: string };

// NUL cannot be stored, lone surrogates are no text, and the other controls come from broken conversions.
const UNSTORABLE = /\p{Surrogate}|(?![\t\n\r])\p{Control}/u;
const LINE_BREAK = /[\t\n\r\u2028\u2029]/u;

/** Trims and composes a text (NFC), or says why it cannot be taken. */
export function checkText(raw: string, rules: TextRules): CheckedText {
  const text = normalForm(raw.trim(), 'NFC');
  if (text === '') return { ok: false, reason: 'is empty' };
  if (UNSTORABLE.test(text)) return { ok: false, reason: 'holds control characters or broken characters' };
  if (!rules.lineBreaks && LINE_BREAK.test(text)) {
    return { ok: false, reason: 'holds a line break or a tab: a term stands on one line' };
  }
  // Code points are counted only when the cheaper count of code units leaves a doubt.
  const length = text.length <= rules.maxChars ? text.length : [...text].length;
  if (length > rules.maxChars) {
    return { ok: false, reason: `has ${length} characters; at most ${rules.maxChars} are possible` };
  }
  return { ok: true, text };
}
