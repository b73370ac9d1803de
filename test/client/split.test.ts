import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, piecesOf } from '../../packages/client/src/split.js';

describe('texts that are too large for one request', () => {
  it('are cut into pieces that fit and make the text again', () => {
    const text = fc.array(fc.constantFrom('a', '語', '😀', '\n', '。', '. ')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 12, max: 60 }), (whole, mostBytes) => {
        const pieces = piecesOf(whole, mostBytes);
        expect(pieces.join('')).toBe(whole);
        for (const piece of pieces) {
          expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(mostBytes);
          expect(piece).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });

  it('fill as few requests as their order allows', () => {
    const large = 'x'.repeat(200 * 1024);
    expect(batchesOf(['a', large, large, 'b']).map(({ length }) => length)).toEqual([2, 2]);
  });
});
