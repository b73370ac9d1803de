import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toUSVString } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SentencePieceProcessor } from '#src/model/tokenizer/processor.js';
import { runs, sample } from '../setup/sample.js';
import { BASE } from './service.js';

const library: typeof import('sentencepiece-js') = createRequire(import.meta.url)('sentencepiece-js');

const folder = mkdtempSync(join(tmpdir(), 'sentencepiece-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** SentencePiece itself, compiled to WebAssembly. */
async function original(model: Buffer): Promise<InstanceType<typeof library.SentencePieceProcessor>> {
  const path = join(folder, 'spm.model');
  writeFileSync(path, model);
  const processor = new library.SentencePieceProcessor();
  const exceptions = process.listeners('uncaughtException');
  const rejections = process.listeners('unhandledRejection');
  await processor.load(path);
  // Its loader listens for every uncaught error of the process and prints its own source.
  for (const listener of process.listeners('uncaughtException')) {
    if (!exceptions.includes(listener)) process.off('uncaughtException', listener);
  }
  for (const listener of process.listeners('unhandledRejection')) {
    if (!rejections.includes(listener)) process.off('unhandledRejection', listener);
  }
  return processor;
}

/** Says whether ours is like the original on a text, on its ids, and on these from the middle on. */
async function compared(model: Buffer): Promise<(text: string) => boolean> {
  const peer = await original(model);
  const own = new SentencePieceProcessor(model);
  return (text) => {
    const ids = peer.encodeIds(text);
    const rest = ids.slice(ids.length >> 1);
    return (
      own.encode(text).join() === ids.join() &&
      own.decode(ids) === peer.decodeIds(ids) &&
      own.decode(rest) === peer.decodeIds(rest)
    );
  };
}

const model = readFileSync(join(BASE, 'spm.model'));

/** Whatever is difficult: scripts, widths, marks, symbols of ours, blanks of all kinds, characters without a piece. */
const difficult = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    ...[
      '<t>',
      '<=>',
      '</t>',
      '<x0>',
      '<x9>',
      '<2ja>',
      '<it>',
      '<',
      '<x',
      '＜x0＞',
      '</s>',
      '<unk>',
      '<0x41>',
    ],
    ...[' ', '  ', '\u3000', '\u00a0', '\t', '\n', '\0', '\u0001', '\u200b', '\u200d', '\ufeff', '▁', ' ▁ '],
    ...['ＡＢＣ１２', 'ｶﾞｷﾞ', 'か\u3099', 'e\u0301\u0316', '①', '㍿', 'ﷺ', 'ﬁ', '½', '𝒳', '한국어', 'ก็', 'नि'],
    ...[
      '😀',
      '👩‍👩‍👧',
      '🇯🇵',
      '𠮷',
      '龘',
      '𪚥',
      '猫が',
      '以太坊',
      'Ethereum',
      'the',
      'translation',
      '2026',
      '…',
      '\ufffd',
    ],
  ),
);
const texts = fc.array(difficult, { maxLength: 10 }).map((parts) => parts.join(''));

describe('ids and texts of the model that ships', () => {
  let same: (text: string) => boolean;
  beforeAll(async () => {
    same = await compared(model);
  });

  const data = new URL('../../bench/data/', import.meta.url);
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:en|ja|zh|tsv)$/u.test(name))
    .map((name) => readFileSync(new URL(name, data), 'utf8').split('\n').slice(0, 300));

  test('are those of SentencePiece on thousands of sentences', () => {
    const lines = files.flat();
    expect(lines.length).toBeGreaterThan(8000);
    expect(sample(lines, 3).filter((line) => !same(line))).toEqual([]);
  });

  test('are those of SentencePiece on long texts, where rounding decides', () => {
    expect(files.map((lines) => lines.join(' ')).filter((text) => !same(text))).toEqual([]);
  });

  test('are those of SentencePiece on every character of the basic plane', () => {
    const blocks = Array.from({ length: 0x1000 }, (_, block) =>
      Array.from({ length: 16 }, (_, at) => String.fromCharCode(block * 16 + at)).join(' a'),
    );
    expect(sample(blocks, 3).filter((block) => !same(toUSVString(block)))).toEqual([]);
  });

  test('are those of SentencePiece on texts that are difficult', () => {
    fc.assert(
      fc.property(texts, (text) => same(toUSVString(text))),
      runs(3000),
    );
  });
});

test('ids of any order are written as SentencePiece writes them', async () => {
  const peer = await original(model);
  const own = new SentencePieceProcessor(model);
  // Half of them from the beginning of the vocabulary, where control symbols, tags and bytes are.
  const id = fc.oneof(fc.nat(31_999), fc.nat(299));
  fc.assert(
    fc.property(fc.array(id, { maxLength: 12 }), (ids) => own.decode(ids) === peer.decodeIds(ids)),
    runs(3000),
  );
});

test('a lone surrogate is an unknown character', () => {
  const own = new SentencePieceProcessor(model);
  for (const text of ['\ud83d', 'a\ud83d b', '\ude00猫', '\ude00\ud83d']) {
    expect(own.encode(text)).toEqual(own.encode(toUSVString(text)));
  }
});

/** A field of a protocol-buffer message: a number, or bytes. */
function field(number: number, value: number | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)]);
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(value.length)]), value]);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

function piece(text: string, score: number, type: number): Buffer {
  const float = Buffer.alloc(5, 0x15);
  float.writeFloatLE(score, 1);
  return field(1, Buffer.concat([field(1, Buffer.from(text, 'utf8')), float, field(3, type)]));
}

const NORMALIZER = 3;
const ADD_DUMMY_PREFIX = 3;
const REMOVE_EXTRA_WHITESPACES = 4;
const ESCAPE_WHITESPACES = 5;

describe('other models', () => {
  test.each([
    ['no blank in front', [ADD_DUMMY_PREFIX]],
    ['all blanks', [REMOVE_EXTRA_WHITESPACES]],
    ['all blanks and none in front', [ADD_DUMMY_PREFIX, REMOVE_EXTRA_WHITESPACES]],
    ['blanks as they are', [ESCAPE_WHITESPACES]],
    ['all blanks as they are', [REMOVE_EXTRA_WHITESPACES, ESCAPE_WHITESPACES]],
  ])('%s', async (_, off) => {
    const spec = field(NORMALIZER, Buffer.concat(off.map((flag) => field(flag, 0))));
    const same = await compared(Buffer.concat([model, spec]));
    fc.assert(
      fc.property(texts, (text) => same(toUSVString(text))),
      runs(500),
    );
  });

  test('without bytes, without rules, with ties', async () => {
    const small = Buffer.concat([
      piece('<unk>', 0, 2),
      piece('<s>', 0, 3),
      piece('</s>', 0, 3),
      piece('<x>', 0, 4),
      piece('<x>y', 0, 4),
      ...['▁', 'a', 'b', 'ab', 'ba', '▁a', 'aab', '猫', '猫a'].map((text) => piece(text, -1, 1)),
      piece('aa', -2, 1),
      piece('bb', -0.5, 5),
      piece('abab', -1.999_999_9, 1),
    ]);
    const same = await compared(small);
    const unit = fc.constantFrom('a', 'b', '猫', '犬', 'é', '😀', ' ', '▁', '<x>', 'y', '<');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => same(text)),
      runs(3000),
    );
  });

  test('of another type are refused', () => {
    const [TRAINER, MODEL_TYPE, BPE] = [2, 3, 2];
    const bpe = Buffer.concat([model, field(TRAINER, field(MODEL_TYPE, BPE))]);
    expect(() => new SentencePieceProcessor(bpe)).toThrow('unigram');
    expect(() => new SentencePieceProcessor(Buffer.from('not a model'))).toThrow('SentencePiece');
  });
});
