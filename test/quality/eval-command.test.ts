import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kotobashi-eval-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Runs a bench as its npm script does, from the repository's root. */
async function bench(file: string, ...options: string[]): Promise<string> {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const args = [tsx, '--tsconfig', 'bench/tsconfig.json', file, ...options];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT });
  return stdout;
}

describe('npm run eval', () => {
  it('translates the sets of a folder with the shipped model and ends with one line of numbers', async () => {
    await writeFile(join(folder, 'flores-dev.en'), 'I like cats.\nThis is a book.\n');
    await writeFile(join(folder, 'flores-dev.ja'), '私は猫が好きです。\nこれは本です。\n');
    const output = await bench(
      'bench/eval.ts',
      '--data',
      folder,
      '--limit',
      '2',
      '--out',
      join(folder, 'new.md'),
    );
    const lastLine = output.trimEnd().split('\n').at(-1) ?? '';
    expect(lastLine).toMatch(/^RESULT \{/);
    const result: unknown = JSON.parse(lastLine.slice('RESULT '.length));
    expect(result).toEqual({
      floresDev: {
        'en-ja': { chrf: expect.any(Number), bleu: expect.any(Number) },
        'ja-en': { chrf: expect.any(Number), bleu: expect.any(Number) },
      },
      termPresence: expect.any(Number),
      placeholderSurvival: expect.any(Number),
      empty: 0,
      copied: 0,
      looped: 0,
      sentences: 8,
    });
    // Sentences as easy as these come out nearly as the references: the numbers are of real translations.
    expect(Number(/"ja-en":\{"chrf":([\d.]+)/.exec(lastLine)?.[1])).toBeGreaterThan(50);
    expect(output).toContain('Argos (LibreTranslate)');
    expect(await readFile(join(folder, 'new.md'), 'utf8')).toContain('flores-dev');
  });

  it('lays an earlier report beside the new one', async () => {
    const report = join(folder, 'new.json');
    const output = await bench('bench/eval.ts', '--data', folder, '--limit', '1', '--against', report);
    expect(output).toMatch(/Ahead of the earlier report in \d of 2 rows/);
  });

  it('says what is wrong with an option', async () => {
    await expect(bench('bench/eval.ts', '--limit', 'many')).rejects.toThrow(
      /--limit takes a whole number above 0/,
    );
  });
});

describe('npm run model:card', () => {
  async function modelFolder(trainingData: readonly string[]): Promise<string> {
    const text = await readFile(join(ROOT, 'models/kotobashi-base/manifest.json'), 'utf8');
    const manifest: object = JSON.parse(text);
    const model = await mkdtemp(join(folder, 'model-'));
    await writeFile(join(model, 'manifest.json'), JSON.stringify({ ...manifest, files: {}, trainingData }));
    return model;
  }

  it('writes what the model is, how it did, its sources with licences, and its limits', async () => {
    const model = await modelFolder(['tatoeba', 'mdn']);
    await bench('bench/model-card.ts', '--model', model, '--report', join(folder, 'new.json'));
    const card = await readFile(join(model, 'MODEL_CARD.md'), 'utf8');
    expect(card).toContain('# kotobashi-base');
    expect(card).toMatch(/flores-dev \| ja→en \| \*\*\d+\.\d \/ \d+\.\d\*\*/);
    expect(card).toMatch(/\| tatoeba \|.*CC BY 2\.0 FR/);
    expect(card).not.toMatch(/\| kyotowiki \|/);
    expect(card).toContain('## Limits');
  });

  it('refuses to leave out a source whose licence is not on record', async () => {
    const model = await modelFolder(['tatoeba', 'found-somewhere']);
    await expect(
      bench('bench/model-card.ts', '--model', model, '--report', join(folder, 'new.json')),
    ).rejects.toThrow(/No licence is on record for found-somewhere/);
  });
});
