import { describe, expect, it } from 'vitest';
import { documentTerms, withTermCapitals } from '#src/translate/wording/document-terms.js';

const sentence = (source: string, target: string) => ({ source, target, isWholeElement: true });
const ENGLISH_JAPANESE = { from: 'en', to: 'ja' };
const parties = sentence(
  'This is made between Northwind (the "Supplier") and Harbour (the "Customer").',
  'これはノースウィンド（以下「供給者」という。）とハーバー（以下「顧客」という。）の間で結ばれる。',
);

describe('a term that a document defines', () => {
  it('has the form of its definition', () => {
    const pairs = [
      parties,
      sentence('The Supplier delivers.', '供給者は納品する。'),
      sentence('The Supplier is liable.', 'サプライヤーは責任を負う。'),
    ];
    expect(documentTerms(pairs, ENGLISH_JAPANESE)).toEqual([
      { fromText: 'Supplier', toText: '供給者' },
      { fromText: 'Customer', toText: '顧客' },
    ]);
  });

  it('has the form of how it sounds where that is written more often', () => {
    const pairs = [
      parties,
      sentence('The Supplier delivers.', 'サプライヤーは納品する。'),
      sentence('The Supplier is liable.', 'サプライヤーは責任を負う。'),
    ];
    expect(documentTerms(pairs, ENGLISH_JAPANESE)[0]).toEqual({
      fromText: 'Supplier',
      toText: 'サプライヤー',
    });
  });

  it.each([
    [
      'zh-CN',
      'Northwind (the "Supplier") sells to Harbour (the "Buyer").',
      '北风公司（“供应商”）向港口公司（“买方”）销售。',
      ['供应商', '买方'],
    ],
    [
      'en',
      '北風社（以下「供給者」という。）と港社（以下「購入者」という。）は次のとおり契約する。',
      'North Wind (the "Supplier") and Harbour (the "Purchaser") agree as follows.',
      ['Supplier', 'Purchaser'],
    ],
    [
      'en',
      '北风公司（以下简称“供应商”）与港口公司（以下简称“采购方”）签订本合同。',
      'North Wind (the "supplier") and Harbour (the "Buyer") sign this contract.',
      ['Supplier', 'Buyer'],
    ],
  ])('is found into %s', (to, source, target, forms) => {
    const from = source.startsWith('Northwind') ? 'en' : source.includes('という') ? 'ja' : 'zh-CN';
    expect(documentTerms([sentence(source, target)], { from, to }).map(({ toText }) => toText)).toEqual(
      forms,
    );
  });

  it('is written large in English wherever it stands', () => {
    const terms = [{ fromText: '供給者', toText: 'Supplier' }];
    const use = { source: '供給者は他の供給者と話す。', target: 'The supplier talks to another Supplier.' };
    expect(withTermCapitals(use, terms)).toBe('The Supplier talks to another Supplier.');
    expect(withTermCapitals({ source: '業者', target: 'A supplier.' }, terms)).toBe('A supplier.');
  });

  it('is none where all sentences about it say something else, or its form is that of another', () => {
    const others = ['delivers', 'helps', 'pays'].map((verb) =>
      sentence(`The Customer ${verb}.`, `買い手が${verb}。`),
    );
    const vendor = sentence('Annex B (the "Vendor") counts.', '別紙B（以下「供給者」という。）が数える。');
    expect(documentTerms([parties, vendor, ...others], ENGLISH_JAPANESE)).toEqual([]);
  });
});

describe('a heading', () => {
  it('names a term that sentences speak of, in the form in which one of them has it', () => {
    const pairs = [
      sentence('3. Warranty Period', '3. 保証期間'),
      sentence('The warranty period is two years.', '保証期間は2年です。'),
      sentence('Repairs do not extend the warranty period.', '修理はワランティ期間を延長しません。'),
    ];
    expect(documentTerms(pairs, ENGLISH_JAPANESE)).toEqual([
      { fromText: 'Warranty Period', toText: '保証期間' },
    ]);
  });

  it('holds where sentences have a part of its form', () => {
    const pairs = [
      sentence('Confidential Information', '機密情報'),
      sentence('Return all Confidential Information.', '秘密情報はすべて返還する。'),
    ];
    expect(documentTerms(pairs, ENGLISH_JAPANESE)).toEqual([
      { fromText: 'Confidential Information', toText: '機密情報' },
    ]);
  });

  it('has in English the capitals that sentences have', () => {
    const pairs = [
      sentence('保証期間', 'Warranty Period'),
      sentence('保証期間は2年です。', 'The warranty period is two years.'),
    ];
    expect(documentTerms(pairs, { from: 'ja', to: 'en' })).toEqual([
      { fromText: '保証期間', toText: 'warranty period' },
    ]);
  });

  it.each([
    ['no sentence speaks of it', 'Warranty Period', '保証期間', 'It is new.', '新しいです。'],
    [
      'no sentence has its form',
      'Warranty Period',
      '保証期間',
      'The warranty period ends.',
      '期限が切れます。',
    ],
    ['it is a common word', 'Order', '注文', 'In order to pay, order first.', '支払うには先に注文します。'],
    ['its capital only begins a sentence', 'Support', 'サポート', 'Support is free.', 'サポートは無料です。'],
    ['it is a sentence', 'Press the green key now.', '緑のキーを押してください。', 'Go.', '行け。'],
  ])('names none where %s', (_, heading, translated, source, target) => {
    expect(
      documentTerms([sentence(heading, translated), sentence(source, target)], ENGLISH_JAPANESE),
    ).toEqual([]);
  });

  it('in capitals and inside of tags is read without them', () => {
    const pairs = [
      sentence('<1>SUPPLIER</1>', '<1>供給者</1>'),
      sentence('Ask the <1>Supplier</1> first.', 'まず<1>供給者</1>に聞いてください。'),
    ];
    expect(documentTerms(pairs, ENGLISH_JAPANESE)).toEqual([{ fromText: 'Supplier', toText: '供給者' }]);
  });
});
