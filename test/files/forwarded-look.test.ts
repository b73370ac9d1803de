import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoneFile, type FileDoor, fileOf, openFileDoor } from './file-door.js';
import { at, contentOf, pdfPage, textsOf, unitsOf } from './pdf-pages.js';

/** How documents look and work that came through the public door, translated by the model. */

const JAPANESE = /[\u3041-\u30FF\u4E00-\u9FFF]/;
const rule = (x: number, y: number, right: number, top: number) => `${x} ${y} m ${right} ${top} l S`;
const archive = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

/** Of the cells of a table. */
const EDGES = [36, 86, 136, 186, 236];

/** Bold words; red words over a line, with a link on them; cells of one style in a narrow table; two fields. */
const styled = () =>
  pdfPage(
    [
      at(40, 270, 'Never use') + at(88, 270, 'hot water', 'F2') + at(138, 270, 'to clean this table.'),
      at(40, 230, 'Please read'),
      `1 0 0 rg ${at(95, 230, 'the safety rules')} 0 g`,
      at(170, 230, 'before you start.'),
      rule(95, 228.5, 166, 228.5),
      ...EDGES.map((x) => rule(x, 136, x, 154)),
      rule(36, 136, 236, 136),
      rule(36, 154, 236, 154),
      ...['Milk', 'Chocolate', 'Bread', 'Butter'].map((text, column) =>
        at((EDGES[column] ?? 0) + 4, 142, text, 'F1', 8),
      ),
    ].join('\n'),
    (document) => {
      const link = document.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [95, 227, 166, 240],
        A: { S: 'URI', URI: 'https://example.com' },
      });
      document.getPage(0).node.addAnnot(document.context.register(link));
      for (const [line, [name = '', value]] of [
        ['reason', 'Family reasons'],
        ['code', 'AB-12'],
      ].entries()) {
        const field = document.getForm().createTextField(name);
        field.setText(value);
        field.addToPage(document.getPage(0), { x: 40, y: 80 - line * 50, width: 200, height: 20 });
      }
    },
  );

/** The letterhead and the contents of a booklet, boxes to tick, a listing, and words in a mode that hides them. */
const blocks = () =>
  pdfPage(
    [
      at(40, 280, 'Miller Printing House'),
      at(40, 268, 'Station Road'),
      at(40, 256, 'Springfield'),
      at(40, 230, 'Safety at work ............................................ 3'),
      at(40, 218, 'Care and cleaning ...................................... 14'),
      `${at(40, 206, 'Spare parts')} ${at(250, 206, '21')}`,
      at(40, 180, 'o', 'F4') +
        at(52, 180, 'Yes, gladly') +
        at(130, 180, 'o', 'F4') +
        at(142, 180, 'Not this year'),
      at(40, 150, 'if (ready) {', 'F3'),
      at(40, 138, '  print the page', 'F3'),
      at(40, 126, '}', 'F3'),
      // The mode of a blank before the words, and words that nobody sees.
      'BT /F1 10 Tf 3 Tr 1 0 0 1 40 90 Tm ( ) Tj 0 Tr 1 0 0 1 42 90 Tm (The new station at night) Tj ET',
      `3 Tr ${at(40, 60, 'Words behind a picture')} 0 Tr`,
      at(40, 30, 'We thank you for your order of last week, which we received with the'),
      at(40, 18, 'samples.'),
    ].join('\n'),
  );

/** The texts of the cells of both workbooks. */
const CELLS = [
  'Status',
  'Product',
  'Finished',
  'Orange juice',
  'Not started',
  'Fresh bread',
  'Sum of the prices',
] as const;

const shared = (place: string, text: (typeof CELLS)[number]) =>
  `<c r="${place}" t="s"><v>${CELLS.indexOf(text)}</v></c>`;
const EXCEL: Readonly<Record<string, string>> = {
  'xl/workbook.xml':
    '<workbook><definedNames><definedName name="open">COUNTIF(Sheet1!A:A,"&lt;&gt;Finished")</definedName></definedNames></workbook>',
  'xl/sharedStrings.xml': `<sst>${CELLS.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${shared('A1', 'Status')}${shared('B1', 'Product')}</row><row r="2">${shared('A2', 'Finished')}${shared('B2', 'Orange juice')}</row><row r="3">${shared('A3', 'Not started')}${shared('B3', 'Fresh bread')}<c r="C3"><v>3</v></c></row><row r="4">${shared('D4', 'Sum of the prices')}</row></sheetData><autoFilter ref="A1:B4"><filterColumn colId="0"><filters><filter val="Finished"/></filters></filterColumn><filterColumn colId="1"><customFilters><customFilter operator="notEqual" val="*Fresh bread*"/></customFilters></filterColumn></autoFilter><conditionalFormatting sqref="A1:A9"><cfRule type="containsText" operator="containsText" text="Not started"><formula>NOT(ISERROR(SEARCH("Not started",A1)))</formula></cfRule><cfRule type="cellIs" operator="equal"><formula>"Finished"</formula></cfRule></conditionalFormatting><dataValidations><dataValidation type="list" sqref="A2:A9"><formula1>"Finished,Not started"</formula1></dataValidation></dataValidations></worksheet>`,
  // The key is a cell of another sheet, and a text in the formula.
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">Fresh bread</t></is></c><c r="B1"><f>VLOOKUP(A1,Sheet1!B:C,2,FALSE)</f><v>3</v></c><c r="C1"><f>VLOOKUP("Fresh bread",Sheet1!B:C,2,FALSE)</f><v>3</v></c></row></sheetData></worksheet>',
  'xl/pivotCache/pivotCacheDefinition1.xml':
    '<pivotCacheDefinition><cacheFields><cacheField name="Status"><sharedItems><s v="Finished"/><s v="Not started"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>',
  'xl/pivotTables/pivotTable1.xml':
    '<pivotTableDefinition rowHeaderCaption="Status"><dataFields><dataField name="Sum of the prices" fld="0"/></dataFields></pivotTableDefinition>',
};

const cells = (...texts: readonly string[]) =>
  `<table:table-row>${texts.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const CALC = `<office:document-content><office:automatic-styles><style:style><style:map style:condition="cell-content()=&quot;Finished&quot;"/></style:style></office:automatic-styles><office:spreadsheet><table:content-validations><table:content-validation table:condition="of:cell-content-is-in-list(&quot;Finished&quot;;&quot;Not started&quot;)"/></table:content-validations><table:table>${cells('Status', 'Product')}${cells('Finished', 'Orange juice')}${cells('Not started', 'Fresh bread')}${cells('Sum of the prices')}<calcext:conditional-formats><calcext:conditional-format><calcext:condition calcext:value="contains-text(&quot;Not started&quot;)"/></calcext:conditional-format></calcext:conditional-formats></table:table><table:table>${cells('Fresh bread')}<table:table-row><table:table-cell table:formula="of:=VLOOKUP([.A1];[$Sheet1.B1:.B9];1;0)" office:value-type="string" office:string-value="Fresh bread"><text:p>Fresh bread</text:p></table:table-cell></table:table-row></table:table><table:named-expressions><table:named-expression table:name="open" table:expression="of:=COUNTIF([$Sheet1.A1:.A9];&quot;&lt;&gt;Finished&quot;)"/></table:named-expressions><table:database-ranges><table:database-range><table:filter><table:filter-and><table:filter-condition table:field-number="0" table:value="Finished" table:operator="="/><table:filter-condition table:field-number="1" table:value="" table:operator="="><table:filter-set-item table:value="Fresh bread"/></table:filter-condition></table:filter-and></table:filter></table:database-range></table:database-ranges><table:data-pilot-tables><table:data-pilot-table><table:data-pilot-grand-total table:display="true" tableooo:display-name="Sum of the prices"/><table:data-pilot-field table:source-field-name="Status" table:selected-page="Finished"><table:data-pilot-level><table:data-pilot-members><table:data-pilot-member table:name="Not started"/></table:data-pilot-members></table:data-pilot-level></table:data-pilot-field><table:data-pilot-field table:source-field-name="Product" tableooo:display-name="Sum of the prices"><table:data-pilot-field-reference table:field-name="Status" table:member-name="Finished"/></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables></office:spreadsheet></office:document-content>`;

describe('documents through the door', () => {
  let door: FileDoor;
  let done: ReadonlyMap<string, DoneFile>;
  beforeAll(async () => {
    door = await openFileDoor();
    const files = [
      { name: 'styled.pdf', bytes: await styled() },
      { name: 'blocks.pdf', bytes: await blocks() },
      { name: 'stock.xlsx', bytes: archive(EXCEL) },
      {
        name: 'stock.ods',
        bytes: archive({
          mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
          'content.xml': CALC,
        }),
      },
    ];
    done = await door.translated(files, 'ja');
  }, 300_000);
  afterAll(() => door.app.close());
  const file = (name: string): DoneFile => fileOf(done, name);

  it('PDF: bold, colour, a link and a line below go with the words that they were on', async () => {
    const { bytes, item } = file('styled.pdf');
    expect(item.untranslated).toBe(0);
    const [warning = '', advice = ''] = await unitsOf(bytes);
    expect(/<1>(.*)<\/1>/.exec(warning)?.[1]).toMatch(/湯|水/);
    expect(warning.replace(/<1>.*<\/1>/, '')).not.toMatch(/湯|水/);
    const [, before = '', rules = ''] = /^(.*)<1>(.*)<\/1>/.exec(advice) ?? [];
    expect(rules).toMatch(/安全/);
    expect(rules).not.toMatch(/読|始/);
    // Each letter is as wide as its size of ten points.
    const [left, right] = [40 + before.length * 10, 40 + (before.length + rules.length) * 10];
    const content = await contentOf(bytes);
    const red = /1 0 0 rg \/\S+ 10 Tf <(\w+)> Tj/.exec(content)?.[1];
    expect(red).toHaveLength(rules.length * 4);
    const line = /1 0 0 rg (\S+) (\S+) (\S+) \S+ re f/.exec(content)?.slice(1).map(Number) ?? [];
    expect(line[0]).toBeCloseTo(left, 1);
    expect(line[1]).toBeLessThan(230);
    expect(line[2]).toBeCloseTo(right - left, 1);
    expect(content).not.toMatch(/228\.5 l\s+S/);
    const [from, , to] = await linkArea(bytes);
    expect(from).toBeCloseTo(left, 1);
    expect(to).toBeCloseTo(right, 1);
  });

  it('PDF: texts of one style have one size, in which the longest fits its cell', async () => {
    const row = (await textsOf(file('styled.pdf').bytes)).filter(({ y }) => y < 154 && y > 120);
    expect(row).toHaveLength(4);
    const [first] = row;
    expect(first?.size).toBeLessThan(8);
    for (const [column, { text, x, width, size }] of row.entries()) {
      expect(text).toMatch(JAPANESE);
      expect(size).toBe(first?.size);
      expect(x).toBeGreaterThanOrEqual(EDGES[column] ?? 0);
      expect(x + width).toBeLessThanOrEqual(EDGES[column + 1] ?? 0);
    }
  });

  it('PDF: lines of an address, contents, labels of boxes and listings stay where they are', async () => {
    const { bytes, item } = file('blocks.pdf');
    const texts = await textsOf(bytes);
    const on = (y: number) => texts.filter((text) => Math.abs(text.y - y) < 1);
    for (const y of [280, 268, 256]) {
      expect(on(y)).toEqual([expect.objectContaining({ x: 40, text: expect.stringMatching(JAPANESE) })]);
    }
    for (const [y, number] of [
      [230, '3'],
      [218, '14'],
      [206, '21'],
    ] as const) {
      const entry = on(y);
      expect(entry[0]).toMatchObject({ x: 40, text: expect.stringMatching(JAPANESE) });
      expect(entry.at(-1)?.text.trim()).toBe(number);
      expect(entry.at(-1)?.x).toBeGreaterThan(230);
      expect(
        entry
          .slice(1)
          .map(({ text }) => text)
          .join(''),
      ).not.toMatch(JAPANESE);
    }
    const [box, yes, other, no] = on(180);
    expect([box, other]).toMatchObject([
      { x: 40, text: 'o' },
      { x: 130, text: 'o' },
    ]);
    expect(yes).toMatchObject({ x: 52, text: expect.stringMatching(/はい|喜/) });
    expect(no).toMatchObject({ x: 142, text: expect.stringMatching(/今年/) });
    expect([150, 138, 126].map((y) => on(y).map(({ text }) => text))).toEqual([
      ['if (ready) {'],
      ['print the page'],
      ['}'],
    ]);
    // What was seen is seen, what was not is still there, and is counted.
    expect(on(90)).toMatchObject([{ x: 42, text: expect.stringMatching(/駅/) }]);
    expect(await contentOf(bytes)).toMatch(/ 0 Tr 1 0 0 1 42 90 Tm [^Q]*<\w+> Tj/);
    expect(on(60).map(({ text }) => text)).toEqual(['Words behind a picture']);
    expect(item.untranslated).toBe(1);
  });

  it('PDF: values of fields are translated, codes stay', async () => {
    const fields = (await PDFDocument.load(file('styled.pdf').bytes)).getForm();
    expect(fields.getTextField('reason').getText()).toMatch(/家族|家庭/);
    expect(fields.getTextField('code').getText()).toBe('AB-12');
  });

  /** The same with every text as it became. */
  const following = (source: string, translations: readonly string[]) =>
    CELLS.reduce((text, cell, index) => text.replaceAll(cell, translations[index] ?? ''), source);

  it('workbooks: filters, names, pivot tables, rules, lists and keys follow their cells', () => {
    const excel = file('stock.xlsx');
    const strings = textsIn(excel.part('xl/sharedStrings.xml'), /<t [^>]*>([^<]*)/g);
    expect(new Set(strings).size).toBe(CELLS.length);
    for (const text of strings) expect(text).toMatch(JAPANESE);
    for (const [name, source] of Object.entries(EXCEL)) {
      expect(excel.part(name)).toBe(following(source, strings));
    }
  });

  it('and the same in OpenDocument', () => {
    const content = file('stock.ods').part('content.xml');
    const texts = textsIn(content, /<text:p>([^<]*)/g).slice(0, CELLS.length);
    expect(new Set(texts).size).toBe(CELLS.length);
    for (const text of texts) expect(text).toMatch(JAPANESE);
    expect(content).toBe(following(CALC, texts));
  });

  it.each([
    ['tab.yml', 'en:\n\thello: Good morning\n', 'line 2, column 1'],
    ['list.yaml', 'en:\n  days: [Monday, Tuesday\n  hello: Good morning\n', 'line 3, column 3'],
    ['plural.po', 'msgid "%d file"\nmsgid_plural "%d files\nmsgstr[0] ""\n', 'line 2, column 14'],
    ['target.po', 'msgid ""\nmsgstr ""\n\nmsgid "Save"\nmsgstr "Guardar\n', 'line 5, column 8'],
  ])('%s is refused with line and column, whatever is sent with it', async (name, content, place) => {
    const files = [
      { name: 'good.txt', bytes: strToU8('Good morning.') },
      { name, bytes: strToU8(content) },
    ];
    const { contractId, client } = door;
    const fields = { targetLangs: '["ja"]', fieldId: '1', contractId };
    const { status, body } = await client.post(files, fields);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        data: { code: 40202, message: expect.stringContaining(`${name}: The file is damaged at ${place}`) },
      },
    });
  });
});

function textsIn(source: string, pattern: RegExp): readonly string[] {
  return [...source.matchAll(pattern)].map(([, text = '']) => text);
}

async function linkArea(bytes: Uint8Array): Promise<readonly number[]> {
  const document = await PDFDocument.load(bytes);
  const link = document.getPage(0).node.Annots()?.lookup(0, PDFDict);
  return (link?.lookup(PDFName.of('Rect'), PDFArray).asArray() ?? []).map((side) => Number(String(side)));
}
