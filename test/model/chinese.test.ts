import { describe, expect, it } from 'vitest';
import { ChineseConverter } from '#src/model/chinese.js';

describe('simplified Chinese of a model', () => {
  const converter = new ChineseConverter();
  const written = (text: string, required: readonly string[] = []): readonly unknown[] =>
    converter.target([{ kind: 'text', text }], 'zh-CN', undefined, required);

  it('has no traditional characters among its own', () => {
    expect(written('她昨天放了墊片，票率狹小。')).toEqual([
      { kind: 'text', text: '她昨天放了垫片，票率狭小。' },
    ]);
  });

  it('keeps what simplified writing uses too, what has no simplified form, and what was asked for', () => {
    const text = '水泵一坏，乾隆的著名藉口。鮟鱇鱼。華為。';
    expect(written(text, ['華為'])).toEqual([{ kind: 'text', text }]);
  });
});
