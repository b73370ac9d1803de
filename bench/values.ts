/**
 * Whether values, terms, names and what is denied come through: the sets in `bench/data` and patterns, four directions each.
 *
 * Run: npm run eval -- values [--models DIR] [--sample N] [--only quantities,terms,names,inflections,negation,units,register,context,short]
 *        [--directions en-ja,…] [--resume FILE]
 *
 * `--sample` takes that many sentences of each set and direction, evenly spread; without it all of them are translated.
 * `--resume` keeps the translations in a file and takes those that are there already.
 */
import { parseArgs } from 'node:util';
import type { TermEntry } from '#src/translate/pipeline-types.js';
import { readLexicon } from '#src/translate/terms/lexicon.js';
import { TermMatcher } from '#src/translate/terms/matcher.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import { Progress } from './eval/progress.js';
import { askedNames } from './values/asked-names.js';
import { measureContext } from './values/context.js';
import { falseAlarms } from './values/false-alarms.js';
import { type InflectionSentence, inflectionSentences } from './values/inflection-sentences.js';
import { isRightForm, keepsNegation } from './values/judge-inflection.js';
import { judgeQuantities } from './values/judge-quantities.js';
import { hasUnit } from './values/judge-units.js';
import { type NegationSentence, negationSentences } from './values/negation-sentences.js';
import { measureRegister } from './values/register.js';
import { DIRECTIONS, type Direction, evenly, readSet, type SetName } from './values/sets.js';
import { measureShort } from './values/short.js';
import { SentenceTranslator } from './values/translator.js';
import { type UnitSentence, unitSentences } from './values/unit-sentences.js';

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: 'models' },
    sample: { type: 'string' },
    only: {
      type: 'string',
      default: 'quantities,terms,names,inflections,negation,units,register,context,short',
    },
    directions: { type: 'string', default: 'en-ja,ja-en,en-zh,zh-en' },
    resume: { type: 'string' },
  },
});
/** Sentences in flight: enough to fill the batches of the model. */
const AT_ONCE = 64;
/** In a log, where no bar is drawn, a line after so many sentences. */
const TOLD_EVERY = 500;

type Row = readonly string[];

interface Tally {
  asked: number;
  right: number;
}

const only = values.only.split(',');
const directions = DIRECTIONS.filter(({ name }) => values.directions.split(',').includes(name));
const sample = values.sample === undefined ? undefined : Number(values.sample);
const translator = new SentenceTranslator(values.models, values.resume);
const lexicon = await readLexicon();
const quantities = new Map<string, Tally>();
const names = new Map<string, Tally>();
const inflected = { negationKept: new Map<string, Tally>(), rightForm: new Map<string, Tally>() };
const units = new Map<string, Tally>();
const negations = new Map<string, Tally>();
/** Of sentences that lost what they deny, those that the service told of. */
const told = { lost: 0, told: 0 };
const terms = { asked: 0, found: 0, barred: 0, wronglyFound: 0, rightForm: 0 };
let powerOfTenErrors = 0;

function count(table: Map<string, Tally>, { name }: Direction, isRight: boolean): void {
  const tally = table.get(name) ?? { asked: 0, right: 0 };
  table.set(name, { asked: tally.asked + 1, right: tally.right + (isRight ? 1 : 0) });
}

async function quantityRow(direction: Direction, [, source = '', expected = '']: Row): Promise<void> {
  const { text } = await translator.translate(direction, source);
  for (const { wanted, verdict } of judgeQuantities(expected, text, direction.to)) {
    count(quantities, direction, verdict === 'right');
    if (verdict === 'shifted') powerOfTenErrors += 1;
    if (verdict !== 'right') progress.say(`  ${verdict} ${direction.name} ${wanted}: ${source} → ${text}`);
  }
}

/** Whether a term is found is told without the model; its form needs a translation. */
async function termRow(direction: Direction, [, source = '', pairs = '', expected = '']: Row): Promise<void> {
  const entries = pairs.split(';').map((pair): TermEntry => {
    const [fromText = '', toText = ''] = pair.split('=');
    return { fromText, toText, tier: 'dictionary' };
  });
  const isFound = new TermMatcher(entries, { ...direction, lexicon }).find(source).length > 0;
  if (expected === '') {
    terms.barred += 1;
    if (!isFound) return;
    terms.wronglyFound += 1;
    progress.say(`  wrongly found ${direction.name}: ${source} (${pairs})`);
    return;
  }
  terms.asked += 1;
  if (isFound) terms.found += 1;
  const { text, terms: applied } = await translator.translate(direction, source, entries);
  if (applied.includes(true) && agrees(text, pairs.split('=')[1] ?? '')) terms.rightForm += 1;
  else progress.say(`  ${isFound ? 'form' : 'not found'} ${direction.name}: ${source} (${pairs}) → ${text}`);
}

/** No singular behind a count ("3 host machine"), no plural behind an article ("a host machines"). */
function agrees(text: string, target: string): boolean {
  return !new RegExp(
    `\\b(?:(?:3|5|three|five) (?:[a-z]+ )?${target}(?![a-z])|an? ${target}s(?![a-z]))`,
    'i',
  ).test(text);
}

async function nameRow(direction: Direction, [, source = '', expected = '']: Row): Promise<void> {
  const { text } = await translator.translate(direction, source);
  for (const name of expected.split(';')) {
    const isRight = name.split('|').some((spelling) => containsTerm(text, spelling));
    count(names, direction, isRight);
    if (!isRight) progress.say(`  name ${direction.name} ${name}: ${source} → ${text}`);
  }
}

async function inflectionRow(direction: Direction, sentence: InflectionSentence): Promise<void> {
  const { text: source, fromText, toText } = sentence;
  const { text } = await translator.translate(direction, source, [{ fromText, toText, tier: 'dictionary' }]);
  const isKept = keepsNegation(sentence, text, direction.to.split('-', 1)[0] ?? '');
  const isRight = isRightForm(sentence, text);
  count(inflected.negationKept, direction, isKept);
  count(inflected.rightForm, direction, isRight);
  if (!isKept || !isRight)
    progress.say(
      `  ${isKept ? 'form' : 'negation'} ${direction.name}: ${source} (${fromText}=${toText}) → ${text}`,
    );
}

async function negationRow(direction: Direction, sentence: NegationSentence): Promise<void> {
  const { text, checks } = await translator.translate(direction, sentence.text);
  const isKept = keepsNegation(sentence, text, direction.to.split('-', 1)[0] ?? '');
  count(negations, direction, isKept);
  if (isKept) return;
  told.lost += 1;
  if (checks.includes('negation')) told.told += 1;
  progress.say(`  denied ${direction.name}: ${sentence.text} → ${text}`);
}

async function unitRow(direction: Direction, { text: source, expected }: UnitSentence): Promise<void> {
  const { text } = await translator.translate(direction, source);
  for (const wanted of expected) {
    const isRight = hasUnit(wanted, text, direction.to.split('-', 1)[0] ?? '');
    count(units, direction, isRight);
    if (!isRight) progress.say(`  unit ${direction.name} ${wanted}: ${source} → ${text}`);
  }
}

const JUDGES: Readonly<Record<SetName, (direction: Direction, row: Row) => Promise<void>>> = {
  quantities: quantityRow,
  terms: termRow,
  names: nameRow,
};

const work: (() => Promise<void>)[] = [];
for (const direction of directions) {
  for (const set of ['quantities', 'terms', 'names'] as const) {
    if (!only.includes(set)) continue;
    for (const row of await readSet(set, direction.name, sample))
      work.push(() => JUDGES[set](direction, row));
  }
  if (only.includes('inflections'))
    for (const sentence of evenly(inflectionSentences(direction.name, lexicon), sample))
      work.push(() => inflectionRow(direction, sentence));
  if (only.includes('negation'))
    for (const sentence of evenly(negationSentences(direction.name, lexicon), sample))
      work.push(() => negationRow(direction, sentence));
  if (only.includes('units'))
    for (const sentence of evenly(unitSentences(direction.name), sample))
      work.push(() => unitRow(direction, sentence));
}
const progress = new Progress(work.length);
await translator.warmUp(directions);
const started = performance.now();
let next = 0;
let done = 0;
const worker = async (): Promise<void> => {
  for (let one = work[next++]; one !== undefined; one = work[next++]) {
    await one();
    done += 1;
    progress.advance(1);
    if (done % TOLD_EVERY === 0) progress.say(`${done} of ${work.length} sentences, ${seconds()} s`);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
progress.close();
const register = only.includes('register')
  ? await measureRegister(translator.parts.pipeline, sample)
  : undefined;
const context = only.includes('context')
  ? await measureContext(
      translator.parts,
      directions.map(({ name }) => name),
      sample,
    )
  : undefined;
const short = only.includes('short')
  ? await measureShort(translator.parts.pipeline, directions, sample)
  : undefined;
const outsideModelShare = Math.round(translator.outsideModelShare * 10_000) / 10_000;
const alarms = only.includes('negation') ? await falseAlarms(directions, translator.parts.model) : undefined;
await translator.close();

function seconds(): number {
  return Math.round((performance.now() - started) / 1_000);
}

/** Four places, 0 to 1. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000;
}

function shares(title: string, table: ReadonlyMap<string, Tally>): Record<string, number> {
  if (table.size > 0) console.log(`\n${title}`);
  const result: Record<string, number> = {};
  for (const { name } of directions) {
    const tally = table.get(name);
    if (tally === undefined) continue;
    result[name] = share(tally.right, tally.asked);
    console.log(`  ${name}  ${tally.right} of ${tally.asked}  ${(100 * (result[name] ?? 0)).toFixed(2)} %`);
  }
  return result;
}

const quantityShares = shares('Quantities', quantities);
if (quantities.size > 0) console.log(`  off by a power of ten: ${powerOfTenErrors}`);
if (terms.asked + terms.barred > 0) {
  console.log(`\nTerms\n  found ${terms.found} of ${terms.asked}, in the right form ${terms.rightForm}`);
  console.log(
    `  wrongly found ${terms.wronglyFound} in ${terms.barred} sentences in which none may be found`,
  );
}
const negationKept = shares('Verbs and adjectives as terms: what is denied', inflected.negationKept);
const rightForm = shares('Verbs and adjectives as terms: in the right form', inflected.rightForm);
const unitShares = shares('Figures with what they count', units);
const denied = shares('What is denied', negations);
if (alarms !== undefined) {
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  console.log(`  lost ${told.lost}, of which the service told ${told.told}`);
  console.log(
    `  false alarms in ${percent(alarms.devSets)} of the development sets' own translations and in ${percent(alarms.written)} of written lines; ${percent(alarms.doubts)} were translated back`,
  );
}
const nameShares = shares('Names', names);
const asked = only.includes('names') ? await askedNames() : undefined;
console.log(`\nOutside the model\n  ${(100 * outsideModelShare).toFixed(2)} % of the time\n`);
console.log(`${work.length} sentences in ${seconds()} s`);
console.log(
  `RESULT ${JSON.stringify({
    quantities: { ...quantityShares, powerOfTenErrors },
    terms: {
      found: share(terms.found, terms.asked),
      // Of all sentences, as the goal counts them; the table above has the stricter relation.
      wronglyFound: terms.barred === 0 ? 0 : share(terms.wronglyFound, terms.barred + terms.asked),
      rightForm: share(terms.rightForm, terms.asked),
      inflected: { negationKept, rightForm },
    },
    names: nameShares,
    askedNames: asked,
    units: unitShares,
    ...(alarms !== undefined && {
      negation: { kept: denied, falseAlarms: Math.max(alarms.devSets, alarms.written) },
    }),
    register,
    context,
    short,
    outsideModelShare,
  })}`,
);
