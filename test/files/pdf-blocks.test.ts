import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  rgb,
} from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { formatOf } from '#src/documents/formats.js';
import { addPage, at, contentOf, pdfPage, textsOf, translated, unitsOf } from './pdf-pages.js';

/** A level or an upright line. */
const rule = (x: number, y: number, right: number, top: number) => `${x} ${y} m ${right} ${top} l S`;

describe('blocks of a PDF', () => {
  it('are the cells between rules, however narrow they are', async () => {
    const rows = [
      ['AC-75B', 'Oil leak found and repaired', '2027-01-15'],
      ['AC-76A', 'New belts and filters fitted', '2027-02-02'],
    ];
    const columns = [40, 78, 206];
    const edges = [37, 75, 203, 262];
    const drawn = rows.flatMap((row, line) =>
      row.map((cell, column) => at(columns[column] ?? 0, 230 - line * 14, cell)),
    );
    const rules = [
      ...edges.map((x) => rule(x, 212, x, 242)),
      ...[212, 226, 242].map((y) => rule(37, y, 262, y)),
    ];
    expect(await unitsOf(await pdfPage([...rules, ...drawn].join('\n')))).toEqual([
      'Oil leak found and repaired',
      'New belts and filters fitted',
    ]);
    // One string that reaches over the cells, as old programs print them.
    const typed = [
      at(40, 230, 'Pump  Oil leak found'),
      at(40, 216, 'Belt  Replaced at once'),
      rule(69, 212, 69, 242),
    ];
    expect(await unitsOf(await pdfPage(typed.join('\n')))).toEqual([
      'Pump',
      'Oil leak found',
      'Belt',
      'Replaced at once',
    ]);
  });

  it('are no cells of a column of codes', async () => {
    const rows = [
      ['Field', 'Type', 'Meaning'],
      ['name', 'VARCHAR', 'What it is called'],
      ['weight', 'INTEGER', 'In grams'],
      ['sold', 'BOOLEAN', 'Whether it is gone'],
    ];
    const drawn = rows.flatMap((row, line) =>
      row.map((cell, column) => at(40 + column * 70, 246 - line * 16, cell)),
    );
    const rules = [
      ...[36, 106, 176, 286].map((x) => rule(x, 194, x, 258)),
      ...[194, 210, 226, 242, 258].map((y) => rule(36, y, 286, y)),
    ];
    const units = await unitsOf(await pdfPage([...rules, ...drawn].join('\n')));
    expect(units).toEqual(rows.flat().filter((cell) => !/^[A-Z]+$/.test(cell)));
  });

  it('are the cells of columns that nothing but their gaps shows', async () => {
    const rows = [
      ['Kitchen', 'Two taps drip', 'open'],
      ['Hallway', 'Light is broken', 'done'],
      ['Cellar', 'Door sticks', 'open'],
      ['Garage', 'Lock was oiled', 'done'],
    ];
    const drawn = rows.flatMap((row, line) =>
      row.map((cell, column) => at([40, 83, 158][column] ?? 0, 250 - line * 12, cell)),
    );
    expect(await unitsOf(await pdfPage(drawn.join('\n')))).toEqual(rows.flat());
  });

  it('are no columns of words that happen to stand above each other in lines that are set flush', async () => {
    const flush = (text: string, row: number) =>
      `BT /F1 10 Tf 1 0 0 1 40 ${250 - row * 12} Tm [(${text.split(' ').join(') -530 (')})] TJ ET`;
    const lines = [
      'It goes from the hall up',
      'to the end of its way and',
      'to the top of the tower, or',
      'to the hall again.',
    ];
    expect(await unitsOf(await pdfPage(lines.map(flush).join('\n')))).toEqual([lines.join(' ')]);
  });

  it('are paragraphs that only the tags of the file tell apart', async () => {
    const lines = [
      'The first of the paragraphs fills its only line, with all its words.',
      'The second follows at once, and nothing but the tags says it.',
    ];
    const marked = (id: number, y: number, text: string) => `/P <</MCID ${id}>> BDC ${at(40, y, text)} EMC`;
    const tagged = (bytes: readonly string[], isTagged: boolean) =>
      pdfPage(bytes.map((text, id) => marked(id, 250 - id * 12, text)).join('\n'), (document) => {
        if (!isTagged) return;
        const { context, catalog } = document;
        const page = document.getPage(0);
        const root = context.nextRef();
        const blocks = bytes.map((_, id) =>
          context.register(context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: page.ref, K: id })),
        );
        const tree = { Nums: [0, blocks] };
        context.assign(root, context.obj({ Type: 'StructTreeRoot', K: blocks, ParentTree: tree }));
        catalog.set(PDFName.of('StructTreeRoot'), root);
        catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
        page.node.set(PDFName.of('StructParents'), context.obj(0));
      });
    expect(await unitsOf(await tagged(lines, false))).toEqual([lines.join(' ')]);
    expect(await unitsOf(await tagged(lines, true))).toEqual(lines);
    // Programs that tag each line say nothing about sentences that go on.
    const cut = [
      'This sentence goes on from its first line to the one that is below',
      'and ends there, whatever the tags of the two lines may say of it.',
    ];
    expect(await unitsOf(await tagged(cut, true))).toEqual([cut.join(' ')]);
  });

  it('are headings by size, weight and colour, and the paragraphs below them', async () => {
    const bytes = await pdfPage(
      [
        at(40, 270, 'Annual report', 'F2', 16),
        at(40, 250, 'What we did', 'F2'),
        at(40, 238, 'The company opened two offices and closed one of the old ones in'),
        at(40, 226, 'the north of the country.'),
        `1 0 0 rg ${at(40, 206, 'What we plan')} 0 g`,
        at(40, 194, 'Next year brings a third office.'),
      ].join('\n'),
    );
    expect(await unitsOf(bytes)).toEqual([
      'Annual report',
      'What we did',
      'The company opened two offices and closed one of the old ones in the north of the country.',
      'What we plan',
      'Next year brings a third office.',
    ]);
  });

  it('are the lines of an address, and paragraphs whose lines are filled', async () => {
    const bytes = await pdfPage(
      [
        at(40, 270, 'Miller Printing House'),
        at(40, 258, 'Station Road'),
        at(40, 246, 'Springfield'),
        at(40, 222, 'We thank you for your order of last week, which we received with the'),
        at(40, 210, 'samples. The goods leave our house on Monday and should be with you'),
        at(40, 198, 'by Friday.'),
      ].join('\n'),
    );
    expect(await unitsOf(bytes)).toEqual([
      'Miller Printing House',
      'Station Road',
      'Springfield',
      expect.stringMatching(/^We thank you .* with the samples\. .* with you by Friday\.$/),
    ]);
  });

  it('are the lines of an address that stands by itself on the right', async () => {
    const address = ['Miller Printing House', '12 Station Road', 'Springfield 62701'];
    const body = ['The order that you sent us in March is ready,', 'and the boxes wait in our hall.'];
    const drawn = [
      ...address.map((line, row) => at(180, 260 - row * 12, line)),
      ...body.map((line, row) => at(40, 200 - row * 12, line)),
    ];
    expect(await unitsOf(await pdfPage(drawn.join('\n')))).toEqual([...address, body.join(' ')]);
  });

  it('are entries of contents without their dots and page numbers', async () => {
    const bytes = await pdfPage(
      [
        at(40, 250, 'Safety at work ............................................ 3'),
        at(40, 238, 'Care and cleaning ...................................... 14'),
        `${at(40, 226, 'Spare parts')} ${at(250, 226, '21')}`,
        `${at(40, 214, 'Warranty')} ${at(250, 214, '22')}`,
      ].join('\n'),
    );
    expect(await unitsOf(bytes)).toEqual(['Safety at work', 'Care and cleaning', 'Spare parts', 'Warranty']);
    const out = await translated(bytes, 'en', (text) => `${text}!`);
    expect((await textsOf(out)).map(({ text }) => text.trim()).join(' ')).toMatch(
      /Care and cleaning! ?\.{20,} 14/,
    );
  });

  it('are the labels of boxes to be ticked, and items behind their marks', async () => {
    const bytes = await pdfPage(
      [
        at(40, 250, 'o', 'F4') +
          at(52, 250, 'Yes, gladly') +
          at(110, 250, 'o', 'F4') +
          at(122, 250, 'Not this year'),
        at(40, 220, '\\225').replace('\\\\', '\\') +
          at(52, 220, 'Bring your own cup and a spoon, because the kitchen has'),
        at(52, 208, 'none'),
        at(40, 196, '1.') + at(52, 196, 'Wash it'),
        at(40, 184, '2.') + at(52, 184, 'Dry it'),
      ].join('\n'),
    );
    expect(await unitsOf(bytes)).toEqual([
      'Yes, gladly',
      'Not this year',
      'Bring your own cup and a spoon, because the kitchen has none',
      'Wash it',
      'Dry it',
    ]);
  });

  it('are columns, also where a program wrote line by line over both', async () => {
    const left = ['The left column tells of', 'the harvest, which was', 'better than before.'];
    const right = ['The right column tells', 'of the weather, which', 'was worse than ever.'];
    const byColumn = [left, right].flatMap((lines, column) =>
      lines.map((text, line) => at(40 + column * 140, 250 - line * 12, text)),
    );
    const byLine = left.flatMap((text, line) => [
      at(40, 250 - line * 12, text),
      at(180, 250 - line * 12, right[line] ?? ''),
    ]);
    for (const drawn of [byColumn, byLine]) {
      expect(await unitsOf(await pdfPage(drawn.join('\n')))).toEqual([left.join(' '), right.join(' ')]);
    }
  });

  it('end at rules, boxes and changes of the colour behind them', async () => {
    const bytes = await pdfPage(
      [
        '0.9 g 30 234 200 12 re f 0 g',
        at(40, 250, 'Goods that were sent back before the first of'),
        at(40, 238, 'month and goods that were never paid for'),
        at(40, 226, 'need a letter from the buyer and from the'),
        rule(30, 223, 230, 223),
        at(40, 214, 'shop that sold them'),
      ].join('\n'),
    );
    expect(await unitsOf(bytes)).toHaveLength(4);
  });

  it('leave program listings alone, and commands inside of sentences', async () => {
    const bytes = await pdfPage(
      [
        at(40, 250, 'Open a window and start the tool with') +
          at(214, 250, 'make all', 'F3') +
          at(265, 250, 'as usual.'),
        at(40, 230, 'if (ready) {', 'F3'),
        at(40, 218, '  print the page', 'F3'),
        at(40, 206, '}', 'F3'),
      ].join('\n'),
    );
    expect(await unitsOf(bytes)).toEqual(['Open a window and start the tool with <1/> as usual.']);
    const out = await translated(bytes, 'ja', () => 'いつものように<1/>で始めます。');
    const texts = (await textsOf(out)).map(({ text }) => text);
    expect(texts.join('')).toContain('いつものようにmake allで始めます。');
    expect(texts).toContain('print the page');
  });
});

describe('what goes with the words of a PDF', () => {
  it('is colour, a line under them, a line through them and a link', async () => {
    const bytes = await pdfPage(
      [
        at(40, 250, 'Read'),
        `1 0 0 rg ${at(66, 250, 'this page')} 0 g`,
        at(110, 250, 'and not'),
        at(148, 250, 'the old one'),
        at(202, 250, 'today.'),
        rule(66, 248.5, 107, 248.5),
        rule(148, 253, 198, 253),
      ].join('\n'),
      (document) => {
        const annotation = document.context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [66, 247, 107, 260],
          A: { S: 'URI', URI: 'https://example.com' },
        });
        document
          .getPage(0)
          .node.set(PDFName.of('Annots'), document.context.obj([document.context.register(annotation)]));
      },
    );
    expect(await unitsOf(bytes)).toEqual(['Read <1>this page</1> and not <2>the old one</2> today.']);
    const out = await translated(
      bytes,
      'de',
      () => 'Heute lesen Sie nicht <2>die alte</2>, sondern <1>diese Seite</1>.',
    );
    const words = new Map((await textsOf(out)).map((piece) => [piece.text.trim(), piece]));
    const [line] = words.values();
    expect(line?.text).toContain('diese Seite');
    const content = await contentOf(out);
    const [link] = await linkAreas(out);
    // Red stands before the words that carry it, both old rules are gone, and two areas are filled in their place.
    expect(content).toMatch(/1 0 0 rg \/KtF1/);
    expect(content).not.toMatch(/ l\s+S/);
    const lines = [...content.matchAll(/(\S+) (\S+) (\S+) \S+ re f/g)].map(([, ...numbers]) =>
      numbers.map(Number),
    );
    expect(lines).toHaveLength(2);
    const [struck, underlined] = lines;
    expect(struck?.[1]).toBeGreaterThan(250);
    expect(underlined?.[1]).toBeLessThan(250);
    expect(link?.[0]).toBeCloseTo(underlined?.[0] ?? 0, 1);
    expect((link?.[2] ?? 0) - (link?.[0] ?? 0)).toBeCloseTo(underlined?.[2] ?? 0, 1);
    expect(link?.[0]).toBeGreaterThan((struck?.[0] ?? 0) + 40);
  });

  it('is not how it was hidden: a translation is seen, and hidden text stays and is counted', async () => {
    const bytes = await pdfPage(
      [
        `BT /F1 10 Tf 3 Tr 1 0 0 1 40 250 Tm ( ) Tj 0 Tr 1 0 0 1 42 250 Tm (A caption) Tj ET`,
        at(40, 220, 'Another sentence that everybody sees.'),
        `BT /F1 10 Tf 3 Tr 1 0 0 1 40 100 Tm (Words behind a picture) Tj ET`,
      ].join('\n'),
    );
    const document = await formatOf('a.pdf', bytes).open(bytes, { to: 'ja' });
    expect(document.units.map(({ text }) => text)).toEqual([
      'A caption',
      'Another sentence that everybody sees.',
    ]);
    expect(document.left).toBe(1);
    const out = await document.write(['図の説明', '誰でも見られる文です。']);
    const content = await contentOf(out);
    expect(content).toMatch(/0 Tr [^Q]*KtF1/);
    expect((await textsOf(out)).map(({ text }) => text)).toContain('Words behind a picture');
  });

  it('is one size for all texts of a style, and room that nothing else takes', async () => {
    const cells = ['Name', 'Price', 'Weight', 'Colour'];
    const bytes = await pdfPage(
      [
        ...[36, 96, 156, 216, 276].map((x) => rule(x, 236, x, 254)),
        rule(36, 236, 276, 236),
        rule(36, 254, 276, 254),
        ...cells.map((text, column) => at(40 + column * 60, 242, text)),
      ].join('\n'),
    );
    const out = await translated(bytes, 'en', (text) =>
      text === 'Price' ? 'A longer word' : text.toUpperCase(),
    );
    const texts = await textsOf(out);
    expect(new Set(texts.map(({ size }) => size.toFixed(2))).size).toBe(1);
    for (const [at_, { x, width }] of texts.entries()) expect(x + width).toBeLessThan(96 + at_ * 60);
  });
});

it('sets a short label smaller before it breaks a word', async () => {
  const bytes = await pdfPage([at(40, 250, 'shot'), at(78, 251, '0.25'), at(40, 200, 'below')].join('\n'));
  const out = await translated(bytes, 'ja', (text) => (text === 'shot' ? 'ショット' : '下'));
  const label = (await textsOf(out)).find(({ text }) => text === 'ショット');
  expect(label?.size).toBeLessThan(10);
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThan(78);
});

describe('texts beside the pages of a PDF', () => {
  it('are values and names of fields, titles of the outline and notes', async () => {
    const bytes = await pdfPage(at(40, 250, 'A form'), (document) => {
      document.setTitle('Leave request');
      const field = document.getForm().createTextField('reason');
      field.setText('Family reasons');
      field.addToPage(document.getPage(0), { x: 40, y: 150, width: 200, height: 20 });
      const code = document.getForm().createTextField('code');
      code.setText('AB-12');
      code.addToPage(document.getPage(0), { x: 40, y: 100, width: 200, height: 20 });
      const { context, catalog } = document;
      const entry = context.obj({ Title: PDFHexString.fromText('First part') });
      const entryAt = context.register(entry);
      // A chain that leads back to itself.
      entry.set(PDFName.of('Next'), entryAt);
      catalog.set(PDFName.of('Outlines'), context.obj({ First: entryAt, Last: entryAt, Count: 1 }));
      const note = context.obj({
        Subtype: 'Text',
        Rect: [0, 0, 9, 9],
        Contents: PDFHexString.fromText('Ask again'),
      });
      document.getPage(0).node.addAnnot(context.register(note));
    });
    expect(await unitsOf(bytes)).toEqual([
      'A form',
      'Leave request',
      'First part',
      'Family reasons',
      'Ask again',
    ]);
    const out = await translated(bytes, 'ja', (text) => `訳${text.length}`);
    const document = await PDFDocument.load(out);
    const field = document.getForm().getTextField('reason');
    expect(field.getText()).toBe('訳14');
    expect(document.getForm().getTextField('code').getText()).toBe('AB-12');
    expect(document.getTitle()).toBe('訳13');
    // What is drawn in the field is the new value, in a font that has its letters.
    const drawn = field.acroField.getWidgets()[0]?.getNormalAppearance();
    const stream = drawn instanceof PDFRef ? document.context.lookup(drawn) : drawn;
    expect(stream instanceof PDFRawStream && String(stream.dict)).toContain('/KtF1');
    expect(await unitsOf(out)).toContain('訳9');
  });

  it('and texts with letters that no font has stay as they are', async () => {
    const bytes = await pdfPage([at(40, 250, 'Good morning'), at(40, 220, 'Tick the box')].join('\n'));
    const out = await translated(bytes, 'en', (text) => (text === 'Good morning' ? 'Good שלום' : '☑ Tick'));
    expect((await textsOf(out)).map(({ text }) => text.trim()).join(' ')).toBe('Good morning ✓ Tick');
  });
});

it('takes a cover without text for no scan', async () => {
  const document = await PDFDocument.create();
  document
    .addPage([400, 300])
    .drawRectangle({ x: 0, y: 0, width: 400, height: 300, color: rgb(0, 0.4, 0.4) });
  await addPage(document, at(40, 250, 'The text begins here.'));
  expect(await unitsOf(await document.save())).toEqual(['The text begins here.']);
});

async function linkAreas(bytes: Uint8Array): Promise<readonly (readonly number[])[]> {
  const document = await PDFDocument.load(bytes);
  const annotations = document.getPage(0).node.Annots();
  return (annotations?.asArray() ?? []).map((_, index) => {
    const link = annotations?.lookup(index);
    const area = link instanceof PDFDict ? link.lookup(PDFName.of('Rect')) : undefined;
    return area instanceof PDFArray ? area.asArray().map((side) => Number(String(side))) : [];
  });
}

it('writes a longer text past the edge that cut off nothing of its source', async () => {
  const bytes = await pdfPage(
    ['q 38 246 30 14 re W n', at(40, 250, 'Short'), 'Q', at(40, 220, 'A line below')].join('\n'),
  );
  const out = await translated(bytes, 'en', (text) =>
    text === 'Short' ? 'Much longer than before' : `${text}!`,
  );
  const content = await contentOf(out);
  // Behind the state that is restored: nothing clips it.
  expect(content.slice(content.lastIndexOf('\nQ\n'))).toMatch(/KtF1/);
  expect((await textsOf(out)).map(({ text }) => text).join(' ')).toBe(
    'A line below! Much longer than before',
  );
});
