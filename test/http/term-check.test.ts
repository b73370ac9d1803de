import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { checkCommand } from '#src/cli/check.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { type Ended, runHere } from '../setup/command.js';
import { dataOf, expectFailure } from './expectations.js';

const PROGRAM = fileURLToPath(new URL('../../bin/kotobashi.js', import.meta.url));
const PATH = '/api/v1/terms/check';

let app: TestApp;
let acme: Tenant;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-check-'));
  await app.call(acme, '/api/v1/dictionary/bulk', {
    body: [
      { fromLang: 'en', fromText: 'host machine', toLang: 'ja', toText: 'ホストマシン' },
      { fromLang: 'en', fromText: 'battery', toLang: 'ja', toText: '電池' },
      { fromLang: 'en', fromText: 'sign-in page', toLang: 'ja', toText: 'SSOページ' },
      { fromLang: 'ja', fromText: '走る', toLang: 'en', toText: 'run' },
    ],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const check = (pairs: unknown, more: object = {}, tenant = acme) =>
  app.call(tenant, PATH, { body: { pairs, sourceLang: 'en', targetLang: 'ja', ...more } });

describe('POST /api/v1/terms/check', () => {
  it('names the terms that are missing or wrong, by any of their forms, and no others', async () => {
    const answer = await check([
      {
        source: 'The batteries of the host machine are empty.',
        target: 'ホスト マシンの電池が切れています。',
      },
      { source: 'Replace both batteries.', target: '両方のバッテリーを交換します。' },
      { source: 'Start the host machine.', target: 'host machine を起動します。' },
      { source: 'Open the sign-in page.', target: 'ssoページを開きます。' },
      { source: 'Nothing of that kind.', target: '何もありません。' },
    ]);
    expect(dataOf(answer)).toEqual({
      terms: 5,
      findings: [
        {
          index: 1,
          kind: 'missing',
          fromText: 'battery',
          toText: '電池',
          tier: 'dictionary',
          found: 'batteries',
        },
        {
          index: 2,
          kind: 'wrong',
          fromText: 'host machine',
          toText: 'ホストマシン',
          tier: 'dictionary',
          found: 'host machine',
          instead: 'host machine',
        },
        {
          index: 3,
          kind: 'wrong',
          fromText: 'sign-in page',
          toText: 'SSOページ',
          tier: 'dictionary',
          found: 'sign-in page',
          instead: 'ssoページ',
        },
      ],
    });
    const forms = [{ source: '毎朝走った。', target: 'I ran every morning.' }];
    expect(dataOf(await check(forms, { sourceLang: 'ja', targetLang: 'en' }))).toEqual({
      terms: 1,
      findings: [],
    });
  });

  it('counts the glossaries that are bound or named, and none of other organizations', async () => {
    const { id } = await app.service.lists.create(acme.organization.id, 'glossary', 'parts');
    await app.service.imports.submit(acme.organization.id, 'glossary', id, {
      format: 'csv',
      bytes: Buffer.from('flange,フランジ\n'),
      from: 'en',
      to: 'ja',
    });
    const pairs = [{ source: 'Fasten the flange.', target: '留め具を締めます。' }];
    expect(dataOf(await check(pairs))).toEqual({ terms: 0, findings: [] });
    expect(dataOf(await check(pairs, { t4ooGlossaryId: String(id) }))).toMatchObject({
      findings: [{ kind: 'missing', toText: 'フランジ', tier: 'group-glossary' }],
    });
    const other = await app.tenant();
    expectFailure(await check(pairs, { t4ooGlossaryId: String(id) }, other), 40203);
    expect(dataOf(await check([{ source: 'battery', target: 'x' }], {}, other))).toEqual({
      terms: 0,
      findings: [],
    });
  });

  it('refuses what it cannot check', async () => {
    expectFailure(await check([]), 40202);
    expectFailure(await check([{ source: 'a' }]), 40200);
    expectFailure(await check([{ source: 'a', target: 'x'.repeat(10_001) }]), 40202);
    expectFailure(
      await check(Array.from({ length: 60 }, () => ({ source: 'あ'.repeat(5000), target: '' }))),
      40202,
    );
    expectFailure(await check([{ source: 'a', target: 'b' }], { sourceLang: 'auto' }), 40301);
    expectFailure(await check([{ source: 'a', target: 'b' }], { fieldId: 'none' }), 40201);
    expectFailure(await app.send(PATH, { body: { pairs: [] } }), 40006);
  });
});

describe('kotobashi check', () => {
  const keys = () => ({
    KOTOBASHI_ACCESS_KEY: acme.key.accessKey,
    KOTOBASHI_SECRET_KEY: acme.key.secretKey,
  });
  /** In a process of its own, as a build pipeline calls it. */
  const called = (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { ...process.env, KOTOBASHI_URL: app.url, ...keys() };
      execFile(process.execPath, [PROGRAM, 'check', ...args], { env, cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  const run = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    runHere(
      checkCommand,
      { KOTOBASHI_URL: app.url, ...environment },
      ...args.map((arg) => (arg.startsWith('--') ? arg : join(folder, arg))),
    );
  const checked = (...args: readonly string[]) => run(keys(), ...args);
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);

  it('reads a message catalogue, says what is wrong and where, and ends with 1', async () => {
    write(
      'app.po',
      `msgid ""
msgstr "Language: ja\\nContent-Type: text/plain; charset=UTF-8\\n"

#: src/power.c:12
msgid "%d battery"
msgid_plural "%d batteries"
msgstr[0] "バッテリー %d 個"

msgid "Start the host machine."
msgstr "ホストマシンを起動します。"

msgid "not yet: battery"
msgstr ""
`,
    );
    expect(await called('app.po')).toEqual({
      code: 1,
      stdout:
        'app.po: src/power.c:12: "batteries" has to be "電池", which is not in "バッテリー %d 個"\n2 translations, 2 terms, 1 missing or wrong.\n',
      stderr: '',
    });
  });

  /** One right and one wrong translation, in each format. */
  const PAIRS = [
    ['Replace the battery.', '電池を交換します。'],
    ['Start the host machine.', 'マシンを起動します。'],
  ] as const;
  const units = (unit: (source: string, target: string, id: number) => string) =>
    PAIRS.map(([source, target], at) => unit(source, target, at + 1)).join('');
  const tagged = (source: string, target: string) => `<source>${source}</source><target>${target}</target>`;
  const variant = (lang: string, text: string) => `<tuv xml:lang="${lang}"><seg>${text}</seg></tuv>`;
  const formats: readonly (readonly [string, string, () => string | Promise<Uint8Array>])[] = [
    [
      'one.xlf',
      'unit 2',
      () =>
        `<xliff version="1.2"><file source-language="en" target-language="ja" datatype="plaintext" original="a"><body>${units((source, target, id) => `<trans-unit id="${id}">${tagged(source, target)}</trans-unit>`)}</body></file></xliff>`,
    ],
    [
      'two.xlf',
      'unit 2',
      () =>
        `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="ja"><file id="f">${units((source, target, id) => `<unit id="${id}"><segment>${tagged(source, target)}</segment></unit>`)}</file></xliff>`,
    ],
    [
      'memory.tmx',
      'line 3',
      () =>
        `<tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" creationtool="t" creationtoolversion="1" o-tmf="t"/><body>${units((source, target) => `\n<tu>${variant('en', source)}${variant('ja', target)}</tu>`)}</body></tmx>`,
    ],
    ['rows.csv', 'line 3', () => `en,ja\n${units((source, target) => `${source},${target}\n`)}`],
    ['rows.tsv', 'line 3', () => `en\tja\n${units((source, target) => `${source}\t${target}\n`)}`],
    [
      'rows.xlsx',
      'line 3',
      async () => {
        return await writeWorkbook([['en', 'ja'], ...PAIRS.map((pair) => [...pair])]).toBuffer();
      },
    ],
  ];

  it('reads every format and says where a term is missing', async () => {
    for (const [name, , content] of formats) writeFileSync(join(folder, name), await content());
    const outcome = await checked('--json', ...formats.map(([name]) => name));
    expect(outcome).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      pairs: 2 * formats.length,
      terms: 2 * formats.length,
      findings: formats.map(([name, place]) => ({
        file: join(folder, name),
        place,
        kind: 'missing',
        toText: 'ホストマシン',
      })),
    });
  });

  it('checks several files in one go, and ends with 0 when all is well', async () => {
    write('good.tsv', 'en\tja\nThe battery is empty.\t電池が切れました。\n');
    write('good.csv', 'en,ja\nStart the host machine.,ホストマシンを起動します。\n');
    expect(await checked('good.tsv', 'good.csv')).toEqual({
      code: 0,
      stdout: '2 translations, 2 terms, 0 missing or wrong.\n',
      stderr: '',
    });
  });

  it('says what to do when it cannot work', async () => {
    expect(await checked('none.po')).toMatchObject({ code: 2, stderr: expect.stringContaining('none.po') });
    write('plain.csv', 'battery,電池\n');
    expect(await checked('plain.csv')).toMatchObject({ code: 2, stderr: expect.stringMatching(/from/i) });
    expect(await run({ KOTOBASHI_ACCESS_KEY: 'x', KOTOBASHI_SECRET_KEY: 'y' }, 'two.xlf')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/access ?key/i),
    });
    vi.stubEnv('KOTOBASHI_ACCESS_KEY', undefined);
    expect(await run({}, 'two.xlf')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('KOTOBASHI_ACCESS_KEY'),
    });
  });
});
