/** Longest run of combining marks that is normalised as one; UAX #15 calls text that keeps to 30 "stream-safe". */
const MOST_MARKS = 30;
/** Combining marks, and the half-width voicing marks that NFKC turns into such. */
const LONG_RUN = new RegExp(`[\\p{M}\\uFF9E\\uFF9F]{${MOST_MARKS + 1},}`, 'gu');

/**
 * `text.normalize(form)` in linear time. Unicode sorts the marks of one base character by class, and ICU does that by
 * insertion: a hundred kilobytes of marks take half a minute. No language writes more than a few marks on one
 * letter, so that a longer run is normalised in pieces.
 *
 * @example
 * normalForm('ｶﾞ', 'NFKC') // 'ガ'
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC'): string {
  if (!mayHoldLongRun(text)) return text.normalize(form);
  let normalised = '';
  let at = 0;
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) {
    normalised += text.slice(at, index).normalize(form);
    const marks = [...run];
    for (let from = 0; from < marks.length; from += MOST_MARKS) {
      normalised += marks
        .slice(from, from + MOST_MARKS)
        .join('')
        .normalize(form);
    }
    at = index + run.length;
  }
  return normalised + text.slice(at).normalize(form);
}

/** Whether somewhere more than `MOST_MARKS` units follow each other that may be marks; asks for no property of any. */
function mayHoldLongRun(text: string): boolean {
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    run = isNoMark(text.charCodeAt(at)) ? 0 : run + 1;
    if (run > MOST_MARKS) return true;
  }
  return false;
}

/** Latin letters, punctuation of East Asia, kana and Han: what nearly all text is made of. */
function isNoMark(unit: number): boolean {
  return (
    unit < 0x300 ||
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3000 && unit <= 0x3029) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a0 && unit <= 0x30ff)
  );
}
