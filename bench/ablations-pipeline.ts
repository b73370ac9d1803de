/**
 * What each mechanism of the pipeline that brings terms, names, values and protected spans through costs and brings: the
 * committed sets are translated with everything, and then with one mechanism left out at a time. Writes `docs/notes/ablations-pipeline.md`.
 *
 * Run: npm run bench -- ablations-pipeline [--models DIR] [--data DIR] [--limit N]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Failure } from '#src/base/failure.js';
import type { ModelPort, SentenceRequest } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import type { TermEntry, TranslationRequest } from '#src/translate/pipeline-types.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';

import { type MarkedSentence, readMarkedSet } from './eval/marked-sets.js';
import { type BenchSentence, readSentences } from './model/sentences.js';
import { type ProtectedSentence, protectedSentences } from './pipeline/sets.js';

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: 'models' },
    data: { type: 'string', default: 'bench/data/dev' },
    /** Sentences of either set, taken evenly from its whole length. */
    limit: { type: 'string', default: '120' },
  },
});

interface Ablation {
  readonly name: string;
  /** The sentence as the model gets it without the mechanism. */
  readonly without: (sentence: SentenceRequest) => SentenceRequest;
}

const withoutMarks = (sentence: SentenceRequest): SentenceRequest => ({
  ...sentence,
  source: sentence.source.map((part) => (part.kind === 'term' ? { kind: 'text', text: part.source } : part)),
});

const ABLATIONS: readonly Ablation[] = [
  { name: '– (nothing)', without: (sentence) => sentence },
  {
    name: 'marks around terms',
    without: withoutMarks,
  },
  {
    name: 'choice among hypotheses',
    without: ({ decode, ...sentence }) => ({ ...sentence, decode: { ...decode, nbest: 1 } }),
  },
];

interface Score {
  readonly name: string;
  readonly terms: number;
  readonly termsPresent: number;
  readonly literals: number;
  readonly literalsKept: number;
  /** Of running text. */
  readonly chrf: number;
  /** Names and values of running text that the first translation missed: in the one given out, and not. */
  readonly repaired: number;
  readonly missing: number;
  readonly failures: number;
  readonly secondTries: number;
  /** Tokens times beams: what the model did, whatever else the machine had to do. */
  readonly decodedTokens: number;
}

function evenly<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, at) => items[Math.floor(at * step)],
  ).flatMap((item) => item ?? []);
}

function request(
  { from, to }: Pick<MarkedSentence, 'from' | 'to'>,
  text: string,
  terms: readonly TermEntry[] = [],
): TranslationRequest {
  return {
    engine: 't4oo',
    from,
    to,
    texts: [text],
    domain: 'general',
    search: 'best',
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    terms: { lists: [{ version: JSON.stringify(terms), load: async () => terms }] },
    fairnessKey: 'ablations',
    priority: 'interactive',
  };
}

const sourceOf = ({ source }: MarkedSentence): string =>
  source.map((part) => (part.kind === 'text' ? part.text : part.kind === 'term' ? part.source : '')).join('');
const termsOf = ({ source }: MarkedSentence): TermEntry[] =>
  source.flatMap((part): TermEntry[] =>
    part.kind === 'term' ? [{ fromText: part.source, toText: part.target, tier: 'dictionary' }] : [],
  );

async function measure(
  { name, without }: Ablation,
  model: ModelPort,
  marked: readonly MarkedSentence[],
  withLiterals: readonly ProtectedSentence[],
  running: readonly BenchSentence[],
): Promise<Score> {
  let repaired = 0;
  let missing = 0;
  let failures = 0;
  let secondTries = 0;
  let decodedTokens = 0;
  const watched: ModelPort = {
    translate: async (sentences, options) => {
      const asked = sentences.map(without);
      const results = await model.translate(asked, options);
      for (const [at, { tokens }] of results.entries())
        decodedTokens += tokens * (asked[at]?.decode?.beam ?? 1);
      return results;
    },
    score: (sentences, options) => model.score(sentences, options),
    directions: () => model.directions(),
    outputLayer: (from, to) => model.outputLayer(from, to),
    version: (from, to) => model.version(from, to),
    steering: (from, to) => model.steering(from, to),
    standing: () => model.standing(),
    close: async () => {},
  };
  const pipeline = new TranslationPipeline(watched, { ...PIPELINE_DEFAULTS, cacheEntries: 0 });
  const translated = async (asked: TranslationRequest): Promise<string> => {
    try {
      const [element] = (await pipeline.translate(asked)).elements;
      secondTries += element?.explanation.secondTries ?? 0;
      for (const { check, outcome } of element?.explanation.checks ?? []) {
        if (check !== 'name' && check !== 'quantity') continue;
        if (outcome === 'repaired') repaired += 1;
        else missing += 1;
      }
      return element?.translatedText ?? '';
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures += 1;
      return '';
    }
  };
  const texts = await Promise.all(
    marked.map((sentence) => translated(request(sentence, sourceOf(sentence), termsOf(sentence)))),
  );
  const kept = await Promise.all(
    withLiterals.map((sentence) => translated(request(sentence, sentence.text))),
  );
  [repaired, missing] = [0, 0];
  const told = await Promise.all(running.map((sentence) => translated(request(sentence, sentence.text))));
  pipeline.close();
  return {
    name,
    terms: marked.reduce((sum, sentence) => sum + termsOf(sentence).length, 0),
    termsPresent: marked.reduce(
      (sum, sentence, at) =>
        sum + termsOf(sentence).filter(({ toText }) => containsTerm(texts[at] ?? '', toText)).length,
      0,
    ),
    literals: withLiterals.reduce((sum, sentence) => sum + sentence.kept.length, 0),
    literalsKept: withLiterals.reduce(
      (sum, { kept: literals }, at) => sum + literals.filter((literal) => kept[at]?.includes(literal)).length,
      0,
    ),
    chrf: meanChrf(running, told),
    repaired,
    missing,
    failures,
    secondTries,
    decodedTokens,
  };
}

/** The mean of the directions, each a score of its whole text. */
function meanChrf(running: readonly BenchSentence[], texts: readonly string[]): number {
  const scores = [...new Set(running.map(({ to }) => to))].map((to) => {
    const own = running.flatMap((sentence, at) =>
      sentence.to === to ? [{ sentence, text: texts[at] ?? '' }] : [],
    );
    return chrf(
      own.map(({ text }) => text),
      own.map(({ sentence }) => sentence.reference),
    );
  });
  return Number((scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(2));
}

const limit = Number(values.limit);
const marked = evenly(await readMarkedSet(new URL('data/terms-dev.tsv', import.meta.url).pathname), limit);
const withLiterals = evenly(protectedSentences(), limit);
const running = readSentences(values.data, 2 * limit);
const model = new ModelService({ directory: values.models });
const scores: Score[] = [];
for (const ablation of ABLATIONS) {
  const score = await measure(ablation, model, marked, withLiterals, running);
  console.log(score);
  scores.push(score);
}
await model.close();

const rows = scores.map((score) => [
  score.name,
  `${score.termsPresent} of ${score.terms}`,
  `${score.literalsKept} of ${score.literals}`,
  score.chrf,
  score.repaired,
  score.missing,
  score.failures,
  score.secondTries,
  score.decodedTokens,
]);
const page = `# Ablations of the translation pipeline

Made by \`npm run bench -- ablations-pipeline --limit ${limit}\` with ${model.version('en', 'ja')}: ${marked.length} sentences of \`bench/data/terms-dev.tsv\`
and ${withLiterals.length} of \`bench/data/placeholders-dev.tsv\`, ${running.length} of flores-dev (chrF; names and values that the first translation missed, repaired and not). Each mechanism is left out while everything else stays. Decoded tokens count every
beam; they are what the mechanism costs, whatever else the machine has to do.

| left out | terms present | literals kept | chrF | repaired | missing | failures | second tries | decoded tokens |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
writeFileSync('docs/notes/ablations-pipeline.md', page);
console.log(`RESULT ${JSON.stringify(scores)}`);
