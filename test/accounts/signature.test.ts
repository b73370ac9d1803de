import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_SHA256,
  sign,
  signTurned,
  signV2,
  verifySignature,
  verifySignatureV2,
} from '#src/accounts/authentication/signature.js';

const secret = 'demo-secret';
const nonce = '1700000000000';
const VECTORS = [
  ['/api/v1/translate', '7c86467fab0c2c719cd6b300931e75639f4784c79eec8a29246062aaf939f90f'],
  [
    '/api/v1/field/list?engine=t4oo&language=en',
    '184d84e958a051972175ae03e746bc288c0e5f6b1f0c5ab0840edc5b6f72e7a7',
  ],
  ['/api/v1/training/models', '2d92dc9bd87d17d13e97b2d14731dddf4160938672814aa898aff8e77c64b97c'],
] as const;

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const key = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 96, maxLength: 96 });
const target = fc
  .tuple(fc.webPath(), fc.option(fc.webQueryParameters(), { nil: '' }))
  .map(([path, query]) => `/api/v1${path}${query === '' ? '' : `?${query}`}`);

describe('a signature', () => {
  it.each(VECTORS)('of %s is accepted as published', (path, signature) => {
    expect(verifySignature(secret, { nonce, target: path, signature })).toBe(true);
    expect(verifySignature(secret, { nonce, target: path, signature: signature.toUpperCase() })).toBe(true);
    expect(verifySignature('other-secret', { nonce, target: path, signature })).toBe(false);
  });

  it('is accepted in both orders, for any secret, nonce and path', () => {
    fc.assert(
      fc.property(key, text, target, (secretKey, anyNonce, path) => {
        const forms = [sign(secretKey, anyNonce, path), signTurned(secretKey, anyNonce, path)];
        for (const signature of forms) {
          expect(verifySignature(secretKey, { nonce: anyNonce, target: path, signature })).toBe(true);
        }
      }),
    );
  });

  it('may be made over the text before it was escaped, in path and query', () => {
    fc.assert(
      fc.property(key, text, text, (secretKey, name, value) => {
        fc.pre(!name.includes('?') && !`${name}${value}`.includes('%'));
        const written = `/api/v1/training/fields/${name}?q=${value}`;
        const sent = `/api/v1/training/fields/${encodeURIComponent(name)}?q=${encodeURIComponent(value)}`;
        const signature = createHmac('sha256', secretKey).update(`${nonce}${written}`).digest('hex');
        expect(verifySignature(secretKey, { nonce, target: sent, signature })).toBe(true);
      }),
    );
  });

  it('of anything else is refused: another nonce, path, secret, or a changed digit', () => {
    fc.assert(
      fc.property(key, key, text, text, target, fc.nat(63), (one, other, a, b, path, at) => {
        const signature = sign(one, a, path);
        if (one !== other) expect(verifySignature(other, { nonce: a, target: path, signature })).toBe(false);
        if (a !== b) expect(verifySignature(one, { nonce: b, target: path, signature })).toBe(false);
        expect(verifySignature(one, { nonce: a, target: `${path}x`, signature })).toBe(false);
        const digit = signature[at] === '0' ? '1' : '0';
        const changed = signature.slice(0, at) + digit + signature.slice(at + 1);
        expect(verifySignature(one, { nonce: a, target: path, signature: changed })).toBe(false);
      }),
    );
  });

  it('that is no hexadecimal SHA-256 is refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (signature) => {
        fc.pre(!/^[0-9a-f]{64}$/i.test(signature));
        expect(verifySignature(secret, { nonce, target: '/api/v1/hello', signature })).toBe(false);
      }),
    );
  });

  it('over a text that reads like an escape is not one over what the escape stands for', () => {
    const signature = sign(secret, nonce, '/api/v1/dictionary/%41');
    expect(verifySignature(secret, { nonce, target: '/api/v1/dictionary/%41', signature })).toBe(true);
    expect(verifySignature(secret, { nonce, target: '/api/v1/dictionary/%2541', signature })).toBe(false);
  });

  it('does not fall over a target with a stray percent sign', () => {
    const path = '/api/v1/hello?q=100%';
    expect(verifySignature(secret, { nonce, target: path, signature: sign(secret, nonce, path) })).toBe(true);
  });
});

describe('the stronger signature', () => {
  const request = { nonce, method: 'POST', target: '/api/v1/translate', bodySha256: EMPTY_SHA256 };
  const signature = '40f7c0c0';

  it('covers method, target, body and nonce', () => {
    const made = signV2(secret, request);
    expect(verifySignatureV2(secret, { ...request, signature: made.toUpperCase() })).toBe(true);
    const others = [
      { method: 'PUT' },
      { target: '/api/v1/translate?' },
      { bodySha256: '0'.repeat(64) },
      { nonce: '1700000000001' },
      { signature },
    ];
    for (const other of others) {
      expect(verifySignatureV2(secret, { ...request, signature: made, ...other })).toBe(false);
    }
    expect(verifySignatureV2('other-secret', { ...request, signature: made })).toBe(false);
  });
});
