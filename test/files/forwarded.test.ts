import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTextLayer } from '#src/documents/pdf/reading/text-layer.js';
import { type DoneFile, type FileDoor, fileOf, openFileDoor } from './file-door.js';
import { at, pdfPage } from './pdf-pages.js';
import { wordDocument } from './samples.js';

/** Documents through the public door, translated by the model, that a colleague can forward as they are. */

const JAPANESE = /[\u3041-\u30FF\u4E00-\u9FFF]/;
const archive = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
/** What the paragraphs of a Word document say. */
const paragraphsOf = (file: DoneFile | undefined) =>
  [...(file?.part('word/document.xml') ?? '').matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([whole]) =>
    [...whole.matchAll(/<w:t[ >][^<]*/g)].map(([text]) => text.replace(/^[^>]*>/, '')).join(''),
  );

const ENGLISH: Readonly<Record<string, Uint8Array | Promise<Uint8Array>>> = {
  'report.pdf': pdfPage(
    [
      at(40, 270, 'Service report', 'F2', 16),
      at(40, 230, 'AC-75B'),
      at(78, 230, 'Oil leak found and repaired'),
      at(206, 230, '2027-01-15'),
      ...[37, 75, 203, 262].map((x) => `${x} 226 m ${x} 242 l S`),
      ...[226, 242].map((y) => `37 ${y} m 262 ${y} l S`),
      at(40, 190, 'for x in rows: print(x)', 'F3'),
      `3 Tr ${at(40, 160, 'These words are not drawn.')} 0 Tr`,
    ].join('\n'),
    // A cover without text.
    (document) => {
      document.insertPage(0, [400, 300]).drawRectangle({ x: 50, y: 50, width: 300, height: 200 });
    },
  ),
  'stock.xlsx': archive({
    'xl/workbook.xml': '<workbook/>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Status</t></si><si><t>Finished</t></si><si><t>Column type</t></si><si><t>VARCHAR</t></si><si><t>HEADER</t></si><si><t>ROOT</t></si></sst>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${[
      [0, 2],
      [1, 3],
      [1, 4],
      [1, 5],
    ]
      .map(
        ([status, type], row) =>
          `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>${status}</v></c><c r="B${row + 1}" t="s"><v>${type}</v></c></row>`,
      )
      .join(
        '',
      )}<row r="9"><c r="C9"><f>COUNTIF(A:A,"Finished")</f><v>3</v></c></row></sheetData><conditionalFormatting sqref="A1"><cfRule type="cellIs" operator="equal"><formula>"Finished"</formula></cfRule></conditionalFormatting><dataValidations><dataValidation type="list" prompt="Please choose a status." sqref="A1"><formula1>"Finished,Not started"</formula1></dataValidation></dataValidations><headerFooter><oddHeader>&amp;LMonthly report</oddHeader></headerFooter></worksheet>`,
  }),
  'stock.ods': archive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml':
      '<office:document-content><table:table><table:table-row><table:table-cell office:value-type="string"><text:p>Apple</text:p></table:table-cell><table:table-cell table:formula="of:=VLOOKUP(&quot;Apple&quot;;[.A1:.A9];1;0)" office:value-type="string" office:string-value="Apple"><text:p>Apple</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>Office chair</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Office Chair</text:p></table:table-cell></table:table-row></table:table></office:document-content>',
  }),
  'form.docx': wordDocument(
    `${paragraph('LOGIN')}<w:p><w:r><w:rPr><w:sz w:val="40"/></w:rPr><w:t>F</w:t></w:r><w:r><w:t>air prices for everybody.</w:t></w:r></w:p><w:p><w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="Not yet decided" w:value="0"/></w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:t>Choose an answer.</w:t></w:r></w:sdtContent></w:sdt></w:p><w:p><w:r><w:drawing><wp:docPr id="1" name="Picture 1" descr="A red house beside a river"/></w:drawing></w:r></w:p>`,
    {
      'docProps/core.xml':
        '<cp:coreProperties><dc:title>Questions for new customers</dc:title></cp:coreProperties>',
    },
  ),
  'slides.pptx': archive({
    'ppt/presentation.xml': '<p:presentation/>',
    'ppt/slideMasters/slideMaster1.xml':
      '<p:sldMaster><p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>For internal use only</a:t></a:r></a:p></p:txBody></p:sp></p:sldMaster>',
    'ppt/slides/slide1.xml': '<p:sld><a:p><a:r><a:t>Our goals for next year</a:t></a:r></a:p></p:sld>',
    'ppt/comments/comment1.xml': '<p:cmLst><p:cm><p:text>Please check this number.</p:text></p:cm></p:cmLst>',
  }),
  'talk.odp': archive({
    mimetype: 'application/vnd.oasis.opendocument.presentation',
    'styles.xml':
      '<office:document-styles><style:default-style style:family="graphic"><style:text-properties fo:language="en" fo:country="US" style:language-asian="zh" style:country-asian="CN"/></style:default-style></office:document-styles>',
    'content.xml':
      '<office:document-content><draw:page><draw:frame><draw:text-box><text:p>Our goals for next year</text:p></draw:text-box></draw:frame><draw:frame><draw:image/><svg:title>A red house</svg:title><svg:desc>A red house beside a river</svg:desc></draw:frame></draw:page></office:document-content>',
  }),
  'page.html': Uint8Array.from([
    ...strToU8(
      '<html><head></head><body><input placeholder="Your first name" aria-label="First name"><select><option>Orange juice</option></select><p title="More about us">It',
    ),
    0x92,
    ...strToU8('s the best shop in town.</p></body></html>'),
  ]),
  'notes.md': strToU8(
    'The sum of $a_1 * b_1$ is small.\n\nTerm\n: Its meaning is explained here.\n\n<details><summary>Show more details</summary>\n\nHere is ![a black cat](cat.png) for you.\n\n</details>\n',
  ),
  'film.vtt': strToU8('WEBVTT\n\n00:01.000 --> 00:03.000\nBread &amp; butter cost more now.\n'),
  'film.srt': strToU8(
    '1\n00:00:01,000 --> 00:00:03,000\nThe train that we wanted to take\n\n2\n00:00:03,000 --> 00:00:05,000\nhas already left the station.\n',
  ),
  'app.xlf': strToU8(
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="ja"><file id="f"><unit id="1"><segment><source>Please press the <sc id="1"/>green button<ec startRef="1"/> now.</source></segment></unit></file></xliff>',
  ),
  'narrow.xlf': strToU8(
    '<xliff version="1.2"><file original="a" source-language="en" target-language="ja" datatype="plaintext"><body><trans-unit id="1" maxwidth="2" size-unit="char"><source>Please save the file before you go home.</source></trans-unit></body></file></xliff>',
  ),
  'app.po': strToU8(
    'msgid ""\nmsgstr ""\n"Language: \\n"\n\n#. for the menu\n# by hand\n#: b.c:2\n#: a.c:1\nmsgid "Zoom in"\nmsgstr ""\n\nmsgid "Apple pie"\nmsgstr ""\n',
  ),
  'en.yml': strToU8('en:\n  id: task-board\n  hello: Good morning\n'),
};

describe('documents through the door', () => {
  let door: FileDoor;
  let done: ReadonlyMap<string, DoneFile>;
  beforeAll(async () => {
    door = await openFileDoor();
    const files = await Promise.all(
      Object.entries(ENGLISH).map(async ([name, bytes]) => ({ name, bytes: await bytes })),
    );
    done = await door.translated(files, 'ja');
  }, 300_000);
  afterAll(() => door.app.close());
  const file = (name: string): DoneFile => fileOf(done, name);

  it('PDF: cells, heading and listing stay apart and in their places, and what is hidden is counted', async () => {
    const { bytes, item } = file('report.pdf');
    const [, page] = await readTextLayer(bytes);
    const texts = page?.texts.filter(({ text }) => text.trim() !== '') ?? [];
    const alone = (text: string) => texts.find((piece) => piece.text.trim() === text);
    expect(alone('AC-75B')).toMatchObject({ x: 40, y: 230 });
    expect(alone('2027-01-15')).toMatchObject({ x: 206, y: 230 });
    expect(alone('for x in rows: print(x)')).toMatchObject({ x: 40, y: 190 });
    const cell = texts.filter(({ x, text }) => x >= 75 && x < 203 && JAPANESE.test(text));
    expect(cell.length).toBeGreaterThan(0);
    for (const { x, width } of cell) expect(x + width).toBeLessThan(204);
    expect(texts.some(({ text, size }) => JAPANESE.test(text) && size > 12)).toBe(true);
    expect(item.untranslated).toBe(1);
  });

  it('workbooks: what names a translated cell follows it, codes stay, headers and prompts are translated', () => {
    const excel = file('stock.xlsx');
    const strings = [...excel.part('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)/g)].map(
      ([, text = '']) => text,
    );
    const finished = strings[1] ?? '';
    expect(finished).toMatch(JAPANESE);
    expect(strings.slice(3)).toEqual(['VARCHAR', 'HEADER', 'ROOT']);
    const sheet = excel.part('xl/worksheets/sheet1.xml');
    expect(sheet).toContain(`COUNTIF(A:A,"${finished}")`);
    expect(sheet).toContain(`<formula>"${finished}"</formula>`);
    expect(sheet).toContain(`<formula1>"${finished},`);
    expect(/prompt="([^"]*)"/.exec(sheet)?.[1]).toMatch(JAPANESE);
    expect(/&amp;L([^<]*)/.exec(sheet)?.[1]).toMatch(JAPANESE);
    const open = file('stock.ods').part('content.xml');
    const apple = /<text:p>([^<]*)/.exec(open)?.[1] ?? '';
    expect(apple).toMatch(JAPANESE);
    expect(open).toContain(`VLOOKUP(&quot;${apple}&quot;`);
    expect(open).toContain(`office:string-value="${apple}"`);
    // Tables are looked up without regard to case: both spellings become one.
    const [chair, sameChair] = [...open.matchAll(/<text:p>([^<]*)/g)].slice(2).map(([, text]) => text);
    expect(chair).toMatch(JAPANESE);
    expect(sameChair).toBe(chair);
  });

  it('what a reader sees: pictures, properties, lists, comments, masters, placeholders', () => {
    const word = file('form.docx');
    const document = word.part('word/document.xml');
    expect(/descr="([^"]*)"/.exec(document)?.[1]).toMatch(JAPANESE);
    expect(/w:displayText="([^"]*)" w:value="0"/.exec(document)?.[1]).toMatch(JAPANESE);
    expect(/<dc:title>([^<]*)/.exec(word.part('docProps/core.xml'))?.[1]).toMatch(JAPANESE);
    expect(paragraphsOf(word)[0]).toBe('ログイン');
    // A word that was cut across runs is read as one, and every run names its language.
    expect(paragraphsOf(word)[1]).toMatch(/公正|公平|適正|フェア/);
    const runs = document.match(/<w:r>.*?<\/w:r>/gs)?.filter((run) => run.includes('<w:t')) ?? [];
    expect(runs.length).toBeGreaterThan(2);
    for (const run of runs) expect(run).toMatch(/w:hint="eastAsia".*w:eastAsia="ja-JP"/s);
    const slides = file('slides.pptx');
    expect(slides.part('ppt/slideMasters/slideMaster1.xml')).toMatch(JAPANESE);
    expect(slides.part('ppt/comments/comment1.xml')).toMatch(JAPANESE);
    expect(slides.part('ppt/slides/slide1.xml')).toContain('lang="ja-JP"');
    const talk = file('talk.odp');
    expect(/<svg:title>([^<]*)/.exec(talk.part('content.xml'))?.[1]).toMatch(JAPANESE);
    expect(/<svg:desc>([^<]*)/.exec(talk.part('content.xml'))?.[1]).toMatch(JAPANESE);
    expect(talk.part('styles.xml')).toContain('style:language-asian="ja" style:country-asian="JP"');
    const page = file('page.html').text;
    for (const seen of [/placeholder="([^"]*)/, /aria-label="([^"]*)/, /<option>([^<]*)/, /title="([^"]*)/]) {
      expect(seen.exec(page)?.[1]).toMatch(JAPANESE);
    }
    expect(page).toContain('<meta charset="utf-8">');
    expect(file('page.html').item.encoding).toBe('windows-1252');
  });

  it('structured files: marks, entities, cues, spans, order, keys and widths', () => {
    const notes = file('notes.md').text;
    expect(notes).toContain('$a_1 * b_1$');
    expect(notes).toMatch(/\n: .*[\u3041-\u30FF]/);
    expect(/<summary>([^<]*)/.exec(notes)?.[1]).toMatch(JAPANESE);
    expect(/!\[([^\]]*)\]\(cat\.png\)/.exec(notes)?.[1]).toMatch(JAPANESE);
    const vtt = file('film.vtt').text;
    expect(vtt).toMatch(JAPANESE);
    expect(vtt).not.toMatch(/&(?!amp;|lt;|gt;)|amp;amp/);
    const [first = '', second = ''] = file('film.srt').text.split('\n\n');
    for (const cue of [first, second]) expect(cue.split('\n')[2]).toMatch(JAPANESE);
    expect(second).toContain('00:00:03,000 --> 00:00:05,000');
    expect(file('app.xlf').text).toMatch(/<target>.*<sc id="1"\/>[^<]+<ec startRef="1"\/>.*<\/target>/);
    expect(file('narrow.xlf').text).toContain('rejected-length');
    const po = file('app.po').text;
    expect(po.match(/^(?:#.*|msgid ".+")$/gm)).toEqual([
      '#. for the menu',
      '# by hand',
      '#: b.c:2',
      '#: a.c:1',
      'msgid "Zoom in"',
      'msgid "Apple pie"',
    ]);
    expect(po.match(/^msgstr ".+"$/gm)).toHaveLength(2);
    expect(file('en.yml').text).toMatch(/^ja:\n {2}id: task-board\n {2}hello: [^\n]*[\u3041-\u30FF]/);
  });

  it('short files in Shift_JIS are read as such', async () => {
    const bytes = Uint8Array.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);
    const read = (await door.translated([{ name: 'old.txt', bytes }], 'en')).get('old.txt');
    expect(read?.item.encoding).toBe('shift_jis');
    expect(read?.text).toMatch(/test/i);
  }, 60_000);

  const MARKED = [
    '☑ I agree to the terms.',
    '☐ Send me the newsletter.',
    'The fee is ₹500 per month.',
    'Tighten the bolts to 12 N·m.',
    '* Read this page first.',
    'The contract was signed on 5/5/2017.',
    'A total of RS.50,00,00,001 was paid to the bank.',
    'The coach wants the team to play 4-3-3.',
    'A First',
    'B Second',
  ];

  it.each([
    [
      'ja',
      [
        /^☑ /,
        /^☐ /,
        /₹500|500ルピー/,
        /12 N·m/,
        /^\* ?/,
        /2017年5月5日/,
        /RS\.50,00,00,001/,
        /4-3-3/,
        /^A /,
        /^B /,
      ],
    ],
    [
      'zh-CN',
      [
        /^☑ /,
        /^☐ /,
        /₹500|500卢比/,
        /12 N·m/,
        /^\* ?/,
        /2017年5月5日/,
        /RS\.50,00,00,001/,
        /4-3-3/,
        /^A /,
        /^B /,
      ],
    ],
  ])(
    'marks and values keep their meaning from English into %s, sentence by sentence',
    async (to, wanted) => {
      const bytes = wordDocument(MARKED.map(paragraph).join(''));
      const texts = paragraphsOf((await door.translated([{ name: 'a.docx', bytes }], to)).get('a.docx'));
      expect(texts).toHaveLength(MARKED.length);
      for (const [index, pattern] of wanted.entries()) {
        expect(texts[index]).toMatch(pattern);
        expect(texts[index]).not.toMatch(/[A-Za-z]{4}/);
      }
    },
    120_000,
  );

  const NOTED = [
    '＊必ずお読みください。',
    '会議は5月15日(木)に開きます。',
    '(木)',
    'ア 申込書',
    'イ 写真',
    'ウ 手数料',
    '☑ 同意する',
    '締め付けトルクは12 N·mです。',
    '料金は月額₹500です。',
    '監督は4-3-3の布陣を選んだ。',
  ];

  it.each([
    [
      'en',
      [/^\* /, /Thursday/, /^\(Thursday\)$/, /^a\. /, /^b\. /, /^c\. /, /^☑ /, /12 N·m/, /₹500/, /4-3-3/],
    ],
    [
      'zh-CN',
      [
        /^[＊*] ?/,
        /星期四|周四/,
        /星期四|周四/,
        /^a\. /,
        /^b\. /,
        /^c\. /,
        /^☑ /,
        /12 N·m/,
        /₹500|500卢比/,
        /4-3-3/,
      ],
    ],
  ])(
    'and from Japanese into %s',
    async (to, wanted) => {
      const cells = NOTED.map((text) => `<text:p>${text}</text:p>`).join('');
      const bytes = archive({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<office:document-content><office:text>${cells}</office:text></office:document-content>`,
      });
      const content = (await door.translated([{ name: 'a.odt', bytes }], to))
        .get('a.odt')
        ?.part('content.xml');
      const texts = [...(content ?? '').matchAll(/<text:p>(.*?)<\/text:p>/g)].map(([, text = '']) =>
        text.replaceAll('<text:s/>', ' '),
      );
      expect(texts).toHaveLength(NOTED.length);
      for (const [index, pattern] of wanted.entries()) {
        expect(texts[index]).toMatch(pattern);
        expect(texts[index]).not.toMatch(/[\u3041-\u30FA]/);
      }
    },
    120_000,
  );
});
