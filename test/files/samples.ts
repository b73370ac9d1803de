import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';

export interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What a reader has to find, in order. */
  readonly units: readonly string[];
}

const text = (name: string, content: string, units: readonly string[]): Sample => ({
  name,
  bytes: strToU8(content),
  units,
});

/** Documents that LibreOffice wrote, kept as it wrote them. */
export function golden(name: string): Uint8Array {
  return readFileSync(new URL(`golden/${name}`, import.meta.url));
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word document around the content of its body. */
export function wordDocument(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document ${WORD}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ),
    ...Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, strToU8(content)])),
  });
}

/** A paragraph as Word saves it after some editing: runs cut at every script, edit and spelling mark. */
const SCATTERED = `<w:p w:rsidR="00A1"><w:pPr><w:pStyle w:val="Body"/></w:pPr><w:bookmarkStart w:id="0" w:name="_GoBack"/><w:r><w:rPr><w:rFonts w:hint="eastAsia"/></w:rPr><w:t>今年の</w:t></w:r><w:proofErr w:type="spellStart"/><w:r w:rsidRPr="00B2"><w:rPr><w:rFonts w:hint="eastAsia"/><w:lang w:eastAsia="ja-JP"/></w:rPr><w:t>売上</w:t></w:r><w:proofErr w:type="spellEnd"/><w:r><w:t xml:space="preserve">は </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>12</w:t></w:r><w:r w:rsidR="00C3"><w:rPr><w:rFonts w:hint="eastAsia"/><w:b/></w:rPr><w:t>%増</w:t></w:r><w:r><w:t>えました。</w:t></w:r><w:bookmarkEnd w:id="0"/></w:p>`;
const FIELDS = `<w:p><w:r><w:t>次の</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF a \\h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>図1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>を見てください。</w:t></w:r></w:p>`;
const TEXT_BOX = `<w:p><w:r><w:t>箱の</w:t></w:r><w:r><w:pict><w:txbxContent><w:p><w:r><w:t>箱の中</w:t></w:r></w:p></w:txbxContent></w:pict></w:r><w:r><w:t>外です。</w:t></w:r></w:p>`;

/** One document of each format that text editors and programs write. */
export const SAMPLES: readonly Sample[] = [
  {
    name: 'scattered.docx',
    bytes: wordDocument(SCATTERED + FIELDS + TEXT_BOX),
    units: ['今年の売上は <1>12%増</1>えました。', '次の<1/>を見てください。', '箱の中', '箱の<1/>外です。'],
  },
  text('notes.txt', '\uFEFF最初の段落です。\r\n二行目です。\r\n\r\n  次の段落。\r\n\r\n12345\r\n', [
    '最初の段落です。\r\n二行目です。',
    '  次の段落。',
  ]),
  text(
    'readme.md',
    '---\ntitle: 題名\n---\n\n# 見出し\n\n本文は**太字**と`code`と[リンク](https://example.com "x")。\n続きの行。\n\n> 引用の\n> 文です。\n\n- 項目一\n- [ ] 項目二\n\n| 名前 | 値 |\n| --- | --- |\n| 机 | `x` |\n\n```js\nconst 変数 = 1;\n```\n',
    [
      '見出し',
      '本文は<1>太字</1>と<2/>と<3>リンク</3>。続きの行。',
      '引用の文です。',
      '項目一',
      '項目二',
      '名前',
      '値',
      '机',
    ],
  ),
  text(
    'page.html',
    '<!doctype html>\n<html lang="ja"><head><meta charset="utf-8"><title>題名</title><meta name="description" content="説明文"><style>p { color: red }</style></head>\n<body><h1 title="見出しの説明">ようこそ</h1>\n<p>これは<b>太い</b>文字と<a href="/x?a=1&amp;b=2">リンク</a>です。<br>\n  次の行 &amp; 続き。<img src="a.png" alt="図"></p>\n<pre>そのまま</pre><p translate="no">訳さない</p><script>var 変数 = "文";</script><ul><li>一<li>二</ul></body></html>\n',
    [
      '題名',
      '説明文',
      '見出しの説明',
      'ようこそ',
      'これは<1>太い</1>文字と<2>リンク</2>です。',
      '図',
      '次の行 & 続き。',
      '一',
      '二',
    ],
  ),
  text('list.csv', '番号,名前,"備考, その他"\r\nA-001,机,"丈夫な ""木"" です"\r\n2,椅子,12.5\r\n', [
    '番号',
    '名前',
    '備考, その他',
    '机',
    '丈夫な "木" です',
    '椅子',
  ]),
  text('list.tsv', '名前\t説明\n机\t"大きい" 机\n', ['名前', '説明', '机', '"大きい" 机']),
  text(
    'film.srt',
    '1\n00:00:01,000 --> 00:00:03,500\n<i>こんにちは。</i>\n元気ですか。\n\n2\n00:00:04,000 --> 00:00:06,000\n- はい。\n- いいえ。\n',
    ['<1>こんにちは。</1>元気ですか。', '- はい。', '- いいえ。'],
  ),
  text(
    'film.vtt',
    'WEBVTT - 題名\n\nNOTE 覚え書き\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:03.000 align:start\n<v 太郎>おはよう。\n',
    ['おはよう。'],
  ),
  text(
    'app.xlf',
    '<?xml version="1.0"?>\n<xliff version="1.2"><file original="a" source-language="ja" datatype="plaintext"><body>\n<trans-unit id="1">\n  <source>保存<x id="1"/>する<g id="2">今すぐ</g></source>\n  <note>ボタン</note>\n</trans-unit>\n<trans-unit id="2" translate="no"><source>型番</source></trans-unit>\n<trans-unit id="3"><source>済み</source><target state="final">Done</target></trans-unit>\n<trans-unit id="4"><source>新しい</source><target state="new"/></trans-unit>\n</body></file></xliff>\n',
    ['保存<1/>する<2>今すぐ</2>', '新しい'],
  ),
  text(
    'app2.xlf',
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="ja"><file id="f"><unit id="1"><notes><note>覚え</note></notes><segment state="initial"><source>開く<pc id="1">今</pc></source></segment></unit><unit id="2" translate="no"><segment><source>型</source></segment></unit></file></xliff>',
    ['開く<1>今</1>'],
  ),
  text(
    'memory.tmx',
    '<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header srclang="ja"/><body><tu><prop type="x">p</prop><tuv xml:lang="ja"><seg>机<ph>x</ph>です</seg></tuv></tu><tu><tuv xml:lang="ja"><seg>椅子</seg></tuv><tuv xml:lang="en"><seg>chair</seg></tuv></tu></body></tmx>',
    ['机<1/>です'],
  ),
  text(
    'app.po',
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ja\\n"\n\n# 覚え書き\n#: a.c:1\n#, c-format\nmsgid "Save %s now"\nmsgstr ""\n\nmsgctxt "menu"\nmsgid "Done"\nmsgstr "済み"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    ['Save %s now', '%d file', '%d files'],
  ),
  text(
    'app.json',
    '{\n  // 覚え書き\n  "title": "ようこそ {name}",\n  "url": "https://example.com/a",\n  "n": 1,\n  "list": ["一つ", "a_b_1"],\n  "count": "{n, plural, one {# 件} other {全部で # 件}}あります"\n}\n',
    ['ようこそ {name}', '一つ', '件あります', '全部で <1/> 件あります'],
  ),
  text('app.arb', '{"@@locale": "ja", "hello": "こんにちは", "@hello": {"description": "あいさつ"}}', [
    'こんにちは',
  ]),
  text(
    'app.yaml',
    '# 覚え書き\nja: &a\n  title: ようこそ\n  on: true\n  "quoted": "はい: いいえ"\n  long: |\n    一行目\n    二行目\n  list:\n    - 一つ # 注\n',
    ['ようこそ', 'はい: いいえ', '一行目\n二行目\n', '一つ'],
  ),
  text('app.properties', '# note\ntitle = \\u3088\\u3046\\u3053\\u305d\nlong=a \\\n   b 文\n', [
    'ようこそ',
    'a b 文',
  ]),
  text('App.strings', '/* 注 "x" */\n"title" = "ようこそ \\"%@\\"";\nplain = "はい";\n// 注\n', [
    'ようこそ "%@"',
    'はい',
  ]),
  text(
    'App.resx',
    '<?xml version="1.0"?>\n<root><data name="A" xml:space="preserve"><value>はい &amp; いいえ</value><comment>注</comment></data><data name="B" type="System.Int32"><value>数</value></data></root>',
    ['はい & いいえ'],
  ),
];
