import type { Hypothesis } from '#src/model/model-port.js';
import { sentenceChrf } from '#src/quality/chrf.js';
import type { Faults } from './eval-report.js';
import { textOf } from './kept-marks.js';

export interface Checked {
  readonly source: string;
  readonly reference: string;
  readonly hypothesis: Hypothesis;
}

/** From here on two sentences are the same but for a mark or two. */
const COPY_CHRF = 85;

/** A unit of two characters or more four times in a row, or a single letter eight times. */
const LOOP = /(?<unit>.{2,}?)\k<unit>{3,}|(?<letter>\p{L})\k<letter>{7,}/su;

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Counts output that no user would call a translation. */
export function countFaults(checked: readonly Checked[]): Faults {
  const count = (is: (one: Checked) => boolean) => checked.filter(is).length;
  return {
    empty: count(isEmpty),
    copied: count(isCopied),
    looped: count(isLooped),
    capped: count((one) => one.hypothesis.finish === 'length'),
    otherScript: count(isOtherScript),
  };
}

export function addFaults(all: readonly Faults[]): Faults {
  const sum = (name: keyof Faults) => all.reduce((total, faults) => total + faults[name], 0);
  return {
    empty: sum('empty'),
    copied: sum('copied'),
    looped: sum('looped'),
    capped: sum('capped'),
    otherScript: sum('otherScript'),
  };
}

function isEmpty({ source, hypothesis }: Checked): boolean {
  return source.trim() !== '' && textOf(hypothesis.target).trim() === '';
}

/** Product names and code are rightly left as they are: then the reference is a copy too. */
function isCopied({ source, reference, hypothesis }: Checked): boolean {
  return (
    sentenceChrf(textOf(hypothesis.target), source) >= COPY_CHRF &&
    sentenceChrf(reference, source) < COPY_CHRF
  );
}

function isLooped({ source, reference, hypothesis }: Checked): boolean {
  return LOOP.test(textOf(hypothesis.target)) && !LOOP.test(source) && !LOOP.test(reference);
}

function isOtherScript({ reference, hypothesis }: Checked): boolean {
  const text = textOf(hypothesis.target);
  if (text.trim() === '') return false;
  const expected = eastAsianShare(reference);
  const given = eastAsianShare(text);
  return (expected > 0.3 && given === 0) || (expected === 0 && given > 0.3);
}

function eastAsianShare(text: string): number {
  const dense = text.replaceAll(/\s/gu, '');
  return dense === '' ? 0 : (dense.match(EAST_ASIAN)?.length ?? 0) / dense.length;
}
