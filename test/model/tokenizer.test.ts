import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readModel } from '#src/model/folder/installed.js';
import type { SourcePart } from '#src/model/model-port.js';
import { openTokenizer } from '#src/model/tokenizer/open.js';
import type { Tokenizer } from '#src/model/tokenizer/tokenizer.js';
import { BASE } from './service.js';

const { manifest } = readModel(BASE);
let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await openTokenizer(BASE, manifest);
});

type Line = readonly [kind: 'plain' | 'marked', text: string, ids: readonly number[]];

/** Ids that the trainer's own library gives, for lines of the corpora and for made-up difficult ones. */
function sample(): Line[] {
  const file = new URL('./fixtures/sentencepiece-ids.jsonl.br', import.meta.url);
  const lines = brotliDecompressSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** `<t>a<=>b</t>` and `<x0>` as the parts that they stand for. */
function parts(marked: string): SourcePart[] {
  return marked.split(/(<t>.*?<\/t>|<x[0-9]>)/u).flatMap((stretch): SourcePart[] => {
    const [, source, target] = /^<t>(.*)<=>(.*)<\/t>$/u.exec(stretch) ?? [];
    if (source !== undefined && target !== undefined) return [{ kind: 'term', source, target }];
    const [, index] = /^<x([0-9])>$/u.exec(stretch) ?? [];
    if (index !== undefined) return [{ kind: 'placeholder', index: Number(index) }];
    return stretch === '' ? [] : [{ kind: 'text', text: stretch }];
  });
}

/** Without the tag in front and the end mark behind. */
function idsOf(source: readonly SourcePart[], to = 'ja'): number[] {
  return tokenizer.encode({ source, from: 'ja', to }).slice(1, -1);
}

const reserved = new Set([...manifest.tokens.banned, ...manifest.tokens.placeholders, manifest.tokens.eos]);

describe('the same ids as the trainer', () => {
  test('on thousands of lines with emoji, rare kanji, mixed scripts and control characters', () => {
    const lines = sample().filter(([kind]) => kind === 'plain');
    expect(lines.length).toBeGreaterThan(4900);
    const different = lines.filter(([, line, ids]) => {
      const own = idsOf([{ kind: 'text', text: line }]);
      return own.length !== ids.length || own.some((id, i) => id !== ids[i]);
    });
    expect(different.map(([, line]) => line)).toEqual([]);
  });

  test('on lines with term marks and placeholders', () => {
    const lines = sample().filter(([kind]) => kind === 'marked');
    expect(lines.length).toBe(400);
    for (const [, line, ids] of lines) expect(idsOf(parts(line))).toEqual(ids);
  });

  test('a term into English has the pieces that it has in a sentence', () => {
    const [is, close] = [manifest.tokens.term?.[1] ?? -1, manifest.tokens.term?.[2] ?? -1];
    for (const word of ['marmalade', 'Lumenform', 'sloth', 'island country']) {
      const ids = idsOf([{ kind: 'term', source: '資産', target: word }], 'en');
      const asked = ids.slice(ids.indexOf(is) + 1, ids.indexOf(close));
      expect(asked).toEqual(tokenizer.encodeTarget(`the ${word}`).slice(1));
    }
  });
});

describe('tags', () => {
  test('target language and domain stand first, the end mark last', () => {
    const ids = tokenizer.encode({
      source: [{ kind: 'text', text: '猫' }],
      from: 'ja',
      to: 'zh-TW',
      domain: 'it',
    });
    expect(ids[0]).toBe(manifest.tokens.languages['zh-TW']);
    expect(ids[1]).toBe(manifest.tokens.domains.it);
    expect(ids.at(-1)).toBe(manifest.tokens.eos);
  });
});

describe('what users write is text', () => {
  test.each(['<t>', '<=>', '</t>', '<x0>', '<2ja>', '<it>', '＜x0＞', '</s>', '<pad>', '<unk>', '<0x41>'])(
    '%s never becomes a special token',
    (literal) => {
      const ids = idsOf([{ kind: 'text', text: `前 ${literal} 後${literal}` }]);
      expect(ids.filter((id) => reserved.has(id))).toEqual([]);
      const back = tokenizer.decode(ids).map((part) => (part.kind === 'text' ? part.text : '?'));
      expect(back.join('')).toBe(`前 ${literal} 後${literal}`.normalize('NFKC'));
    },
  );

  test('whatever stands around it', () => {
    const piece = fc.constantFrom(
      '<t>',
      '</t>',
      '<=>',
      '<x3>',
      '<2zh>',
      '<',
      '>',
      't',
      'x3',
      ' ',
      'あ',
      '＜',
      '＞',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const ids = idsOf([{ kind: 'text', text: pieces.join('') }]);
        expect(ids.filter((id) => reserved.has(id))).toEqual([]);
      }),
    );
  });

  test('text, also with characters that the vocabulary lacks, comes back', () => {
    for (const line of ['𠮷野家で😀を食べる。', 'naïve Straße', 'a  b', '龘𪚥', '3.14 → ½']) {
      const [part] = tokenizer.decode(tokenizer.encodeTarget(line));
      expect(part).toEqual({
        kind: 'text',
        text: line.normalize('NFKC').replaceAll(/ +/gu, ' ').replace('⁄', '⁄'),
      });
    }
  });

  test('blanks around a placeholder are kept', () => {
    const placeholder = manifest.tokens.placeholders[2] ?? 0;
    const ids = [...tokenizer.encodeTarget('Saved to'), ...tokenizer.encodeTarget(' '), placeholder];
    const full = [
      ...tokenizer.encodeTarget('Saved to '),
      placeholder,
      ...tokenizer.encodeTarget('again').slice(0),
    ];
    expect(tokenizer.decode(full).map((part) => part.kind)).toEqual(['text', 'placeholder', 'text']);
    expect(tokenizer.decode(full)[2]).toEqual({ kind: 'text', text: ' again' });
    expect(tokenizer.decode(ids)[0]).toMatchObject({ kind: 'text' });
  });
});

describe('what steers a sentence', () => {
  const { registers: _, before: __, ...tokens } = manifest.tokens;
  const unable = { ...manifest, tokens };
  const able = {
    ...manifest,
    tokens: {
      ...manifest.tokens,
      registers: { polite: 32005, plain: 32006 },
      before: [32007, 32008] as const,
    },
  };
  const source: SourcePart[] = [{ kind: 'text', text: 'He left.' }];
  const plain = (text: string) => tokenizer.encodeTarget(text);

  test('a register stands behind the tags, into Japanese only', async () => {
    const knowing = await openTokenizer(BASE, able);
    const request = { source, from: 'en', to: 'ja', domain: 'news', register: 'polite' } as const;
    expect(knowing.encode(request)).toEqual([4, 32000, 32005, ...plain('He left.'), 3]);
    expect(knowing.encode({ ...request, to: 'zh-CN' })).not.toContain(32005);
    expect((await openTokenizer(BASE, unable)).encode(request)).not.toContain(32005);
  });

  test('the sentence before stands in front with a mark, and its translation with another', async () => {
    const knowing = await openTokenizer(BASE, able);
    const before = { source: 'Ann came.', target: 'アンが来た。' };
    const request = { source, from: 'en', to: 'ja', before } as const;
    const front = [...plain('Ann came.'), 32007];
    expect(knowing.encode(request)).toEqual([
      4,
      ...front,
      ...plain('アンが来た。'),
      32008,
      ...plain('He left.'),
      3,
    ]);
    expect(knowing.encode({ ...request, before: { source: 'Ann came.' } })).toEqual([
      4,
      ...front,
      ...plain('He left.'),
      3,
    ]);
    expect((await openTokenizer(BASE, unable)).encode(request)).toEqual([4, ...plain('He left.'), 3]);
  });

  test('context that is longer than any in training is left out, its translation first', async () => {
    const knowing = await openTokenizer(BASE, able);
    const long = 'This sentence is said again and again. '.repeat(30);
    const encode = (before: { source: string; target?: string }) =>
      knowing.encode({ source, from: 'en', to: 'ja', before });
    expect(encode({ source: long })).toEqual([4, ...plain('He left.'), 3]);
    expect(encode({ source: 'Ann came.', target: long })).toEqual(encode({ source: 'Ann came.' }));
  });
});
