import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { app, customer, environment, folder, RAIN, SENTENCE, withCustomer } from './customer.js';

const GUIDE = fileURLToPath(new URL('../../docs/guides/examples.md', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../packages/client/examples/', import.meta.url));

/** Starting a compiler on a busy machine. */
const EXAMPLE_MS = 240_000;

withCustomer();

function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const env = environment();
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, cwd, timeout: EXAMPLE_MS }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stderr}`)),
    );
  });
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((place) => existsSync(join(place, program)));
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
  /** By the compilers that a machine may have, the first one that it has. */
  const languages = [
    { language: 'bash', file: 'example.sh', ways: [[['bash', 'example.sh']]], needs: ['curl', 'openssl'] },
    { language: 'python', file: 'example.py', ways: [[['python3', 'example.py']]], needs: [] },
    { language: 'php', file: 'example.php', ways: [[['php', 'example.php']]], needs: [] },
    { language: 'java', file: 'Example.java', ways: [[['java', 'Example.java']]], needs: ['javac'] },
    {
      language: 'csharp',
      file: 'Program.cs',
      ways: [
        [
          ['dotnet', 'new', 'console', '--no-restore', '--force'],
          ['dotnet', 'run'],
        ],
        [
          ['mcs', '-r:System.Net.Http.dll', 'Program.cs'],
          ['mono', 'Program.exe'],
        ],
      ],
      needs: [],
    },
  ];

  it.for(languages)(
    'work in $language',
    { timeout: EXAMPLE_MS },
    async ({ language, file, ways, needs }, { skip }) => {
      const code = codeIn(language);
      expect(code).toContain('x-signature-v2');
      const programs = (steps: readonly (readonly string[])[]) => steps.map(([program = '']) => program);
      const way = ways.find((steps) => [...programs(steps), ...needs].every(isInstalled));
      const wanted = ways.map((steps) => [...new Set([...programs(steps), ...needs])].join(' and '));
      skip(way === undefined, `The ${language} example was not run: it needs ${wanted.join(', or ')}.`);
      await app.call(customer, '/api/v1/dictionary/dictionary-all', { method: 'DELETE' });
      const place = join(folder, language);
      mkdirSync(place);
      let said = '';
      for (const [program = '', ...args] of way ?? []) {
        // Written again each time: a compiler may lay a file of this name of its own.
        writeFileSync(join(place, file), code);
        said = await run(program, args, place);
      }
      expect(said.match(/how much is this bag/gi)).toHaveLength(2);
      expect((await app.call(customer, '/api/v1/dictionary')).body).toMatchObject({
        data: { entries: [{ fromText: '継手', toText: 'coupler' }] },
      });
    },
  );
});

describe('examples of the client library', () => {
  const node = (...args: readonly string[]) => run(process.execPath, args, EXAMPLES);

  it.for([
    ['deno', 'run', '--allow-all'],
    ['bun', 'run'],
  ])('translate text in %s', { timeout: EXAMPLE_MS }, async ([program = '', ...args], { skip }) => {
    skip(!isInstalled(program), `The example was not run in ${program}: it is not on this machine.`);
    expect(await run(program, [...args, 'text.js'], EXAMPLES)).toMatch(/how much is this bag/i);
  });

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
    writeFileSync(path, SENTENCE);
    await node('file.js', path, 'en', out);
    expect(readFileSync(out, 'utf8')).toMatch(RAIN);
  });
});
