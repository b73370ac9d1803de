/**
 * What the pipeline does to real text: detection, split/join identity, terms, placeholders, tags, second tries and time.
 *
 * Run: npm run eval -- pipeline [--data DIR] [--models DIR] [--limit N]
 */
import { parseArgs } from 'node:util';
import { Failure } from '#src/base/failure.js';
import type { Lang } from '#src/base/lang.js';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import type { PipelineMetrics, TermEntry, TranslationRequest } from '#src/translate/pipeline-types.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { type DevDirection, readDevSets } from './eval/dev-sets.js';
import { DetectionMeasure, type Share } from './pipeline/detection.js';
import {
  type ProtectedSentence,
  protectedSentences,
  type TermSentence,
  tagSentences,
  termSentences,
} from './pipeline/sets.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    /** Term sentences per direction of each set. */
    limit: { type: 'string', default: '40' },
  },
});

const totals = { segments: 0, secondTries: 0, totalMs: 0, outsideMs: 0 };
const metrics: PipelineMetrics = {
  add: (counter, by) => {
    if (counter === 'segments') totals.segments += by;
    if (counter === 'second_tries') totals.secondTries += by;
  },
  time: (totalMs, outsideMs) => {
    totals.totalMs += totalMs;
    totals.outsideMs += outsideMs;
  },
  check: () => {},
};

const share = ({ right, asked }: Share): number =>
  asked === 0 ? 1 : Math.round((right / asked) * 10_000) / 10_000;
const percent = (value: Share): string =>
  `${(share(value) * 100).toFixed(2)} % (${value.right} of ${value.asked})`;
const sum = (shares: readonly Share[]): Share => ({
  right: shares.reduce((total, { right }) => total + right, 0),
  asked: shares.reduce((total, { asked }) => total + asked, 0),
});

function request(
  from: Lang,
  to: Lang,
  texts: readonly string[],
  terms: readonly TermEntry[] = [],
): TranslationRequest {
  return {
    engine: 't4oo',
    from,
    to,
    texts,
    domain: 'general',
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    ...(terms.length === 0
      ? {}
      : { terms: { lists: [{ version: JSON.stringify(terms), load: async () => terms }] } }),
    fairnessKey: 'eval',
    priority: 'interactive',
  };
}

function detection(directions: readonly DevDirection[]): Share {
  const measure = new DetectionMeasure();
  const done = new Set<string>();
  const decidable: Share[] = [];
  const either: Share[] = [];
  for (const { set, from, to, sources } of directions) {
    const key = `${set} ${from} ${set === 'flores-dev' ? '' : to}`;
    if (done.has(key)) continue;
    done.add(key);
    const score = measure.measure(sources, from);
    decidable.push(score.decidable);
    either.push(score.either);
    console.log(
      `  ${key.trim()}: ${percent(score.decidable)}; good in two languages ${percent(score.either)}`,
    );
  }
  console.log(
    `detection: ${percent(sum(decidable))}; Chinese characters good in both languages: ${percent(sum(either))}`,
  );
  return sum(decidable);
}

/** Every sentence "translated" as itself: whatever then differs from the input was changed by cutting and joining. */
async function identity(pipeline: TranslationPipeline, directions: readonly DevDirection[]): Promise<Share> {
  const separators = ['\n', '\r\n', '\n\n', ' ', '\u3000', '\n- ', '\n\n  ', ' \t\n'];
  const shares: Share[] = [];
  let planMs = 0;
  let sentences = 0;
  for (const { from, to, sources } of directions) {
    const texts: string[] = [];
    for (let at = 0; at < sources.length; at += 5) {
      const lines = sources.slice(at, at + 5);
      texts.push(
        lines.reduce(
          (text, line, index) => text + line + (separators[(at + index) % separators.length] ?? ''),
          '',
        ),
      );
    }
    const started = performance.now();
    const plan = await pipeline.plan(request(from, to, texts));
    planMs += performance.now() - started;
    sentences += plan.segments.length;
    const results = plan.segments.map(({ text }) => ({
      text,
      by: 'model' as const,
      cached: false,
      tries: 1,
      terms: [],
      checks: [],
    }));
    // Joined as text of its own language, so that the custom of another does not change the blanks.
    const { elements } = await pipeline.assemble({ ...plan, to: from }, results);
    const same = elements.filter((element) => element.translatedText === element.sourceText);
    shares.push({ right: same.length, asked: texts.length });
  }
  console.log(
    `protected spans, lines and sentences: ${Math.round((planMs * 1000) / sentences)} µs per sentence`,
  );
  return sum(shares);
}

/** A request that fails is told and counted: its sentence then lacks whatever it should hold. */
async function translated(pipeline: TranslationPipeline, request: TranslationRequest): Promise<string> {
  try {
    const { elements } = await pipeline.translate(request);
    return elements[0]?.translatedText ?? '';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`  failure ${error.code}: ${request.from} → ${request.to}: ${request.texts[0]}`);
    return '';
  }
}

async function withTerms(
  pipeline: TranslationPipeline,
  sentences: readonly TermSentence[],
  use: boolean,
): Promise<string[]> {
  return await Promise.all(
    sentences.map(({ from, to, text, terms }) =>
      translated(pipeline, request(from, to, [text], use ? terms : [])),
    ),
  );
}

async function translateProtected(
  pipeline: TranslationPipeline,
  sentences: readonly ProtectedSentence[],
): Promise<string[]> {
  return await Promise.all(
    sentences.map(({ from, to, text }) => translated(pipeline, request(from, to, [text]))),
  );
}

/** Each kept text as often as in the source. */
function survives({ text, kept }: ProtectedSentence, translation: string): boolean {
  return kept.every((literal) => text.split(literal).length === translation.split(literal).length);
}

/** The tags that were set open and close in order; a lone `<color>` of the sentence itself is not one of them. */
function isBalanced({ kept }: ProtectedSentence, translation: string): boolean {
  const open: string[] = [];
  for (const [tag] of translation.matchAll(/<[^<>]+>/g)) {
    const name = /[a-z]+/.exec(tag)?.[0] ?? '';
    if (!kept.includes(tag)) continue;
    if (!tag.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

/** chrF per direction, averaged, because the scales of languages differ. */
function meanChrf(sentences: readonly TermSentence[], translations: readonly string[]): number {
  const scores = [...new Set(sentences.map(({ from, to }) => `${from} ${to}`))].map((direction) => {
    const at = sentences.flatMap(({ from, to }, index) => (`${from} ${to}` === direction ? [index] : []));
    return chrf(
      at.map((index) => translations[index] ?? ''),
      at.map((index) => sentences[index]?.reference ?? ''),
    );
  });
  return Math.round((scores.reduce((total, score) => total + score, 0) / scores.length) * 100) / 100;
}

const directions = await readDevSets(values.data);
const detected = detection(directions);
const model = new ModelService({ directory: values.models });
const pipeline = new TranslationPipeline(model, { ...PIPELINE_DEFAULTS, cacheEntries: 0 }, metrics);
const joined = await identity(pipeline, directions);
console.log(`split and join with an identity engine: ${percent(joined)}`);
const terms = termSentences(directions, Number(values.limit));
const asked = terms.reduce((total, sentence) => total + sentence.terms.length, 0);
console.log(`${terms.length} sentences with ${asked} terms`);
const with_ = await withTerms(pipeline, terms, true);
const present = terms.reduce(
  (total, sentence, index) =>
    total + sentence.terms.filter(({ toText }) => containsTerm(with_[index] ?? '', toText)).length,
  0,
);
const presence = { right: present, asked };
console.log(
  `term presence: ${percent(presence)}; second tries so far ${totals.secondTries} of ${totals.segments}`,
);
const without = await withTerms(pipeline, terms, false);
const chrfWithTerms = meanChrf(terms, with_);
const chrfWithoutTerms = meanChrf(terms, without);
console.log(`chrF with terms ${chrfWithTerms}, without ${chrfWithoutTerms}`);

const literals = protectedSentences();
const kept = await translateProtected(pipeline, literals);
const survival = {
  right: literals.filter((sentence, index) => survives(sentence, kept[index] ?? '')).length,
  asked: literals.length,
};
console.log(`placeholder survival: ${percent(survival)}`);
const tagged = tagSentences(terms);
const tags = await translateProtected(pipeline, tagged);
const balance = {
  right: tagged.filter(
    (sentence, index) => survives(sentence, tags[index] ?? '') && isBalanced(sentence, tags[index] ?? ''),
  ).length,
  asked: tagged.length,
};
console.log(`tag balance: ${percent(balance)}`);
pipeline.close();
await model.close();

console.log(
  `RESULT ${JSON.stringify({
    detection: share(detected),
    splitJoinIdentity: share(joined),
    termPresence: share(presence),
    chrfWithTerms,
    chrfWithoutTerms,
    placeholderSurvival: share(survival),
    tagBalance: share(balance),
    secondTryShare: share({ right: totals.secondTries, asked: totals.segments }),
    outsideModelShare: Math.round((totals.outsideMs / totals.totalMs) * 10_000) / 10_000,
  })}`,
);
