import { describe, expect, it } from 'vitest';
import { CustomFields } from '#src/fields/custom.js';
import { FieldTree } from '#src/fields/tree.js';

describe('the bundled field tree', () => {
  const tree = FieldTree.bundled();

  it('has the six agreed fields at the top', () => {
    expect(tree.list(1).map((field) => [field.id, field.name.en])).toEqual([
      ['1', 'General'],
      ['414', 'Hobby and entertainment'],
      ['454', 'Humanities and society'],
      ['475', 'Medicine, chemistry and environment'],
      ['1538', 'IT, machinery and electronics'],
      ['2570', 'Business'],
    ]);
  });

  it('holds some hundreds of fields on three levels, each with a parent one level above', () => {
    const all = tree.list();
    expect(all.length).toBeGreaterThan(250);
    expect(Math.max(...all.map((field) => field.level))).toBe(3);
    for (const field of all) {
      const parent = field.parent === undefined ? undefined : tree.find(field.parent);
      expect(parent?.level ?? 0).toBe(field.level - 1);
    }
  });

  it('names every field once in Japanese and once in English, in the script of that language', () => {
    const all = tree.list();
    expect(new Set(all.map((field) => field.name.ja)).size).toBe(all.length);
    expect(new Set(all.map((field) => field.name.en)).size).toBe(all.length);
    for (const field of all) {
      expect(field.name.ja).toMatch(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u);
      expect(field.name.en).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it('gives a field the domain of its nearest ancestor that has one', () => {
    expect(tree.find('2572')?.domain).toBe('law');
    expect(tree.find('2570')?.domain).toBe('business');
    expect(tree.find('1')?.domain).toBe('general');
  });

  it('knows the ancestors of a field, nearest first', () => {
    expect(tree.lineage('2572').map((field) => field.id)).toEqual(['2572', '2571', '2570']);
    expect(tree.lineage('no such id')).toEqual([]);
  });
});

describe('field data', () => {
  const row = { id: '1', ja: '一般', en: 'General', domain: 'general' };
  it.each([
    ['a parent that does not stand before', [{ ...row, parent: '9' }]],
    ['an id that stands twice', [row, row]],
    ['an unknown domain', [{ ...row, domain: 'astrology' }]],
    ['an id that is not a number', [{ ...row, id: 'A1' }]],
  ])('is refused with %s', (_, data) => {
    expect(() => new FieldTree(data)).toThrow(/1/);
  });
});

describe('custom-model fields', () => {
  const fields = CustomFields.bundled();

  it('begin with the trainable generic field at the root', () => {
    expect(fields.list('ja', 'en')?.[0]).toMatchObject({ lid: 'L000001', parent: 'root', trainable: true });
  });

  it('are trainable exactly where nothing stands below them', () => {
    const all = fields.list('en', 'zh-CN') ?? [];
    expect(all.length).toBeGreaterThan(20);
    for (const field of all) {
      expect(field.trainable).toBe(!all.some((other) => other.parent === field.lid));
    }
  });

  it('are not offered from a language into itself or to an unknown one', () => {
    expect(fields.list('ja', 'ja')).toBeUndefined();
    expect(fields.list('ja', 'xx')).toBeUndefined();
  });
});
