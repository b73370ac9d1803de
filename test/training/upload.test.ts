import { afterAll, describe, expect, it } from 'vitest';
import { PairReader } from '#src/interchange/pair-reader.js';
import { mineTerms } from '#src/training/learning/term-mining.js';
import { readUpload } from '#src/training/upload.js';
import { asTsv, MANUAL_PAIRS } from './manual.js';

const reader = new PairReader();
afterAll(() => reader.close());
const bytes = (text: string) => new TextEncoder().encode(text);
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `Sentence number ${index}.\t文${index}。`);

describe('an upload', () => {
  it('gives its pairs, and names rows that cannot be used by line', async () => {
    const lines = [...rows(12)];
    lines[4] = 'No translation';
    lines[7] = 'Empty translation\t   ';
    const { pairs, report } = await readUpload(reader, bytes(lines.join('\n')), 'tsv', 'en', 'ja');
    expect(pairs).toHaveLength(10);
    expect(report).toMatchObject({ pairs: 10, badRows: 2, repeated: 0 });
    expect(report.examples.map(({ line }) => line)).toEqual([5, 8]);
  });

  it('keeps the later of two translations of one source', async () => {
    const lines = [...rows(10), 'sentence number 3\t別の文。'];
    const { pairs, report } = await readUpload(reader, bytes(lines.join('\n')), 'tsv', 'en', 'ja');
    expect(pairs).toHaveLength(10);
    expect(report.repeated).toBe(1);
    expect(pairs.map(({ toText }) => toText)).toContain('別の文。');
  });

  it('is refused under ten usable pairs, with the reason and the lines', async () => {
    const lines = [...rows(9), 'Half a row'];
    await expect(readUpload(reader, bytes(lines.join('\n')), 'tsv', 'en', 'ja')).rejects.toMatchObject({
      code: 40202,
      message: expect.stringMatching(/Only 9 .* at least 10.* line 10: /),
    });
  });

  it('is refused over ten thousand pairs', async () => {
    await expect(readUpload(reader, bytes(rows(10_001).join('\n')), 'tsv', 'en', 'ja')).rejects.toMatchObject(
      {
        code: 40202,
        message: expect.stringContaining('more than 10000'),
      },
    );
  });
});

describe('terms that repeat', () => {
  it('are suggested with the translation they always have', () => {
    const terms = mineTerms(MANUAL_PAIRS);
    const found = new Map(terms.map(({ fromText, toText }) => [fromText, toText]));
    expect(found.get('flux manifold')).toBe('流束多岐管');
    expect(found.get('coolant gallery')).toBe('冷液回廊');
    expect(terms.every(({ count, share }) => count >= 4 && share >= 0.8)).toBe(true);
  });

  it('are none where translations differ', () => {
    const pairs = Array.from({ length: 10 }, (_, index) => ({
      fromText: `The meeting number ${index}`,
      toText: `${String.fromCodePoint(0x4e00 + index * 97)}${String.fromCodePoint(0x5e00 + index * 89)}`,
    }));
    expect(mineTerms(pairs).filter(({ fromText }) => fromText.includes('meeting'))).toEqual([]);
  });

  it('asks nothing of tables that were exported from here', async () => {
    const { pairs } = await readUpload(reader, bytes(asTsv(MANUAL_PAIRS)), 'tsv', 'en', 'ja');
    expect(pairs).toEqual(MANUAL_PAIRS);
  });
});
