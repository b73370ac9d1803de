import { describe, expect, it } from 'vitest';
import { negationFault } from '#src/translate/negation/compare.js';

describe('what a sentence denies', () => {
  it.each([
    ['en', 'ja', 'The contractor shall not remove the cover.', '請負業者はカバーを取り外すものとする。'],
    ['en', 'zh-CN', 'Do not open the door.', '请打开门。'],
    ['en', 'ja', 'It may be used without consent.', '同意を得て使用することができる。'],
    ['ja', 'en', '装置を分解しないでください。', 'Please dismantle the equipment.'],
    ['ja', 'en', '確認せずに送信した。', 'I sent it after confirming.'],
    ['ja', 'zh-CN', '彼は来なかった。', '他来了。'],
    ['zh-CN', 'en', '他没有签合同。', 'He signed the contract.'],
    ['zh-CN', 'ja', '请勿触摸。', '触ってください。'],
  ])('is seen to be lost, %s to %s: %s', (from, to, source, translation) => {
    expect(negationFault(source, translation, from, to)).toBe('lost');
    expect(negationFault(translation, source, to, from)).toBe('gained');
  });

  it.each([
    ['en', 'ja', 'Not only the price but also the quality matters.', '価格だけでなく品質も重要だ。'],
    ['ja', 'en', '書類を提出しなければなりません。', 'You must submit the documents.'],
    ['ja', 'en', '彼は来るかもしれない。', 'He may come.'],
    ['zh-CN', 'en', '不仅如此，他还会说英语。', 'What is more, he speaks English.'],
    ['zh-CN', 'en', '你是不是学生？', 'Are you a student?'],
    ['en', 'ja', 'I have only two.', '二つしかありません。'],
    ['en', 'ja', 'FUJIWARA no Yukitsune was a court noble.', '藤原行経は公家。'],
    ['ja', 'en', '立ち入りを禁止する。', 'Entry is prohibited.'],
  ])('is not looked for in phrases that deny nothing, %s to %s: %s', (from, to, source, translation) => {
    expect(negationFault(source, translation, from, to)).toBeUndefined();
  });
});
