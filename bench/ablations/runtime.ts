import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelSettings } from '#src/model/model-settings.js';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import { textOf } from '../eval/kept-marks.js';
import { askModel } from '../model/ask.js';
import { latencies, percentile } from '../model/load.js';
import type { BenchSentence } from '../model/sentences.js';
import type { Finding, Mechanism } from './mechanism.js';

const THREAD = 'src/model/thread';
const PASSES = 3;

/** A mechanism of the runtime, and the settings of a service without it. */
interface RuntimeMechanism extends Mechanism {
  readonly without: (models: string, scratch: string) => ModelSettings;
}

const MECHANISMS: readonly RuntimeMechanism[] = [
  {
    name: 'speculative decoding',
    files: ['trainer/graphs/draft-head.ts'],
    without: (directory) => ({ directory, draftLength: 0 }),
  },
  {
    name: 'vocabulary shortlists and single-sentence decoding',
    files: ['batch/shortlist', 'batch/sentence-rows', 'single/single-sentence']
      .map((file) => `${THREAD}/${file}.ts`)
      .concat([
        'src/model/folder/lexical-table.ts',
        'trainer/graphs/shortlists.ts',
        'trainer/graphs/single-sentence.ts',
      ]),
    without: (models, scratch) => ({ directory: withoutShortlists(models, scratch) }),
  },
];

/** Each mechanism is compared with a service that lacks it, in turn pass by pass: ratios stand on a busy machine too. */
export async function runtimeFindings(
  models: string,
  sentences: readonly BenchSentence[],
): Promise<readonly Finding[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'kotobashi-ablations-'));
  const findings: Finding[] = [];
  try {
    for (const { without, ...mechanism } of MECHANISMS) {
      console.log(`Without ${mechanism.name} …`);
      const services = [{ directory: models }, without(models, scratch)].map(
        (settings) => new ModelService({ ...settings, beam: 1 }),
      );
      const [on, off] = await Promise.all(services.map((service) => answers(service, sentences)));
      const times = await latencies(
        sentences,
        PASSES,
        services.map((service) => (sentence: BenchSentence) => askModel(service, sentence)),
      );
      await Promise.all(services.map((service) => service.close()));
      const references = sentences.map(({ reference }) => reference);
      findings.push({
        ...mechanism,
        latency: { on: percentile(times[0] ?? [], 0.5), off: percentile(times[1] ?? [], 0.5) },
        chrf: { on: chrf(on ?? [], references), off: chrf(off ?? [], references) },
        setting: `${sentences.length} sentences, en↔ja, one at a time`,
      });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return findings;
}

async function answers(service: ModelService, sentences: readonly BenchSentence[]): Promise<string[]> {
  const all: string[] = [];
  for (const sentence of sentences) all.push(textOf((await askModel(service, sentence)).target));
  return all;
}

/** The same weights under a manifest that names no shortlists. */
function withoutShortlists(models: string, scratch: string): string {
  for (const name of readdirSync(models)) {
    const [from, to] = [join(models, name), join(scratch, name)];
    const manifest = join(from, 'manifest.json');
    const { outputs: _, shortlist: __, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
    mkdirSync(to);
    for (const file of readdirSync(from))
      if (file !== 'manifest.json') linkOrCopy(join(from, file), join(to, file));
    writeFileSync(join(to, 'manifest.json'), JSON.stringify(rest));
  }
  return scratch;
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
