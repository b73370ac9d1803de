import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Hypothesis, TargetPart } from '#src/model/model-port.js';
import { bleu } from '../../bench/eval/bleu.js';
import { readDevSets } from '../../bench/eval/dev-sets.js';
import { countFaults } from '../../bench/eval/faults.js';
import { japaneseSplitter } from '../../bench/eval/japanese-words.js';
import { keptPlaceholders, keptTerms } from '../../bench/eval/kept-marks.js';
import { parseMarks, readMarkedSet } from '../../bench/eval/marked-sets.js';
import { isAccepted, readWords } from '../../bench/eval/words.js';

const DATA = new URL('../../bench/data/', import.meta.url);
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

function said(text: string, finish: Hypothesis['finish'] = 'end'): Hypothesis {
  return { target: [{ kind: 'text', text }], score: -0.5, tokens: 3, finish };
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kotobashi-devsets-'));
  folders.push(folder);
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return folder;
}

describe('the development sets of a folder', () => {
  it('give every direction among the languages of a set', async () => {
    const folder = await folderWith({
      'flores-dev.en': 'one\ntwo\n',
      'flores-dev.ja': '一\n二\n',
      'flores-dev.zh': '一\n二\n',
      'mdn.en-ja.en': 'web\n',
      'mdn.en-ja.ja': 'ウェブ\n',
      'README.md': 'notes',
    });
    const directions = await readDevSets(folder);
    expect(directions.map(({ set, from, to, domain }) => `${set} ${from} ${to} ${domain}`).sort()).toEqual([
      'flores-dev en ja general',
      'flores-dev en zh-CN general',
      'flores-dev ja en general',
      'flores-dev ja zh-CN general',
      'flores-dev zh-CN en general',
      'flores-dev zh-CN ja general',
      'mdn en ja it',
      'mdn ja en it',
    ]);
    expect(directions.find(({ from }) => from === 'ja')?.sources).toEqual(['一', '二']);
  });

  it('keep source and reference together when only some lines are wanted', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    const folder = await folderWith({
      'set.en': numbers.map((number) => `en ${number}`).join('\n'),
      'set.ja': numbers.map((number) => `ja ${number}`).join('\n'),
    });
    const [direction] = await readDevSets(folder, 4);
    expect(direction?.sources).toHaveLength(4);
    expect(direction?.references).toEqual(direction?.sources.map((line) => line.replace('en', 'ja')));
  });

  it('are refused when the files of a set differ in length', async () => {
    const folder = await folderWith({ 'set.en': 'one\ntwo\n', 'set.ja': '一\n' });
    await expect(readDevSets(folder)).rejects.toThrow(/2 lines in en and 1 in ja/);
  });

  it('are missed with a sentence that says what is expected', async () => {
    await expect(readDevSets(await folderWith({ 'notes.txt': '' }))).rejects.toThrow(
      /holds no development set/,
    );
  });
});

describe('the term and placeholder sets', () => {
  it('hold at least 300 sentences each, every one with one to four marks', async () => {
    for (const name of ['terms-dev.tsv', 'placeholders-dev.tsv']) {
      const sentences = await readMarkedSet(fileURLToPath(new URL(name, DATA)));
      expect(sentences.length).toBeGreaterThanOrEqual(300);
      for (const { source } of sentences) {
        const marks = source.filter((part) => part.kind !== 'text').length;
        expect(marks).toBeGreaterThanOrEqual(1);
        expect(marks).toBeLessThanOrEqual(4);
      }
    }
  });

  it('ask for usual and unusual words in about equal parts', async () => {
    const sentences = await readMarkedSet(fileURLToPath(new URL('terms-dev.tsv', DATA)));
    const usual = sentences.filter(({ variant }) => variant === 'usual').length;
    expect(usual / sentences.length).toBeCloseTo(0.5, 1);
    expect(new Set(sentences.map(({ from, to }) => `${from} ${to}`)).size).toBe(5);
  });

  it('are cut at their marks', () => {
    expect(parseMarks('The ⟦dog⇒丸太郎⟧ sees <x1>.')).toEqual([
      { kind: 'text', text: 'The ' },
      { kind: 'term', source: 'dog', target: '丸太郎' },
      { kind: 'text', text: ' sees ' },
      { kind: 'placeholder', index: 1 },
      { kind: 'text', text: '.' },
    ]);
  });
});

describe('a term', () => {
  const source = parseMarks('⟦犬⇒Marutaro⟧と⟦報告書⇒report⟧');

  it('is present whatever its case, width or ending', () => {
    expect(keptTerms(source, [{ kind: 'text', text: 'ＭＡＲＵＴＡＲＯ and the reports' }])).toEqual({
      asked: 2,
      kept: 2,
    });
  });

  it('is missing when another word stands for it', () => {
    expect(keptTerms(source, [{ kind: 'text', text: 'the dog and the reports' }])).toEqual({
      asked: 2,
      kept: 1,
    });
  });
});

describe('a placeholder', () => {
  const source = parseMarks('<x0> and <x1>');
  const placeholder = (index: number): TargetPart => ({ kind: 'placeholder', index });

  it('survives in any order', () => {
    expect(keptPlaceholders(source, [placeholder(1), placeholder(0)])).toEqual({ asked: 2, kept: 2 });
  });

  it('does not survive when it is doubled or lost', () => {
    expect(keptPlaceholders(source, [placeholder(1), placeholder(1)])).toEqual({ asked: 2, kept: 0 });
  });
});

describe('output that is no translation', () => {
  const count = (source: string, reference: string, hypothesis: Hypothesis) =>
    countFaults([{ source, reference, hypothesis }]);
  const none = { empty: 0, copied: 0, looped: 0, capped: 0, otherScript: 0 };

  it('is not seen in a good translation', () => {
    expect(count('猫が好きです。', 'I like cats.', said('I love cats.'))).toEqual(none);
  });

  it('is counted when nothing came', () => {
    expect(count('猫が好きです。', 'I like cats.', said(' '))).toEqual({ ...none, empty: 1 });
  });

  it('is counted when the source came back', () => {
    const source = 'The settings are saved in a file.';
    expect(count(source, '設定はファイルに保存されます。', said('The settings are saved in a file'))).toEqual(
      {
        ...none,
        copied: 1,
        otherScript: 1,
      },
    );
  });

  it('is not counted as copied when the reference is the same text', () => {
    expect(count('Azure SQL Database', 'Azure SQL Database', said('Azure SQL Database'))).toEqual(none);
  });

  it('is counted when a phrase repeats itself', () => {
    const looped = { ...none, looped: 1 };
    expect(count('猫', 'a cat', said('the cat, the cat, the cat, the cat, the cat'))).toEqual(looped);
  });

  it('is not counted as looped when the source repeats too', () => {
    expect(count('ははははははははは', 'hahahahahahaha', said('hahahahaha'))).toEqual(none);
  });

  it('is counted when it was cut', () => {
    expect(count('猫', 'a cat', said('a cat and', 'length'))).toEqual({ ...none, capped: 1 });
  });

  it('is counted when it is in another script than the reference', () => {
    expect(count('猫が好きです。', '我喜欢猫。', said('I like cats.'))).toEqual({ ...none, otherScript: 1 });
  });
});

describe('Japanese words', () => {
  it('are those of the IPA dictionary, without white space', async () => {
    const split = await japaneseSplitter();
    expect(split('すもももももももものうち')).toEqual(['すもも', 'も', 'もも', 'も', 'もも', 'の', 'うち']);
    expect(split('東京 都に\u3000行く。')).not.toContain(' ');
    expect(bleu(['私は猫が好きです。'], ['私は犬が好きです。'], split)).toBeGreaterThan(20);
  });
});

describe('single words', () => {
  it('are right as any of their translations, whatever a language adds to a word alone', () => {
    expect(isAccepted('Apple.', ['apple', 'apple tree'])).toBe(true);
    expect(isAccepted('The apples', ['apple'])).toBe(true);
    expect(isAccepted('apple', ['apples'])).toBe(true);
    expect(isAccepted('run', ['to run'])).toBe(true);
    expect(isAccepted('延期する。', ['延期'])).toBe(true);
    expect(isAccepted('lemon', ['apple'])).toBe(false);
    expect(isAccepted('apple pie', ['apple'])).toBe(false);
    expect(isAccepted('', ['apple'])).toBe(false);
  });

  it('come in two thousand a direction, each with its translations', async () => {
    const words = await readWords(fileURLToPath(new URL('words.tsv', DATA)));
    const counts = new Map<string, number>();
    for (const { from, to } of words) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      'ja en': 2000,
      'en ja': 2000,
      'zh-CN en': 2000,
      'en zh-CN': 2000,
    });
    expect(words.every(({ accepted }) => accepted.length > 1)).toBe(true);
  });
});
