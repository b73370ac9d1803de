import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNonce } from '#src/accounts/authentication/nonce.js';

const now = 1_700_000_000_000;
const window = 300_000;
const near = fc.integer({ min: now - window, max: now + window });
const refusal = (nonce: string) => {
  try {
    checkNonce('standard', nonce, now, window);
    return undefined;
  } catch (error) {
    return (error as { code: number }).code;
  }
};

describe('a nonce of the standard profile', () => {
  it('is a time near the clock: milliseconds, seconds, or milliseconds with a counter behind', () => {
    fc.assert(
      fc.property(near, fc.integer({ min: 0, max: 99_999 }), (time, counter) => {
        expect(refusal(String(time))).toBeUndefined();
        expect(refusal(`${time}${counter}`)).toBeUndefined();
      }),
    );
    expect(refusal(String(now / 1000))).toBeUndefined();
    expect(refusal(String(now / 1000 - 299))).toBeUndefined();
  });

  it('that is a time outside of the window is refused with 40005', () => {
    fc.assert(
      fc.property(fc.integer({ min: window + 1, max: 10 ** 11 }), fc.boolean(), (away, before) => {
        expect(refusal(String(before ? now - away : now + away))).toBe(40005);
      }),
    );
    expect(refusal('5')).toBe(40005);
    expect(refusal(String(now / 1000 + 301))).toBe(40005);
  });

  it.each(['', ' ', 'abc', '-1', '1.5', '1e12', '１７００', '0x10'])(
    'such as %j is refused with 40005',
    (nonce) => {
      expect(refusal(nonce)).toBe(40005);
    },
  );

  it('above 9223372036854775807 is refused with 40008', () => {
    expect(refusal('9223372036854775807')).toBe(40005);
    expect(refusal('9223372036854775808')).toBe(40008);
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 63n, max: 10n ** 40n }), (large) => {
        expect(refusal(String(large))).toBe(40008);
      }),
    );
  });
});

describe('a nonce of the legacy profile', () => {
  it('is any text but the empty one', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (nonce) => {
        expect(() => checkNonce('legacy', nonce, now, window)).not.toThrow();
      }),
    );
    expect(() => checkNonce('legacy', '', now, window)).toThrow();
  });
});
