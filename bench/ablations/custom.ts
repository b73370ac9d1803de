import { LearnedModel, type LearnedParts } from '#src/adaptation/learned-model.js';
import { NO_NEIGHBOURS } from '#src/adaptation/parameters.js';
import type { ModelPort } from '#src/model/model-port.js';
import { chrf } from '#src/quality/chrf.js';
import type { DomainSet } from '../custom/domain-set.js';
import { trainOn } from '../custom/training.js';
import { translateLines } from '../custom/translation.js';
import type { Finding, Mechanism } from './mechanism.js';

const TRAINING = ['head-options', 'head-trainer', 'head-training', 'parameter'];
const HEAD: Mechanism = {
  name: 'trained head',
  files: [
    ...TRAINING.map((file) => `src/training/learning/${file}.ts`),
    'assets/generators/training-head.ts',
  ],
};
const NEIGHBOURS: Mechanism = {
  name: 'kNN neighbours',
  files: [
    ...['datastore', 'ivf-clusters', 'projection', 'tuning'].map(
      (file) => `src/training/learning/${file}.ts`,
    ),
    'src/model/interpolation-weight.ts',
    'src/model/thread/adapt/neighbours.ts',
  ],
};

/** Trains on a domain once, and translates its held-out lines with everything, without the head and without neighbours. */
export async function customFindings(
  model: ModelPort,
  domain: DomainSet,
  size: number,
): Promise<readonly Finding[]> {
  const { parts, index } = await trainOn(model, domain, size);
  const { head: _, headShare: __, ...headless } = parts;
  const variants: readonly LearnedParts[] = [parts, headless, { ...parts, parameters: NO_NEIGHBOURS }];
  const { sources, references } = domain.heldOut;
  const results: { score: number; ms: number }[] = [];
  for (const variant of variants) {
    const learned = new LearnedModel(variant, index);
    const { lines, seconds } = await translateLines(model, domain, sources, learned, false);
    results.push({ score: chrf(lines, references), ms: (1000 * seconds) / sources.length });
  }
  const [all, withoutHead, withoutNeighbours] = results;
  const finding = (mechanism: Mechanism, off: (typeof results)[number] | undefined): Finding => ({
    ...mechanism,
    latency: { on: all?.ms ?? 0, off: off?.ms ?? 0 },
    chrf: { on: all?.score ?? 0, off: off?.score ?? 0 },
    setting: `${domain.name}, ${size} pairs, ${sources.length} held-out lines in one text`,
  });
  return [finding(HEAD, withoutHead), finding(NEIGHBOURS, withoutNeighbours)];
}
