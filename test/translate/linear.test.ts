import { expect, it } from 'vitest';
import { HanModel } from '#src/translate/detection/han.js';
import { analyse } from '#src/translate/plan/analysis.js';
import { sample } from '../setup/sample.js';
import { type HostileInput, hostileFamily } from './hostile-family.js';

/** Long enough that quadratic work on it takes tens of milliseconds, and linear work a few. */
const LENGTH = 2_000;
const SUSPICIOUS_MS = 30;
/** Twice the text, at most so many times the work: linear is 2, quadratic 4. */
const MOST_GROWTH = 3.2;
const TRIES = 4;

const han = HanModel.bundled();

/** Processor time, because on a busy machine the clock says nothing. */
function work(text: string): number {
  const before = process.cpuUsage();
  analyse({ texts: [text], from: 'auto', to: 'ko', joinsLines: true }, han);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function least(text: string): number {
  return Math.min(...Array.from({ length: TRIES }, () => work(text)));
}

/** Several doublings, so that neither a constant part nor one disturbed measurement decides. */
function growth(input: HostileInput): number {
  const times = [4, 8, 16].map((factor) => least(input.make(LENGTH * factor)));
  const ratios = times.slice(1).map((time, at) => time / (times[at] ?? time));
  return Math.min(...ratios);
}

/** No multiple of the three forms, nor of the fragments: each of these is there first and second, in every form. */
const FAMILY_STEP = 11;

// `npm run test:all` takes all pairs in every form, and `npm run bench -- hostile` every door as well.
it('analyses the texts of the hostile family in time that grows like their length', () => {
  const slow = sample([...hostileFamily()], FAMILY_STEP)
    .filter((input) => work(input.make(LENGTH)) > SUSPICIOUS_MS && least(input.make(LENGTH)) > SUSPICIOUS_MS)
    .filter((input) => growth(input) > MOST_GROWTH);
  expect(slow.map(({ name }) => name)).toEqual([]);
}, 300_000);

it.each([
  ['a tag that asks not to be translated and never ends', '<a-', 'translate=no '],
  ['dots before a letter', '.', 'a'],
  ['tags that are never closed', '<b>', 'a'],
  ['code spans', '`a', 'a'],
  ['one letter', 'a', 'a'],
  ['combining marks', '\u0301\u0316', 'a'],
  ['closing tags of another name', '<b>', '</i>'],
  ['open placeholders', '{a,', '}'],
])(
  'takes no more than its share for %s',
  (name, first, second) => {
    const make = (length: number) =>
      first.repeat(Math.ceil(length / first.length)) + second.repeat(Math.ceil(length / 4 / second.length));
    expect(growth({ name, make })).toBeLessThan(MOST_GROWTH);
  },
  120_000,
);
