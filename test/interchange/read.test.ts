import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { Failure } from '#src/base/failure.js';
import type { BadRow, PairRow } from '#src/interchange/pair.js';
import { type ReadOptions, readPairs } from '#src/interchange/read.js';
import { PHRASE_RULES, TERM_RULES } from '#src/interchange/text-rules.js';

type Options = Partial<ReadOptions> & Pick<ReadOptions, 'format'>;

async function read(content: string | Uint8Array, options: Options): Promise<(PairRow | BadRow)[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const rows: (PairRow | BadRow)[] = [];
  for await (const row of readPairs(bytes, { rules: PHRASE_RULES, from: 'ja', to: 'en', ...options }))
    rows.push(row);
  return rows;
}

async function texts(content: string | Uint8Array, options: Options): Promise<string[]> {
  return (await read(content, options)).map((row) =>
    row.kind === 'bad' ? `${row.line}: ${row.reason}` : `${row.fromText}=${row.toText}`,
  );
}

async function failure(content: string | Uint8Array, options: Options): Promise<Failure> {
  try {
    await read(content, options);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing failed');
}

describe('reading TSV', () => {
  it('takes the first two columns of every line, with its line number', async () => {
    expect(await read('犬\tdog\tnote\n\n猫\tcat\n', { format: 'tsv' })).toEqual([
      { kind: 'pair', line: 1, fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' },
      { kind: 'pair', line: 3, fromLang: 'ja', fromText: '猫', toLang: 'en', toText: 'cat' },
    ]);
  });

  it('keeps quotation marks that are plain text', async () => {
    expect(await texts('「はい」\t"Yes," he said.\n引用\t"quoted\n次\tnext', { format: 'tsv' })).toEqual([
      '「はい」="Yes," he said.',
      '引用="quoted',
      '次=next',
    ]);
  });

  it('understands cells that a spreadsheet has quoted', async () => {
    expect(await texts('"一行\n二行"\t"two ""lines"""\r\n次\tnext', { format: 'tsv' })).toEqual([
      '一行\n二行=two "lines"',
      '次=next',
    ]);
  });
});

describe('reading CSV', () => {
  it('understands quotes, doubled quotes, line breaks in cells, CRLF and a byte order mark', async () => {
    expect(
      await texts('\uFEFF犬,"dog, hound"\r\n"言う","say ""hi"""\r\n"a\r\nb",c\r\n', { format: 'csv' }),
    ).toEqual(['犬=dog, hound', '言う=say "hi"', 'a\r\nb=c']);
  });

  it('reports a broken quotation mark with its line and goes on', async () => {
    expect(await texts('犬,dog\n"猫" x,cat\n鳥,bird', { format: 'csv' })).toEqual([
      '犬=dog',
      '2: a quotation mark is not closed properly',
      '鳥=bird',
    ]);
  });

  it('reads files separated by semicolons', async () => {
    expect(await texts('犬;dog\n猫;cat', { format: 'csv' })).toEqual(['犬=dog', '猫=cat']);
  });

  it('counts lines inside quoted cells, so that later numbers stay right', async () => {
    expect(await texts('"a\nb\nc",d\n犬\n', { format: 'csv' })).toEqual([
      'a\nb\nc=d',
      '4: the row has no second column: source and target stand in two columns',
    ]);
  });
});

describe('columns', () => {
  it.each([
    ['source\ttarget\n犬\tdog'],
    ['訳文\t原文\ndog\t犬'],
    ['en\tja\ndog\t犬'],
    ['EN-US\tja-JP\tmemo\ndog\t犬\tx'],
    ['fromLang\tfromText\ttoLang\ttoText\nja\t犬\ten\tdog'],
  ])('are found by the title row in %j', async (table) => {
    expect(await texts(table, { format: 'tsv' })).toEqual(['犬=dog']);
  });

  it('do not take a row that merely looks like a code for a title', async () => {
    expect(await texts('no\tいいえ\nyes\tはい', { format: 'tsv', from: 'en', to: 'ja' })).toEqual([
      'no=いいえ',
      'yes=はい',
    ]);
  });

  it('report rows in other languages than the wanted ones', async () => {
    const table = 'fromLang\tfromText\ttoLang\ttoText\nen\tdog\tja\t犬\nxx\ta\tja\tb';
    expect(await texts(table, { format: 'tsv' })).toEqual([
      '2: the row is en to ja, not ja to en',
      '3: a language code is missing or not known',
    ]);
  });

  it('need languages from somewhere', async () => {
    const bytes = new TextEncoder().encode('犬\tdog');
    const rows = readPairs(bytes, { format: 'tsv', rules: PHRASE_RULES });
    await expect(rows.next()).rejects.toMatchObject({ code: 40200 });
  });
});

describe('encodings', () => {
  it.each([
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ])('%s with a byte order mark is read', async (encoding, mark) => {
    const units = Buffer.from('犬\tdog\n', 'utf16le');
    if (encoding === 'utf-16be') units.swap16();
    expect(await texts(Buffer.concat([Buffer.from(mark), units]), { format: 'tsv' })).toEqual(['犬=dog']);
  });

  const shiftJis = Buffer.from([0x8c, 0xa2, 0x09, 0x64, 0x6f, 0x67, 0x0a]);

  it('Shift_JIS is refused with a sentence that says what to do', async () => {
    const refused = await failure(shiftJis, { format: 'tsv' });
    expect(refused.code).toBe(40202);
    expect(refused.message).toMatch(/Save it as UTF-8/);
  });

  it('Shift_JIS is read when it is named', async () => {
    expect(await texts(shiftJis, { format: 'tsv', encoding: 'shift_jis' })).toEqual(['犬=dog']);
  });
});

describe('text rules', () => {
  it('report empty, overlong, broken and multi-line texts', async () => {
    const long = 'x'.repeat(256);
    const table = `犬,\n${long},a\n"a\nb",c\nok,𠮷`;
    expect(await texts(table, { format: 'csv', rules: TERM_RULES })).toEqual([
      '1: the target is empty',
      '2: the source has 256 characters; at most 255 are possible',
      '3: the source holds a line break or a tab: a term stands on one line',
      'ok=𠮷',
    ]);
    expect(await texts('a\0b\tc', { format: 'tsv' })).toEqual([
      '1: the source holds control characters or broken characters',
    ]);
  });

  it('count code points and compose accents', async () => {
    expect(await texts(`${'𠮷'.repeat(255)},cafe\u0301`, { format: 'csv', rules: TERM_RULES })).toEqual([
      `${'𠮷'.repeat(255)}=café`,
    ]);
  });
});

describe('reading TMX', () => {
  const memory = readFileSync(new URL('./memory.tmx', import.meta.url));

  it('takes text out of segments, decodes references, drops codes and reports units that lack a language', async () => {
    expect(await texts(memory, { format: 'tmx' })).toEqual([
      'A & B の<比較>=Comparing A & B',
      '太字の文=A bold sentence',
      '16: the unit has no text in en',
      '20: the <tu> element is not well-formed XML',
      '生の<値>=raw <value>',
    ]);
  });

  it('without languages makes one pair for each other language of a unit', async () => {
    const { from: _, to: __, ...options } = { format: 'tmx' as const, rules: PHRASE_RULES, from: 0, to: 0 };
    const rows: string[] = [];
    for await (const row of readPairs(memory, options)) {
      if (row.kind === 'pair') rows.push(`${row.fromLang}>${row.toLang}`);
    }
    expect(rows).toEqual(['ja>en', 'ja>zh-TW', 'ja>en', 'ja>zh-CN', 'ja>en']);
  });

  it.each([
    ['<!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><tmx version="1.4"><body/></tmx>'],
    ['<!DOCTYPE tmx SYSTEM "x" [ ]><tmx version="1.4"><body/></tmx>'],
  ])('refuses declarations of entities: %j', async (xml) => {
    expect((await failure(xml, { format: 'tmx' })).message).toMatch(/entities/);
  });

  it('does not expand entities it does not know and fetches nothing', async () => {
    const xml =
      '<!DOCTYPE tmx SYSTEM "http://127.0.0.1:9/tmx14.dtd"><tmx version="1.4"><header srclang="ja"/><body><tu><tuv xml:lang="ja"><seg>&x;</seg></tuv><tuv xml:lang="en"><seg>y</seg></tuv></tu></body></tmx>';
    expect(await texts(xml, { format: 'tmx' })).toEqual(['&x;=y']);
  });

  it('refuses what is no TMX', async () => {
    expect((await failure('<html></html>', { format: 'tmx' })).code).toBe(40202);
  });
});

/** One entry of which header and directory claim ten bytes when unpacked. */
function archiveThatLies(deflated: Uint8Array): Uint8Array {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(deflated.length, 18);
  head.writeUInt32LE(10, 22);
  head.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(deflated.length, 20);
  entry.writeUInt32LE(10, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(head.length + name.length + deflated.length, 16);
  return Buffer.concat([head, name, deflated, entry, name, end]);
}

describe('reading XLSX', () => {
  it('takes the first sheet, numbers as written, with row numbers', async () => {
    const workbook = await writeWorkbook([
      ['原文', '訳文'],
      ['犬', 'dog'],
      ['百', 100],
      ['空', null],
    ]).toBuffer();
    expect(await texts(workbook, { format: 'xlsx' })).toEqual(['犬=dog', '百=100', '4: the target is empty']);
  });

  it('refuses what is no workbook', async () => {
    for (const content of ['not a zip', zipSync({ 'a.txt': strToU8('hello') })]) {
      const refused = await failure(content, { format: 'xlsx' });
      expect(refused.code).toBe(40202);
      expect(refused.message).toMatch(/not a readable XLSX/);
    }
  });

  it('refuses an archive that unpacks to far more than it seems, without unpacking it all', async () => {
    const bomb = archiveThatLies(deflateRawSync(Buffer.alloc(100 * 1024 * 1024, '<a '), { level: 1 }));
    expect((await failure(bomb, { format: 'xlsx' })).code).toBe(40202);
  });
});

describe('any bytes', () => {
  const mark = fc.constantFrom(
    '<tmx>',
    '<tu>',
    '</tu>',
    '<tuv xml:lang="ja">',
    '</tuv>',
    '<seg>',
    '</seg>',
    '<!--',
    '&#x0;',
    '"',
    '\t',
    ',',
    '\n',
    'ja',
    'en',
    '\uFEFF',
    ']]>',
    '<![CDATA[',
    '&#99999999;',
  );
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(mark, { maxLength: 40 }).map((parts) => new TextEncoder().encode(`<tmx>${parts.join('')}`)),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => zipSync({ 'xl/worksheets/sheet1.xml': bytes })),
  );

  it.each(['tsv', 'csv', 'tmx', 'xlsx'] as const)(
    'read as %s give rows or a failure in words, never a crash',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(noise, async (bytes) => {
          try {
            for (const row of await read(bytes, { format })) expect(row.line).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(Failure);
          }
        }),
        { numRuns: 300 },
      );
    },
  );
});
