import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

const GUIDE = fileURLToPath(new URL('../../docs/examples.md', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../packages/client/examples/', import.meta.url));

/** Starting a compiler on a busy machine. */
const EXAMPLE_MS = 240_000;

let app: TestApp;
let acme: Tenant;
let folder: string;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
  await app.service.contracts.create(acme.organization.id, { name: 'files', kind: 'file', engine: 't4oo' });
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-examples-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { accessKey, secretKey } = acme.key;
  const env = {
    ...process.env,
    KOTOBASHI_URL: app.url,
    KOTOBASHI_ACCESS_KEY: accessKey,
    KOTOBASHI_SECRET_KEY: secretKey,
    KOTOBASHI_CONTRACT: acme.contracts.t4oo.id,
  };
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, cwd, timeout: EXAMPLE_MS }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stderr}`)),
    );
  });
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((place) => existsSync(join(place, program)));
}

/** The one block of code in this language that the guide holds. */
function codeIn(language: string): string {
  const [block, ...more] = [
    ...readFileSync(GUIDE, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')),
  ];
  expect(more).toEqual([]);
  return block?.[1] ?? '';
}

describe('calls to copy', () => {
  const languages = [
    {
      language: 'bash',
      file: 'example.sh',
      needs: ['bash', 'curl', 'openssl'],
      start: ['bash', 'example.sh'],
    },
    { language: 'python', file: 'example.py', needs: ['python3'], start: ['python3', 'example.py'] },
    { language: 'php', file: 'example.php', needs: ['php'], start: ['php', 'example.php'] },
    { language: 'java', file: 'Example.java', needs: ['java', 'javac'], start: ['java', 'Example.java'] },
    { language: 'csharp', file: 'Program.cs', needs: ['dotnet'], start: ['dotnet', 'run'] },
  ];

  it.for(languages)(
    'work in $language',
    { timeout: EXAMPLE_MS },
    async ({ language, file, needs, start }, { skip }) => {
      const code = codeIn(language);
      expect(code).toContain('x-signature-v2');
      const missing = needs.filter((program) => !isInstalled(program));
      skip(
        missing.length > 0,
        `The ${language} example was not run: ${missing.join(', ')} is not on this machine.`,
      );
      await app.call(acme, '/api/v1/dictionary/dictionary-all', { method: 'DELETE' });
      const place = join(folder, language);
      mkdirSync(place);
      if (language === 'csharp') await run('dotnet', ['new', 'console', '--no-restore'], place);
      writeFileSync(join(place, file), code);
      const [program = '', ...args] = start;
      const said = await run(program, args, place);
      expect(said.match(/how much is this bag/gi)).toHaveLength(2);
      expect((await app.call(acme, '/api/v1/dictionary')).body).toMatchObject({
        data: { entries: [{ fromText: '継手', toText: 'coupler' }] },
      });
    },
  );
});

describe('examples of the client library', () => {
  const node = (...args: readonly string[]) => run(process.execPath, args, EXAMPLES);

  it('translate text', { timeout: EXAMPLE_MS }, async () => {
    const said = await node('text.js');
    expect(said).toMatch(/how much is this bag/i);
    expect(said).toMatch(/of \d+ sentences/);
    expect(said).toContain('2001');
  });

  it('keep and check terms', { timeout: EXAMPLE_MS }, async () => {
    const said = await node('words.js');
    expect(said).toMatch(/継手.*\ncouplers → 継手: missing/);
  });

  it('translate a file', { timeout: EXAMPLE_MS }, async () => {
    const [path, out] = [join(folder, 'weather.txt'), join(folder, 'weather_en.txt')];
    writeFileSync(path, '今日は雨です。\n');
    await node('file.js', path, 'en', out);
    expect(readFileSync(out, 'utf8')).toMatch(/rain/i);
  });
});
