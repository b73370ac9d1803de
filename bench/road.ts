/**
 * What the road does to real text: detection, split/join identity, terms, placeholders, tags, second tries and time.
 *
 * Run: npm run eval:road -- [--data DIR] [--models DIR] [--limit N]
 */
import { parseArgs } from 'node:util';
import { Failure } from '#src/failure.js';
import type { Lang } from '#src/lang.js';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import type { RoadMetrics, RoadRequest, TermEntry } from '#src/translate/port.js';
import { ROAD_DEFAULTS, TranslationRoad } from '#src/translate/service.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import { type DevDirection, readDevSets } from './eval/dev-sets.js';
import { DetectionMeasure, type Share } from './road/detection.js';
import {
  type ShieldSentence,
  shieldSentences,
  type TermSentence,
  tagSentences,
  termSentences,
} from './road/sets.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/devsets' },
    models: { type: 'string', default: 'models' },
    /** Term sentences per direction of each set. */
    limit: { type: 'string', default: '40' },
  },
});

const totals = { segments: 0, secondTries: 0, totalMs: 0, outsideMs: 0 };
const metrics: RoadMetrics = {
  add: (counter, by) => {
    if (counter === 'segments') totals.segments += by;
    if (counter === 'second_tries') totals.secondTries += by;
  },
  time: (totalMs, outsideMs) => {
    totals.totalMs += totalMs;
    totals.outsideMs += outsideMs;
  },
  termMissing: () => {},
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
): RoadRequest {
  return {
    engine: 't4oo',
    from,
    to,
    texts,
    domain: 'general',
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    ...(terms.length === 0 ? {} : { terms: { version: JSON.stringify(terms), load: async () => terms } }),
    caller: 'eval',
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
async function identity(road: TranslationRoad, directions: readonly DevDirection[]): Promise<Share> {
  const gaps = ['\n', '\r\n', '\n\n', ' ', '\u3000', '\n- ', '\n\n  ', ' \t\n'];
  const shares: Share[] = [];
  let planMs = 0;
  let sentences = 0;
  for (const { from, to, sources } of directions) {
    const texts: string[] = [];
    for (let at = 0; at < sources.length; at += 5) {
      const lines = sources.slice(at, at + 5);
      texts.push(
        lines.reduce((text, line, index) => text + line + (gaps[(at + index) % gaps.length] ?? ''), ''),
      );
    }
    const started = performance.now();
    const plan = await road.plan(request(from, to, texts));
    planMs += performance.now() - started;
    sentences += plan.segments.length;
    const results = plan.segments.map(({ text }) => ({
      text,
      by: 'model' as const,
      cached: false,
      tries: 1,
      terms: [],
    }));
    // Joined as text of its own language, so that the custom of another does not change the blanks.
    const { elements } = road.assemble({ ...plan, to: from }, results);
    const same = elements.filter((element) => element.translatedText === element.sourceText);
    shares.push({ right: same.length, asked: texts.length });
  }
  console.log(`shields, lines and sentences: ${Math.round((planMs * 1000) / sentences)} µs per sentence`);
  return sum(shares);
}

/** A request that fails is told and counted: its sentence then lacks whatever it should hold. */
async function translated(road: TranslationRoad, wish: RoadRequest): Promise<string> {
  try {
    const { elements } = await road.translate(wish);
    return elements[0]?.translatedText ?? '';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`  failure ${error.code}: ${wish.from} → ${wish.to}: ${wish.texts[0]}`);
    return '';
  }
}

async function withTerms(
  road: TranslationRoad,
  sentences: readonly TermSentence[],
  use: boolean,
): Promise<string[]> {
  return await Promise.all(
    sentences.map(({ from, to, text, terms }) =>
      translated(road, request(from, to, [text], use ? terms : [])),
    ),
  );
}

async function shielded(road: TranslationRoad, sentences: readonly ShieldSentence[]): Promise<string[]> {
  return await Promise.all(
    sentences.map(({ from, to, text }) => translated(road, request(from, to, [text]))),
  );
}

/** Each kept text as often as in the source. */
function survives({ text, kept }: ShieldSentence, translation: string): boolean {
  return kept.every((literal) => text.split(literal).length === translation.split(literal).length);
}

/** The tags that were set open and close in order; a lone `<color>` of the sentence itself is not one of them. */
function isBalanced({ kept }: ShieldSentence, translation: string): boolean {
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
const road = new TranslationRoad(model, { ...ROAD_DEFAULTS, cacheEntries: 0 }, metrics);
const joined = await identity(road, directions);
console.log(`split and join with an identity engine: ${percent(joined)}`);
const terms = termSentences(directions, Number(values.limit));
const asked = terms.reduce((total, sentence) => total + sentence.terms.length, 0);
console.log(`${terms.length} sentences with ${asked} terms`);
const with_ = await withTerms(road, terms, true);
const present = terms.reduce(
  (total, sentence, index) =>
    total + sentence.terms.filter(({ toText }) => containsTerm(with_[index] ?? '', toText)).length,
  0,
);
const presence = { right: present, asked };
console.log(
  `term presence: ${percent(presence)}; second tries so far ${totals.secondTries} of ${totals.segments}`,
);
const without = await withTerms(road, terms, false);
const chrfWithTerms = meanChrf(terms, with_);
const chrfWithoutTerms = meanChrf(terms, without);
console.log(`chrF with terms ${chrfWithTerms}, without ${chrfWithoutTerms}`);

const literals = shieldSentences();
const kept = await shielded(road, literals);
const survival = {
  right: literals.filter((sentence, index) => survives(sentence, kept[index] ?? '')).length,
  asked: literals.length,
};
console.log(`placeholder survival: ${percent(survival)}`);
const tagged = tagSentences(terms);
const tags = await shielded(road, tagged);
const balance = {
  right: tagged.filter(
    (sentence, index) => survives(sentence, tags[index] ?? '') && isBalanced(sentence, tags[index] ?? ''),
  ).length,
  asked: tagged.length,
};
console.log(`tag balance: ${percent(balance)}`);
road.close();
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
