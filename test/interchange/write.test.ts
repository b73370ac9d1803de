import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type INTERCHANGE_FORMATS, interchangeFormat } from '#src/interchange/format.js';
import type { Pair } from '#src/interchange/pair.js';
import { readPairs } from '#src/interchange/read.js';
import { checkText, PHRASE_RULES } from '#src/interchange/text-rules.js';
import { writePairs } from '#src/interchange/write.js';

async function* each(pairs: readonly Pair[]): AsyncGenerator<Pair> {
  yield* pairs;
}

async function written(
  pairs: readonly Pair[],
  format: keyof typeof INTERCHANGE_FORMATS,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writePairs(each(pairs), format)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function back(bytes: Uint8Array, format: keyof typeof INTERCHANGE_FORMATS): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for await (const row of readPairs(bytes, { format, rules: PHRASE_RULES })) {
    if (row.kind === 'bad') throw new Error(`line ${row.line}: ${row.reason}`);
    const { fromLang, fromText, toLang, toText } = row;
    pairs.push({ fromLang, fromText, toLang, toText });
  }
  return pairs;
}

/** Texts as they are stored: checked, and with marks that formats treat specially. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        '"',
        '\t',
        '\n',
        ',',
        ';',
        '&',
        '<',
        '>',
        "'",
        '=',
        ' ',
        '犬',
        '𠮷',
        'a',
        ']]>',
        '&amp;',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 20,
  })
  .map((raw) => checkText(raw, PHRASE_RULES))
  .filter((checked) => checked.ok)
  .map((checked) => checked.text);

const pair: fc.Arbitrary<Pair> = fc.record({
  fromLang: fc.constantFrom('ja', 'zh-TW'),
  fromText: text,
  toLang: fc.constantFrom('en', 'zh-CN'),
  toText: text,
});

describe.each(['tsv', 'csv', 'tmx', 'xlsx'] as const)('%s', (format) => {
  it('gives back every pair that was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 8 }), async (pairs) => {
        expect(await back(await written(pairs, format), format)).toEqual(pairs);
      }),
      { numRuns: format === 'xlsx' ? 40 : 300 },
    );
  });
});

it('gives back words that a language of programmers has for itself', async () => {
  const words = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'null', 'TRUE', '007', '1e5'];
  const pairs = words.map((word): Pair => ({ fromLang: 'en', fromText: word, toLang: 'ja', toText: word }));
  expect(await back(await written(pairs, 'xlsx'), 'xlsx')).toEqual(pairs);
});

it('writes a large workbook piece by piece', async () => {
  const pairs = Array.from({ length: 5_000 }, (_, n): Pair => {
    return { fromLang: 'en', fromText: `row ${n} ${Math.sin(n)}`, toLang: 'ja', toText: `行 ${n}` };
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of writePairs(each(pairs), 'xlsx')) pieces.push(piece);
  expect(pieces.length).toBeGreaterThan(10);
  expect(await back(Buffer.concat(pieces), 'xlsx')).toEqual(pairs);
});

describe('the format of a file', () => {
  it.each([
    ['TSV', undefined, 'tsv'],
    [undefined, 'memory.TMX', 'tmx'],
    [undefined, 'a.b.xlsx', 'xlsx'],
    [undefined, 'plain.txt', 'tsv'],
  ])('is taken from its name or its ending: %s %s', (name, file, format) => {
    expect(interchangeFormat(name, file)).toBe(format);
  });

  it('is refused when it is not known', () => {
    expect(() => interchangeFormat(undefined, 'a.pdf')).toThrow(/tsv, csv, tmx or xlsx/);
  });
});
