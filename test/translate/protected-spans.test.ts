import { describe, expect, it } from 'vitest';
import { cutText } from '#src/translate/segmentation/cut.js';
import { findProtectedSpans } from '#src/translate/spans/protected-spans.js';

function protectedTexts(text: string): string[] {
  return findProtectedSpans(text, 'ja').map(({ start, end }) => text.slice(start, end));
}

describe('protectedSpans', () => {
  it.each([
    ['詳しくは https://example.com/a?b=1&c=2 をご覧ください。', ['https://example.com/a?b=1&c=2']],
    ['詳細は https://example.com/請求 をご覧ください。', ['https://example.com/請求']],
    [
      '（https://zh.wikipedia.org/wiki/东京都/历史#概要）',
      ['https://zh.wikipedia.org/wiki/东京都/历史#概要'],
    ],
    ['https://example.com/をご覧ください。', ['https://example.com/']],
    ['https://example.com/参照してください。', ['https://example.com/']],
    [
      'See https://en.wikipedia.org/wiki/Cat_(animal). Thanks',
      ['https://en.wikipedia.org/wiki/Cat_(animal)'],
    ],
    ['(http://example.com/x)を参照', ['http://example.com/x']],
    ['请发邮件到 foo.bar+baz@example.co.jp。', ['foo.bar+baz@example.co.jp']],
    ['C:\\Users\\me\\report.txtを開く。', ['C:\\Users\\me\\report.txt']],
    ['Store it in C:\\temp\\data.txt.', ['C:\\temp\\data.txt']],
    ['編輯 /etc/nginx/nginx.conf 與 ~/notes', ['/etc/nginx/nginx.conf', '~/notes']],
    ['Run `npm install` and src/main/app.ts', ['`npm install`', 'src/main/app.ts']],
    ['It was $12,500, down from Rs. 1,20,000, or 5%.', ['$12,500', 'Rs. 1,20,000', '5%']],
    ['Hello, %s! You have %d items, %1$s and %(name)s.', ['%s', '%d', '%1$s', '%(name)s']],
    [
      'Hi {name}, {0} of {count, plural, one {# item} other {# items}}',
      ['{name}', '{0}', '{count, plural, one {# item} other {# items}}'],
    ],
    [`{{user.name}}さん、$\{count}件、#{x}`, ['{{user.name}}', `$\{count}`, '#{x}']],
    ['The :attribute field is required', [':attribute']],
    ['これは<b>重要</b>です', ['<b>', '</b>']],
    ['<a href="a.html" title="x > y">ここ</a>', ['<a href="a.html" title="x > y">', '</a>']],
    ['素晴らしい👍🏽👨‍👩‍👧🇯🇵です', ['👍🏽👨‍👩‍👧🇯🇵']],
    ['#### お知らせ ####', ['####', '####']],
    ['Tighten to 25 N·m (18 ft·lb).', ['25 N·m', '18 ft·lb']],
    ['服务热线：6688 1290，电话400 820 7714', ['6688 1290', '400 820 7714']],
    ['In 2024 1200 came. 合计：2024 1200人', []],
    ['They play 4-3-3 and 4-2-3-1.', ['4-3-3', '4-2-3-1']],
    ['Rs. 1,20,000 was paid, RS.50,00,00,001 is due.', ['Rs. 1,20,000', 'RS.50,00,00,001']],
    ['The hash is 9f86d081884c7d659a2feaa0c55ad015 of the file.', ['9f86d081884c7d659a2feaa0c55ad015']],
    ['キーはc2VjcmV0LWtleS1vZi0zMi1ieXRlcy1oZXJlISE=です。', ['c2VjcmV0LWtleS1vZi0zMi1ieXRlcy1oZXJlISE=']],
    [`He typed ${'a'.repeat(60)} and left.`, ['a'.repeat(60)]],
    ['容量は10 GB、重さは2.5kg、気温は25℃、5%引き、¥1,000', ['10 GB', '2.5kg', '25℃', '5%', '¥1,000']],
    ['Tom &amp; Jerry &#39;x', ['&amp;', '&#39;']],
    ['**重要**：[文書](https://a.example/x)', ['**', '**', '[', '](https://a.example/x)']],
  ])('cover what must not change in %s', (text, expected) => {
    expect(protectedTexts(text)).toEqual(expected);
  });

  it.each([
    'Sure, and/or 50 % discount',
    'a < b and c > d',
    '3人が5時間働いた。',
    '第2章は10月です。',
    'Is it 5:30? Note: see below',
    'km/h and TCP/IP',
    'pneumonoultramicroscopicsilicovolcanoconiosis',
    'a never-before-seen-by-anyone-anywhere kind of hat',
    'The 1980s were great.',
    '他的得分是3比2。',
  ])('leave ordinary text alone: %s', (text) => {
    expect(protectedTexts(text)).toEqual([]);
  });

  it('keep comments, script, style and code out of translation and inline tags inside the sentence', () => {
    const html =
      '<div><!-- 秘密。 --><script>let a = "猫。";</script><style>p{color:red}</style><p>この<b>赤い</b>ボタンを押す。</p><p>次へ</p></div>';
    const cuts = cutText(html, 'ja');
    const sentences = cuts.flatMap((cut) => (cut.kind === 'sentence' ? [cut.text] : []));
    expect(sentences).toEqual(['この<b>赤い</b>ボタンを押す。', '次へ']);
    expect(cutText('<code>a = b</code>を実行', 'ja').at(-1)).toMatchObject({
      kind: 'sentence',
      text: '<code>a = b</code>を実行',
    });
    expect(cutText('<b>全部太字です。</b>', 'ja').map((cut) => cut.text)).toEqual([
      '<b>',
      '全部太字です。',
      '</b>',
    ]);
  });
});
