import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseCorpora, readCorpora } from '../../bench/card/corpora.js';
import { readCount } from '../../bench/eval/count-option.js';
import type { EvalReport } from '../../bench/eval/eval-report.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** The commands start a compiler and load a model each, on machines that may do other things. */
const COMMAND_MS = 240_000;

/** What an earlier run could have measured. */
const EARLIER: EvalReport = {
  models: ['kotobashi-base@0.0.1'],
  beam: 7,
  scores: ['en-ja', 'ja-en'].map((direction) => ({
    set: 'flores-dev',
    direction,
    sentences: 2,
    chrf: 12.3,
    bleu: 4.5,
    faults: { empty: 0, copied: 1, looped: 0, capped: 0, otherScript: 0 },
    models: ['kotobashi-base@0.0.1'],
  })),
  terms: [{ direction: 'en-ja', variant: 'usual', sentences: 4, asked: 8, kept: 6 }],
  placeholders: [{ direction: 'en-ja', variant: '', sentences: 4, asked: 8, kept: 8 }],
  sentences: 12,
  sentencesPerSecond: 10,
  machine: 'a machine',
};

let folder = '';
let earlier = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kotobashi-eval-'));
  earlier = join(folder, 'earlier.json');
  await writeFile(earlier, JSON.stringify(EARLIER));
  await writeFile(join(folder, 'flores-dev.en'), 'I like cats.\nThis is a book.\n');
  await writeFile(join(folder, 'flores-dev.ja'), '私は猫が好きです。\nこれは本です。\n');
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

describe('npm run eval', { timeout: COMMAND_MS }, () => {
  it('translates the sets of a folder, compares them with an earlier report and ends with one line of numbers', async () => {
    const out = join(folder, 'new.md');
    const options = ['--data', folder, '--limit', '2', '--out', out, '--against', earlier];
    const output = await bench('bench/eval.ts', ...options);
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
      words: expect.any(Object),
      untrainedPieces: 0,
      pipeline: {
        best: { 'flores-dev en-ja': expect.any(Number), 'flores-dev ja-en': expect.any(Number) },
        fast: { 'flores-dev en-ja': expect.any(Number), 'flores-dev ja-en': expect.any(Number) },
      },
      written: { lines: expect.any(Number), heldOut: expect.any(Number) },
      sentences: 10,
    });
    // Sentences as easy as these come out nearly as the references: the numbers are of real translations.
    expect(Number(/"ja-en":\{"chrf":([\d.]+)/.exec(lastLine)?.[1])).toBeGreaterThan(50);
    expect(output).toContain('Argos (LibreTranslate)');
    expect(output).toMatch(/Ahead of the earlier report in 2 of 2 rows/);
    expect(output).toMatch(/Not like with like: beam \d+ here, 7 there/);
    expect(await readFile(out, 'utf8')).toContain('flores-dev');
    expect(JSON.parse(await readFile(join(folder, 'new.json'), 'utf8'))).toHaveProperty('sentences', 10);
  });

  it('says what is wrong with an option', () => {
    for (const text of ['many', '0', '-1', '1.5', ''])
      expect(() => readCount('limit', text)).toThrow(/--limit takes a whole number above 0/);
    expect(readCount('limit', '2')).toBe(2);
  });
});

describe('npm run model:card', { timeout: COMMAND_MS }, () => {
  async function modelFolder(trainingData: readonly string[]): Promise<string> {
    const shipped = join(ROOT, 'models/kotobashi-base');
    const manifest: object = JSON.parse(await readFile(join(shipped, 'manifest.json'), 'utf8'));
    const model = await mkdtemp(join(folder, 'model-'));
    const files = (await readdir(shipped)).filter((file) => !/^(manifest\.json|MODEL_CARD\.md)$/.test(file));
    for (const file of files) await symlink(join(shipped, file), join(model, file));
    await writeFile(join(model, 'manifest.json'), JSON.stringify({ ...manifest, trainingData }));
    return model;
  }

  it('writes what the model is, how it did, its sources with licences, and its limits', async () => {
    const model = await modelFolder(['tatoeba', 'mdn']);
    await bench('bench/model-card.ts', '--model', model, '--report', earlier);
    const card = await readFile(join(model, 'MODEL_CARD.md'), 'utf8');
    expect(card).toContain('# kotobashi-base');
    expect(card).toMatch(/flores-dev \| ja→en \| \*\*\d+\.\d \/ \d+\.\d\*\*/);
    expect(card).toMatch(/\| tatoeba \|.*CC BY 2\.0 FR \| group \|/);
    expect(card).not.toMatch(/\| kyotowiki \|/);
    expect(card).toContain('## Limits');
    const manifest: unknown = JSON.parse(await readFile(join(model, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      scores: { 'flores-dev en-ja chrF': 12.3, 'flores-dev ja-en chrF': 12.3 },
    });
  });

  it('refuses to leave out a source whose licence is not on record', async () => {
    const known = await readCorpora(new URL('../../bench/data/corpora.tsv', import.meta.url));
    expect(() => chooseCorpora(known, ['tatoeba', 'found-somewhere'])).toThrow(
      /No licence is on record for found-somewhere/,
    );
  });
});
