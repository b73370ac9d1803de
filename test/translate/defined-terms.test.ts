import { expect, it } from 'vitest';
import { withDefinedTerms } from '#src/translate/wording/defined-terms.js';

const pair = (source: string, target: string) => ({ from: 'en', source, target });
const parties = pair(
  'This is made between Northwind (the "Supplier") and Harbour (the "Customer").',
  'これはノースウィンド（以下「供給者」という。）とハーバー（以下「顧客」という。）の間で結ばれる。',
);

it('a term that a document defines has the form that is written more often', () => {
  const pairs = [
    parties,
    pair('The Supplier delivers.', 'サプライヤーは納品する。'),
    pair('The Supplier is liable.', 'サプライヤーは責任を負う。'),
    pair('The Supplier pays.', 'サプライヤーは支払う。'),
    pair('The Customer tells the Supplier.', '顧客は供給者に知らせる。'),
    pair('Any supplier may deliver.', '供給者は誰でも納品できる。'),
  ];
  expect(withDefinedTerms(pairs, 'ja')).toEqual([
    'これはノースウィンド（以下「サプライヤー」という。）とハーバー（以下「顧客」という。）の間で結ばれる。',
    'サプライヤーは納品する。',
    'サプライヤーは責任を負う。',
    'サプライヤーは支払う。',
    '顧客はサプライヤーに知らせる。',
    // Not the one that was defined.
    '供給者は誰でも納品できる。',
  ]);
});

it('it keeps the form of its definition where no other one is written more often', () => {
  const pairs = [
    parties,
    pair('The Supplier delivers.', '供給者は納品する。'),
    pair('The Supplier is liable.', 'サプライヤーは責任を負う。'),
  ];
  expect(withDefinedTerms(pairs, 'ja').slice(1)).toEqual(['供給者は納品する。', '供給者は責任を負う。']);
});

it('a form that two definitions have, or quotes that do not match, say nothing', () => {
  const pairs = [
    pair('Northwind (the "Supplier") signs.', 'ノースウィンド（以下「当社」という。）が署名する。'),
    pair('Annex B (the "Vendor") counts.', '別紙B（以下「当社」という。）が数える。'),
    pair('Harbour (the "Customer") pays.', 'ハーバー（以下、顧客）が支払う。'),
    pair('The Supplier helps the Customer.', 'サプライヤーは当社のカスタマーを助ける。'),
  ];
  expect(withDefinedTerms(pairs, 'ja')).toEqual(pairs.map(({ target }) => target));
});
