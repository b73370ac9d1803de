import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOfFile, heldOutLines } from '../../bench/written/checker.js';
import { countWritten, isHeldOut } from '../../bench/written/held-out.js';

const FOLDER = 'trainer/written';
const GOOD = 'talk\t-\tIt is raining.\t雨が降っています。\t下雨了。';

const says = (text: string, heldOut: ReadonlySet<string> = new Set()): string[] =>
  faultsOfFile('x.tsv', text, new Map(), heldOut).map((fault) => fault.says);

describe('text written for training', () => {
  it('has no fault in any file', () => {
    const heldOut = heldOutLines('bench/data/dev');
    const seen = new Map<string, string>();
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.tsv'));
    const faults = files
      .sort()
      .flatMap((name) => faultsOfFile(name, readFileSync(`${FOLDER}/${name}`, 'utf8'), seen, heldOut));
    expect(files.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('is listed file by file in its README', () => {
    const readme = readFileSync(`${FOLDER}/README.md`, 'utf8');
    const unlisted = readdirSync(FOLDER).filter(
      (name) => name.endsWith('.tsv') && !readme.includes(`\`${name}\``),
    );
    expect(unlisted).toEqual([]);
  });
});

describe('the checker of written text', () => {
  it('finds nothing wrong with a good line', () => {
    expect(says(`${GOOD}\n`)).toEqual([]);
  });

  it.each([
    ['a missing column', 'talk\t-\tIt is raining.\t雨が降っています。', '4 columns instead of 5'],
    ['an empty text', GOOD.replace('下雨了。', ''), 'Chinese is empty'],
    ['kana in Chinese', GOOD.replace('下雨了', '下雨の'), 'Chinese holds kana'],
    [
      'a traditional character',
      GOOD.replace('下雨了', '開始下雨了'),
      'Chinese holds a traditional character (開)',
    ],
    [
      'half-width marks',
      GOOD.replace('雨が降っています。', '雨が,降っています。'),
      'Japanese has half-width marks',
    ],
    [
      'East Asian marks in English',
      GOOD.replace('raining.', 'raining。'),
      'English holds East Asian characters or marks',
    ],
    [
      'a bad domain',
      GOOD.replace('talk', 'Small talk'),
      'domain "Small talk" is not a word of small letters',
    ],
  ])('refuses %s', (_, line, sentence) => {
    expect(says(line)).toContain(sentence);
  });

  it('refuses a document that goes on after another line', () => {
    const of = (id: string, word: string) => `talk\t${id}\t${word}.\t${word}です。\t${word}吧。`;
    expect(says([of('a-1', 'One'), of('-', 'Two'), of('a-1', 'Three')].join('\n'))).toContain(
      'document a-1 goes on after another line',
    );
  });

  it('refuses a sentence that stands twice, and one of a development set', () => {
    const line =
      'talk\t-\tThe train to the coast leaves at nine.\t海岸行きは9時に出ます。\t去海边的车九点开。';
    expect(says(`${line}\n${line}`)).toContain('stands already at x.tsv:1');
    expect(says(line, new Set(['en:thetraintothecoastleavesatnine']))).toContain(
      'the en text stands in a development set',
    );
  });
});

describe('what is held out of the written text', () => {
  it('is one line or document in 25, whole documents, by the rule of the trainer', async () => {
    const { lines, heldOut } = await countWritten(FOLDER);
    expect(heldOut / lines).toBeGreaterThan(0.03);
    expect(heldOut / lines).toBeLessThan(0.05);
    // Computed by trainer/nmt/written.py.
    const of = (document: string, en: string) => isHeldOut({ domain: 'talk', document, en, ja: '', zh: '' });
    const found = Array.from({ length: 200 }, (_, n) => n).filter((n) => of('-', `Line ${n}.`));
    expect(found).toEqual([41, 50, 95, 100, 133]);
    expect(of('d-1', 'Line 16.')).toBe(of('d-1', 'Another line.'));
  });
});
