import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breaksCharacter } from '#src/model/thread/search/characters.js';

/** Tokens below 256 stand for bytes, others for text. */
const byteOf = (token: number) => (token >= 0 && token < 256 ? token : undefined);
const TEXT = 300;

function allowed(prefix: readonly number[]): number[] {
  const all = [...Array.from({ length: 256 }, (_, byte) => byte), TEXT];
  return all.filter((token) => !breaksCharacter(token, prefix, byteOf));
}

describe('characters that are written byte by byte', () => {
  it('can all be written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const bytes = [...new TextEncoder().encode(text)];
        for (const [at, byte] of bytes.entries()) expect(allowed(bytes.slice(0, at))).toContain(byte);
        expect(allowed(bytes)).toContain(TEXT);
      }),
    );
  });

  it('are never left in pieces, whatever is chosen', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), (choices) => {
        const written: number[] = [];
        for (const choice of choices) {
          const options = allowed(written);
          written.push(options[choice % options.length] ?? TEXT);
        }
        while (!allowed(written).includes(TEXT)) written.push(allowed(written)[0] ?? TEXT);
        for (const stretch of written.join(',').split(String(TEXT))) {
          const bytes = Uint8Array.from(
            stretch.split(',').filter((byte) => byte !== ''),
            Number,
          );
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow();
        }
      }),
    );
  });
});
