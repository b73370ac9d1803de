import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { parse } from '@formatjs/icu-messageformat-parser';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatOf } from '#src/documents/formats.js';
import { golden, wordDocument } from './samples.js';

/** A document with every unit translated by `translate`. */
async function translated(
  name: string,
  bytes: Uint8Array,
  to: string,
  translate: (text: string) => string,
): Promise<Uint8Array> {
  const document = await formatOf(name, bytes).open(bytes, { to });
  return document.write(document.units.map(({ text }) => translate(text)));
}

async function translatedText(name: string, text: string, to: string, translate: (text: string) => string) {
  return strFromU8(await translated(name, strToU8(text), to, translate));
}

/** Bytes of a text in an older encoding, by trying what each pair of bytes is read as. */
function encodeAs(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const known = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !known.has(character)) known.set(character, bytes);
    } catch {}
  };
  for (let lead = 0; lead < 0x100; lead += 1) add(lead);
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  }
  return Uint8Array.from([...text].flatMap((character) => known.get(character) ?? []));
}

const part = (bytes: Uint8Array, name: string) => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());

describe('messages of resource files', () => {
  it('keeps plural forms valid, each a whole sentence', async () => {
    const source = 'You have {count, plural, =0 {no items} one {# item} other {# items}} in {place}.';
    const file = await translatedText('a.json', JSON.stringify({ a: source }), 'ja', (text) =>
      text.replace('You have', "It's").replace('items', '個'),
    );
    const message = JSON.parse(file).a as string;
    expect(() => parse(message)).not.toThrow();
    expect(message).toBe(
      "{count, plural, =0 {It''s no 個 in {place}.} one {It''s # item in {place}.} other {It''s # 個 in {place}.}}",
    );
  });

  it('gives a PO file the plural forms of the target language', async () => {
    const source =
      'msgid ""\nmsgstr ""\n"Language: \\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n';
    const japanese = await translatedText('a.po', source, 'ja', () => '%d個のファイル');
    expect(japanese).toContain('msgstr[0] "%d個のファイル"');
    expect(japanese).not.toContain('msgstr[1]');
    expect(japanese).toContain('nplurals=1');
    const german = await translatedText('a.po', source, 'de', (text) => text.replace('file', 'Datei'));
    expect(german).toContain('msgstr[1] "%d Dateis"');
  });
});

describe('older encodings', () => {
  it.each([
    ['shift_jis', 'テスト', '納品書', 'はい', '名前,住所\n田中,東京都', '本日は晴天なり。'],
    ['euc-jp', 'テスト', '名前,住所', '請求書を送ります。'],
    ['big5', '今天', '測試', '發票', '姓名,地址\n王小明,台北市', '您好，謝謝您的來信。'],
    ['gb18030', '你好', '测试', '发票', '姓名,地址\n王小明,北京市', '今天天气很好。'],
  ])('%s is told from the others by how likely its characters are', async (encoding, ...texts) => {
    const read = await Promise.all(
      texts.map(async (text) => {
        const bytes = encodeAs(text, encoding);
        const { units } = await formatOf('a.txt', bytes).open(bytes, { to: 'en' });
        return units.map((unit) => unit.text).join();
      }),
    );
    expect(read).toEqual(texts);
  });

  it('become UTF-8 that says so: a mark in plain text, the declaration in HTML and XML', async () => {
    const curly = Uint8Array.from([...strToU8('It'), 0x92, ...strToU8('s the caf'), 0xe9, 0x2e]);
    const plain = await translated('a.txt', curly, 'ja', (text) => `${text}。`);
    expect(Buffer.from(plain).toString()).toBe('\uFEFFIt’s the café.。');
    const page = (head: string) =>
      Uint8Array.from([
        ...strToU8(`<html><head>${head}</head><body><p>`),
        ...curly,
        ...strToU8('</p></body></html>'),
      ]);
    const named = strFromU8(
      await translated('a.html', page('<meta charset="iso-8859-1">'), 'ja', () => 'はい'),
    );
    expect(named).toBe('<html><head><meta charset="utf-8"></head><body><p>はい</p></body></html>');
    const silent = strFromU8(await translated('a.html', page(''), 'ja', () => 'はい'));
    expect(silent).toContain('<head><meta charset="utf-8"></head>');
    const resources = Uint8Array.from([
      ...strToU8('<?xml version="1.0" encoding="windows-1252"?><root><data name="a"><value>'),
      ...curly,
      ...strToU8('</value></data></root>'),
    ]);
    expect(strFromU8(await translated('a.resx', resources, 'ja', () => 'はい'))).toContain(
      'encoding="UTF-8"',
    );
  });
});

describe('message catalogues', () => {
  it('keep the order of entries, comments, flags and headers', async () => {
    const source =
      '# Copyright\n#, fuzzy\nmsgid ""\nmsgstr ""\n"Project-Id-Version: x 1\\n"\n"Language: \\n"\n"MIME-Version: 1.0\\n"\n\n#. for the menu\n# by hand\n#: b.c:2\n#: a.c:1\n#, c-format\n#| msgid "Zoom in"\nmsgid "Zoom %d"\nmsgstr ""\n\nmsgctxt "verb"\nmsgid ""\n"Open\\n"\n"it"\nmsgstr ""\n\nmsgid "Apple"\nmsgstr "りんご"\n\n#~ msgid "old"\n#~ msgstr "旧"\n';
    const wanted = source
      .replace('"Language: \\n"', '"Language: ja\\n"')
      .replace(
        '"MIME-Version: 1.0\\n"\n',
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n',
      )
      .replace('msgid "Zoom %d"\nmsgstr ""', 'msgid "Zoom %d"\nmsgstr "訳"')
      .replace('"it"\nmsgstr ""', '"it"\nmsgstr ""\n"開く\\n"\n"それ"');
    const out = await translatedText('a.po', source, 'ja', (text) =>
      text === 'Zoom %d' ? '訳' : '開く\nそれ',
    );
    expect(out).toBe(wanted);
  });
});

describe('what a reader sees of an Office document', () => {
  const core = (title: string) => `<cp:coreProperties><dc:title>${title}</dc:title></cp:coreProperties>`;

  it('has its properties and the texts of its pictures translated, and its language on every run', async () => {
    const picture =
      '<w:r><w:drawing><wp:docPr id="1" name="Picture 1" descr="A red house"/></w:drawing></w:r>';
    const bytes = wordDocument(
      `<w:p><w:r><w:t>Hello </w:t></w:r><w:r><w:rPr><w:b/><w:lang w:val="en-US"/></w:rPr><w:t>world</w:t></w:r>${picture}</w:p>`,
      { 'docProps/core.xml': core('Report') },
    );
    const out = await translated('a.docx', bytes, 'ja', (text) =>
      text
        .replace('Hello', 'やあ')
        .replace('world', '世界')
        .replace('A red house', '赤い家')
        .replace('Report', '報告'),
    );
    const document = part(out, 'word/document.xml');
    expect(part(out, 'docProps/core.xml')).toBe(core('報告'));
    expect(document).toContain('name="Picture 1" descr="赤い家"');
    expect(document.match(/<w:rFonts w:hint="eastAsia"\/>/g)).toHaveLength(2);
    expect(document.match(/<w:lang [^>]*w:eastAsia="ja-JP"/g)).toHaveLength(2);
  });

  it('has the comments of slides translated, and the language of each run named', async () => {
    const bytes = zipSync({
      'ppt/presentation.xml': strToU8('<p:presentation/>'),
      'ppt/slides/slide1.xml': strToU8(
        '<p:sld><p:cNvPr id="2" name="x" descr="A chart"/><a:p><a:r><a:t>Hello</a:t></a:r></a:p></p:sld>',
      ),
      'ppt/comments/comment1.xml': strToU8('<p:cmLst><p:cm><p:text>Check this</p:text></p:cm></p:cmLst>'),
    });
    const out = await translated('a.pptx', bytes, 'ja', (text) => `${text}訳`);
    expect(part(out, 'ppt/slides/slide1.xml')).toBe(
      '<p:sld><p:cNvPr id="2" name="x" descr="A chart訳"/><a:p><a:r><a:rPr lang="ja-JP"/><a:t>Hello訳</a:t></a:r></a:p></p:sld>',
    );
    expect(part(out, 'ppt/comments/comment1.xml')).toContain('<p:text>Check this訳</p:text>');
  });

  it('of a page includes buttons and options', async () => {
    const page =
      '<p>Choose <select><option>Red</option><option>Blue</option></select></p><button>Send</button>';
    const { units } = await formatOf('a.html', strToU8(page)).open(strToU8(page), { to: 'ja' });
    expect(units.map(({ text }) => text)).toEqual(['Choose', 'Red', 'Blue', '<1>Send</1>']);
  });
});

describe('Markdown', () => {
  it('keeps formulas, and translates definitions, summaries and what is said of pictures', async () => {
    const source =
      'The sum $a_1 * b_1$ and $$x_2 * y_2$$ costs $5 or $6.\n\n$$\na_1 + b_1\n$$\n\nTerm\n: Its meaning\n\n<details><summary>More</summary>\n\nText with ![a cat](cat.png "t") in it.\n\n</details>\n';
    const units: string[] = [];
    const out = await translatedText('a.md', source, 'ja', (text) => {
      units.push(text);
      return text.replace('meaning', '意味').replace('More', '詳細').replace('a cat', '猫');
    });
    expect(units).toEqual([
      'The sum <1/> and <2/> costs $5 or $6.',
      'Term',
      'Its meaning',
      'More',
      'Text with <1>a cat</1> in it.',
    ]);
    expect(out).toBe(source.replace('meaning', '意味').replace('More', '詳細').replace('a cat', '猫'));
  });

  it('keeps references that are named by their words', async () => {
    const source = 'Read the [Terms][] and the [Rules] now.\n\n[Terms]: a.html\n[Rules]: b.html\n';
    const out = await translatedText('a.md', source, 'ja', (text) => {
      expect(text).toBe('Read the <1>Terms</1> and the <2>Rules</2> now.');
      return '<1>条件</1>と<2>規則</2>を読む。';
    });
    expect(out).toBe('[条件][Terms]と[規則][Rules]を読む。\n\n[Terms]: a.html\n[Rules]: b.html\n');
  });

  it('makes no list of a paragraph that begins with a mark', async () => {
    const source = '***please note 3.x is different**, all of it.\n';
    const out = await translatedText('a.md', source, 'ja', (text) => {
      expect(text).toBe('*<1>please note 3.x is different</1>, all of it.');
      return '* <1>3.xは違います</1>。';
    });
    expect(out).toBe('\\* **3.xは違います**。\n');
  });

  it('keeps words that are struck one after the other apart', async () => {
    const out = await translatedText(
      'a.md',
      'Used on ~~50~~ ~~100~~ **two** sites.\n',
      'ja',
      () => '<3>二つ</3>の<1>五十</1><2>百</2>サイト。',
    );
    expect(out).toBe('**二つ**の~~五十~~ ~~百~~サイト。\n');
  });

  it('keeps emphasis and addresses apart from words that stand right beside them', async () => {
    const source = '**Note:** see https://example.com/a for _more_ and www.example.com too.\n';
    const out = await translatedText('a.md', source, 'ja', (text) => {
      expect(text).toBe('<1>Note:</1> see <2/> for <3>more</3> and <4/> too.');
      return '<1>注意：</1>詳細は<2/>と<4/>で<3>ご覧</3>ください。';
    });
    expect(out).toBe('**注意：** 詳細は<https://example.com/a>と www.example.com で _ご覧_ ください。\n');
  });
});

describe('XLIFF', () => {
  it('keeps the end of a span with its beginning', async () => {
    const source =
      '<xliff version="2.0" srcLang="en"><file id="f"><unit id="u"><segment><source>Press <sc id="1"/>Save<ec startRef="1"/> now</source></segment></unit></file></xliff>';
    const units: string[] = [];
    const out = await translatedText('a.xlf', source, 'ja', (text) => {
      units.push(text);
      return '今すぐ<1>保存</1>を押す';
    });
    expect(units).toEqual(['Press <1>Save</1> now']);
    expect(out).toContain('<target>今すぐ<sc id="1"/>保存<ec startRef="1"/>を押す</target>');
  });

  it('marks a translation that is wider than its unit allows', async () => {
    const source = (size: number) =>
      `<xliff version="1.2"><file><body><trans-unit id="1" maxwidth="${size}" size-unit="char"><source>Save</source></trans-unit></body></file></xliff>`;
    expect(await translatedText('a.xlf', source(2), 'ja', () => '保存する')).toContain(
      'state-qualifier="rejected-length">保存する',
    );
    expect(await translatedText('a.xlf', source(9), 'ja', () => '保存する')).not.toContain('rejected');
  });
});

describe('files of Rails', () => {
  it('get the code of the target as their root', async () => {
    const yaml = 'en:\n  hello: Hello\n  time:\n    now: Now\n';
    expect(await translatedText('en.yml', yaml, 'zh-CN', () => '好')).toBe(
      'zh-CN:\n  hello: 好\n  time:\n    now: 好\n',
    );
    const several = 'en:\n  a: Hello\nother:\n  b: Now\n';
    expect(await translatedText('a.yml', several, 'ja', () => '訳')).toContain('en:\n  a: 訳');
  });
});

describe('identifiers in resource files', () => {
  it('stay, and the messages beside them are translated', async () => {
    const json =
      '{"id": "task-board", "type": "panel", "title": "Board", "items": [{"userId": "anna", "label": "Anna"}]}';
    expect(await translatedText('a.json', json, 'ja', () => '訳')).toBe(
      '{"id": "task-board", "type": "panel", "title": "訳", "items": [{"userId": "anna", "label": "訳"}]}',
    );
    const yaml = 'id: task-board\ntitle: Board\nkind: panel\n';
    expect(await translatedText('a.yaml', yaml, 'ja', () => '訳')).toBe(
      'id: task-board\ntitle: 訳\nkind: panel\n',
    );
  });
});

describe('subtitles', () => {
  const cue = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`;

  const film = (...cues: readonly string[]) =>
    cues.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`).join('\n');

  it('translate a sentence over two cues as one, and cut it again between words', async () => {
    const units: string[] = [];
    const source = film('The train that we wanted to take', 'has already left the station.', 'Come with me.');
    const out = await translatedText('a.srt', source, 'ja', (text) => {
      units.push(text);
      return text.startsWith('The')
        ? '私たちが乗りたかった電車は、もう駅を出てしまいました。'
        : '一緒に来て。';
    });
    expect(units).toEqual([
      'The train that we wanted to take has already left the station.',
      'Come with me.',
    ]);
    expect(out).toBe(film('私たちが乗りたかった電車は、', 'もう駅を出てしまいました。', '一緒に来て。'));
    const speakers = film('- Where are you', '- going with all that', 'Next sentence');
    const { units: apart } = await formatOf('a.srt', strToU8(speakers)).open(strToU8(speakers), { to: 'ja' });
    expect(apart).toHaveLength(3);
  });

  it('of WebVTT have their entities read and written', async () => {
    const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:03.000\n${text}\n`;
    const units: string[] = [];
    const out = await translatedText('a.vtt', vtt('Tom &amp; Jerry &lt;live&gt;'), 'ja', (text) => {
      units.push(text);
      return 'トム & ジェリー <生>';
    });
    expect(units).toEqual(['Tom & Jerry <live>']);
    expect(out).toBe(vtt('トム &amp; ジェリー &lt;生&gt;'));
  });

  it('stay within the width of a line and keep their times', async () => {
    const long = 'This is a sentence that is far too long to stand on one single line of a film.';
    const english = await translatedText('a.srt', cue('長い文です。'), 'en', () => long);
    const lines = english.trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual(['1', '00:00:01,000 --> 00:00:03,000']);
    expect(lines.slice(2).join(' ')).toBe(long);
    expect(lines.slice(2).every((line) => line.length <= 42)).toBe(true);
    const japanese = await translatedText(
      'a.srt',
      cue('A long one.'),
      'ja',
      () => 'これは一行に収めるにはあまりにも長すぎる字幕の文なので、二行に分けて表示します。',
    );
    expect(
      japanese
        .trimEnd()
        .split('\n')
        .slice(2)
        .every((line) => line.length <= 20),
    ).toBe(true);
  });
});

describe('fonts', () => {
  it('have the characters of the target language', async () => {
    const bytes = wordDocument(
      '<w:p><w:r><w:rPr><w:rFonts w:ascii="Arial" w:eastAsia="ＭＳ 明朝" w:hint="eastAsia"/></w:rPr><w:t>Hello</w:t></w:r></w:p>',
      {
        'word/styles.xml':
          '<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri"/><w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>',
        'word/theme/theme1.xml': '<a:theme><a:minorFont><a:ea typeface=""/></a:minorFont></a:theme>',
      },
    );
    const chinese = await translated('a.docx', bytes, 'zh-CN', () => '你好');
    expect(part(chinese, 'word/document.xml')).toContain('w:eastAsia="Microsoft YaHei"');
    expect(part(chinese, 'word/styles.xml')).toContain('w:eastAsia="Microsoft YaHei"');
    expect(part(chinese, 'word/theme/theme1.xml')).toContain('<a:ea typeface="Microsoft YaHei"');
    const english = await translated('a.docx', bytes, 'en', () => 'Good day');
    expect(part(english, 'word/document.xml')).not.toContain('w:hint');
  });
});

describe('workbooks', () => {
  const sheets = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        strToU8('<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>'),
      ]),
    );

  it('rename the columns of a table with their header cells and formulas', async () => {
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/sharedStrings.xml': strToU8(
        '<sst><si><t>売上</t><rPh sb="0" eb="2"><t>ウリアゲ</t></rPh></si></sst>',
      ),
      'xl/tables/table1.xml': strToU8(
        '<table><tableColumns><tableColumn id="1" name="売上"/></tableColumns></table>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        '<worksheet><sheetData><row><c><f>SUM(表1[売上])</f><v>1</v></c></row></sheetData></worksheet>',
      ),
    });
    const out = await translated('a.xlsx', bytes, 'en', () => 'Sales');
    expect(part(out, 'xl/sharedStrings.xml')).toBe('<sst><si><t xml:space="preserve">Sales</t></si></sst>');
    expect(part(out, 'xl/tables/table1.xml')).toContain('name="Sales"');
    expect(part(out, 'xl/worksheets/sheet1.xml')).toContain('<f>SUM(表1[Sales])</f>');
  });

  it('have comments that people answer translated, and what is no language in them left', async () => {
    const comments = (...texts: readonly string[]) =>
      `<ThreadedComments>${texts.map((text) => `<threadedComment><text>${text}</text></threadedComment>`).join('')}</ThreadedComments>`;
    const name = 'xl/threadedComments/threadedComment1.xml';
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      [name]: strToU8(comments('この金額は？', '12,500', 'https://e.example/7')),
    });
    const out = await translated('a.xlsx', bytes, 'en', () => 'Is A < B & C?');
    expect(part(out, name)).toBe(comments('Is A &lt; B &amp; C?', '12,500', 'https://e.example/7'));
  });

  it('keep formulas, whose texts and results follow the cells that they speak of', async () => {
    const formulas = (text: string, literal: string) =>
      `<c t="str"><f>'売上 一覧'!A1</f><v>${text}</v></c><c><f>COUNTIF(A1:A9,${literal})&amp;"個"</f><v>1個</v></c>`;
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="売上 一覧"/></sheets></workbook>'),
      'xl/sharedStrings.xml': strToU8('<sst><si><t>机</t></si></sst>'),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><row>${formulas('机', '"机"')}</row></worksheet>`),
    });
    const out = await translated('a.xlsx', bytes, 'en', () => 'Desk "A"');
    expect(part(out, 'xl/workbook.xml')).toContain('name="売上 一覧"');
    expect(part(out, 'xl/worksheets/sheet1.xml')).toContain(formulas('Desk "A"', '"Desk ""A"""'));
  });

  it('let rules, filters, names, lists and pivot tables follow the cells that they speak of', async () => {
    const cells = (name: string) => `<row r="1"><c r="A1" t="s"><v>0</v></c></row><!-- ${name} -->`;
    const sheet = (done: string, list: string, prompt: string) =>
      `<worksheet><sheetData>${cells('x')}</sheetData><autoFilter ref="A1:A9"><filterColumn colId="0"><filters><filter val="${done}"/></filters></filterColumn></autoFilter><conditionalFormatting sqref="A1"><cfRule type="containsText" operator="containsText" text="${done}"><formula>NOT(ISERROR(SEARCH("${done}",A1)))</formula></cfRule><cfRule type="cellIs" operator="equal"><formula>"${done}"</formula></cfRule></conditionalFormatting><dataValidations><dataValidation type="list" prompt="${prompt}" sqref="A1"><formula1>"${list}"</formula1></dataValidation></dataValidations><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12${prompt}&amp;R&amp;P / &amp;N</oddHeader></headerFooter></worksheet>`;
    const pivot = (status: string, done: string) =>
      `<pivotCacheDefinition><cacheFields><cacheField name="${status}"><sharedItems><s v="${done}"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>`;
    const bytes = zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook><definedNames><definedName name="n">COUNTIF(A:A,"&lt;&gt;完了")</definedName></definedNames></workbook>',
      ),
      'xl/sharedStrings.xml': strToU8('<sst><si><t>完了</t></si><si><t>状態</t></si></sst>'),
      'xl/worksheets/sheet1.xml': strToU8(sheet('完了', '完了,未完了', '選んでください')),
      'xl/pivotCache/pivotCacheDefinition1.xml': strToU8(pivot('状態', '完了')),
    });
    const english: Readonly<Record<string, string>> = {
      完了: 'Done',
      未完了: 'Not done, yet',
      状態: 'Status',
      選んでください: 'Choose',
    };
    const out = await translated('a.xlsx', bytes, 'en', (text) => english[text] ?? text);
    expect(part(out, 'xl/worksheets/sheet1.xml')).toBe(sheet('Done', 'Done,Not done， yet', 'Choose'));
    expect(part(out, 'xl/workbook.xml')).toContain('COUNTIF(A:A,"&lt;&gt;Done")');
    expect(part(out, 'xl/pivotCache/pivotCacheDefinition1.xml')).toBe(pivot('Status', 'Done'));
  });

  it('of OpenDocument let formulas, rules and stored results follow their cells', async () => {
    const content = (apple: string, yes: string) =>
      `<office:document-content><office:automatic-styles><style:style><style:map style:condition="cell-content()=&quot;${apple}&quot;"/></style:style></office:automatic-styles><table:content-validations><table:content-validation table:condition="of:cell-content-is-in-list(&quot;${yes}&quot;)"/></table:content-validations><table:table><table:table-row><table:table-cell office:value-type="string"><text:p>${apple}</text:p></table:table-cell><table:table-cell table:formula="of:=VLOOKUP(&quot;${apple}&quot;;[.A1:.B9];1;0)" office:value-type="string" office:string-value="${apple}"><text:p>${apple}</text:p></table:table-cell></table:table-row></table:table></office:document-content>`;
    const bytes = zipSync({ 'content.xml': strToU8(content('りんご', 'はい')) });
    const english: Readonly<Record<string, string>> = { りんご: 'Apple', はい: 'Yes' };
    const out = await translated('a.ods', bytes, 'en', (text) => english[text] ?? text);
    expect(part(out, 'content.xml')).toBe(content('Apple', 'Yes'));
  });

  const TABLE = [
    ['Name', 'Type', 'Country', 'Note'],
    ['Desk', 'VARCHAR', 'US', 'Made of wood'],
    ['Chair', 'HEADER', 'NO', 'OK'],
    ['Lamp', 'ROOT', 'IN', 'Needs a bulb'],
  ];
  const WORDS = [
    'Name',
    'Type',
    'Country',
    'Note',
    'Desk',
    'Made of wood',
    'Chair',
    'OK',
    'Lamp',
    'Needs a bulb',
  ];

  it('keep columns of codes, with their headers translated', async () => {
    const strings = [...new Set(TABLE.flat())];
    const rows = TABLE.map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((text, column) => `<c r="${'ABCD'[column]}${at + 1}" t="s"><v>${strings.indexOf(text)}</v></c>`).join('')}</row>`,
    );
    const excel = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/sharedStrings.xml': strToU8(
        `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`),
    });
    const open = zipSync({
      'content.xml': strToU8(
        `<table:table>${TABLE.map((row) => `<table:table-row>${row.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`,
      ),
    });
    const csv = strToU8(TABLE.map((row) => row.join(',')).join('\n'));
    for (const [name, bytes] of Object.entries({ 'a.xlsx': excel, 'a.ods': open, 'a.csv': csv })) {
      const { units } = await formatOf(name, bytes).open(bytes, { to: 'ja' });
      expect(
        units.map(({ text }) => text),
        name,
      ).toEqual(WORDS);
    }
  });

  it('with ten thousand sheets are translated like any other', async () => {
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/sharedStrings.xml': strToU8('<sst><si><t>名前</t></si></sst>'),
      ...sheets(10_000),
    });
    expect(part(await translated('a.xlsx', bytes, 'en', () => 'Name'), 'xl/sharedStrings.xml')).toContain(
      'Name',
    );
  }, 60_000);

  it('with more parts than any program writes are refused', async () => {
    const bytes = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), ...sheets(20_001) }, { level: 0 });
    await expect(async () => formatOf('a.xlsx', bytes).open(bytes, { to: 'en' })).rejects.toThrow('Split it');
  }, 60_000);
});

describe('files that are not what they seem', () => {
  const refused = async (name: string, bytes: Uint8Array) => formatOf(name, bytes).open(bytes, { to: 'en' });

  it.each([
    ['protected.docx', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'password'],
    ['old.doc', strToU8('x'), 'old Office format'],
    ['a.pdf', strToU8('no'), 'does not fit its name'],
    ['a.pdf', strToU8('%PDF-1.7\nbroken'), 'damaged'],
    ['a.json', strToU8('{"a": '), 'damaged'],
    ['deep.yaml', strToU8(`${'['.repeat(1000)}文${']'.repeat(1000)}`), 'damaged'],
    ['a.txt', Uint8Array.from([0x41, 0, 0x42]), 'Save it as UTF-8'],
    ['a.xlf', strToU8('<xliff version="1.2"><file><trans-unit id="1"><source>あ'), 'damaged'],
    ['a.odt', zipSync({ 'content.xml': strToU8('<a><b></a>') }), 'damaged'],
    ['a.docx', zipSync({ '../../etc/passwd': strToU8('x') }), 'does not fit its name'],
    ['a.docx', wordDocument('', { 'word/vbaProject.bin': 'macros' }), 'Send it as docm'],
    ['paragraph.txt', strToU8('あ'.repeat(50_001)), 'Split it'],
    ['book.txt', strToU8(`${'あ'.repeat(40_000)}\n\n`.repeat(126)), 'Split it'],
    [
      'a.odt',
      zipSync({
        'content.xml': strToU8('\u0000\u0001'),
        'META-INF/manifest.xml': strToU8('<manifest:encryption-data/>'),
      }),
      'password',
    ],
    [
      'a.resx',
      strToU8(
        `<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><root><data name="A"><value>&b;</value></data></root>`,
      ),
      'DOCTYPE',
    ],
  ])('%s is refused with a sentence', async (name, bytes, sentence) => {
    await expect(refused(name, bytes)).rejects.toThrow(sentence);
  });

  it('keeps the macros of a format that has them, byte for byte', async () => {
    const macros = 'Sub AutoOpen() …';
    const bytes = wordDocument('<w:p><w:r><w:t>文</w:t></w:r></w:p>', { 'word/vbaProject.bin': macros });
    expect(part(await translated('a.docm', bytes, 'en', () => 'Text'), 'word/vbaProject.bin')).toBe(macros);
  });

  it('carries names of parts along without ever taking one for a path', async () => {
    const bytes = wordDocument('<w:p><w:r><w:t>文</w:t></w:r></w:p>', { '../../../tmp/evil.txt': 'x' });
    const out = await translated('a.docx', bytes, 'en', () => 'Text');
    expect(part(out, '../../../tmp/evil.txt')).toBe('x');
    expect(existsSync('../../../tmp/evil.txt')).toBe(false);
  });

  it('never fetches what a document refers to', async () => {
    let visits = 0;
    const server = createServer((_, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`;
    const relations = `<Relationships><Relationship Id="r1" Type="attachedTemplate" Target="${url}" TargetMode="External"/></Relationships>`;
    const files: readonly (readonly [string, Uint8Array])[] = [
      [
        'a.docx',
        wordDocument('<w:p><w:r><w:t>文</w:t></w:r></w:p>', { 'word/_rels/settings.xml.rels': relations }),
      ],
      [
        'a.html',
        strToU8(
          `<link rel="stylesheet" href="${url}"><p>文<img src="${url}"></p><iframe src="${url}"></iframe>`,
        ),
      ],
      [
        'a.xlf',
        strToU8(
          `<!DOCTYPE xliff SYSTEM "${url}"><xliff version="1.2"><file><trans-unit id="1"><source>文</source></trans-unit></file></xliff>`,
        ),
      ],
      ['a.md', strToU8(`文 ![](${url})`)],
      ['a.yaml', strToU8(`a: !include ${url}\nb: 文`)],
      ['a.pdf', golden('guide.pdf')],
    ];
    for (const [name, bytes] of files) await translated(name, bytes, 'en', () => 'Text');
    await new Promise((resolve) => server.close(resolve));
    expect(visits).toBe(0);
  });
});
