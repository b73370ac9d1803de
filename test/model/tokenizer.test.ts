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
  return tokenizer.encode(source, 'ja', to, undefined).slice(1, -1);
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
    const ids = tokenizer.encode([{ kind: 'text', text: '猫' }], 'ja', 'zh-TW', 'it');
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
