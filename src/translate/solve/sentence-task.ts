import { type Lang, writesFullWidth } from '../../base/lang.js';
import { rulesOf } from '../engine-rules.js';
import type { FoundName } from '../names/found-name.js';
import { type Address, addressOf } from '../names/people/salutation.js';
import { isHeardIn } from '../names/readings/hanzi-sound.js';
import type { NameTable } from '../names/readings/name-table.js';
import { rememberedIn } from '../names/remembered.js';
import { hasCustomaryForm, isSpeltAlike } from '../names/written/customary.js';
import type { Segment, TranslationContext } from '../pipeline-types.js';
import { type Reading, readWording, type SentenceReading, standardWording } from '../plan/reading.js';
import { type Change, changesIn, formatChange } from '../quantities/change.js';
import { formatWritten } from '../quantities/notation/format.js';
import type { Quantity } from '../quantities/quantity.js';
import { isWrittenByRule } from '../quantities/selection.js';
import { formatVotes, type Votes, votesIn } from '../quantities/votes.js';
import { isCovered, overlapping, type Stretch } from '../segmentation/stretch.js';
import type { TermHits } from '../terms/hits.js';
import type { TermFinder } from '../terms/matcher.js';
import type { NameRequirement, QuantityRequirement, Requirement, TermRequirement } from './requirement.js';

/** A sentence with what its translation has to hold. */
export interface SentenceTask {
  readonly segment: Segment;
  /** Terms, and the quantities and names that are translated by rule. */
  readonly required: readonly Requirement[];
  /** Quantities that the model translates by itself; their values are checked. */
  readonly quantities: readonly Quantity[];
  /** The segment is the name that a letter begins with. */
  readonly address?: Address;
}

/** What a task is made with. */
export interface TaskParts {
  readonly matcher: TermFinder | undefined;
  readonly names: NameTable;
  /** Made in a thread; else the sentence is read here. */
  readonly reading?: SentenceReading | undefined;
}

/** A sentence with what its translation has to hold; dates in figures of the common calendar unless a term is about one. */
export function taskFor(context: TranslationContext, segment: Segment, parts: TaskParts): SentenceTask {
  const { matcher, names, reading } = parts;
  const { to } = context;
  const target = { to, mode: context.names };
  const address = addressIn(context, segment, names);
  if (address !== undefined) {
    const named = { ...segment, text: address.words };
    const required = selectTerms(context, named, matcher, undefined);
    return { segment: named, required, quantities: [], address };
  }
  const terms = selectTerms(context, segment, matcher, reading?.written.terms);
  const common = reading?.standard.segment ?? standardWording(segment, to);
  const rewritten =
    common.text === segment.text ? terms : selectTerms(context, common, matcher, reading?.standard.terms);
  return rewritten.length < terms.length
    ? withRules(reading?.written ?? readWording(segment, target, names), terms, to, names)
    : withRules(reading?.standard ?? readWording(common, target, names), rewritten, to, names);
}

/** Of an English letter into Japanese, where names have their customary form. */
function addressIn(
  { to, names: mode }: TranslationContext,
  { from, text, protectedSpans }: Segment,
  table: NameTable,
): Address | undefined {
  const mayBe = from === 'en' && to === 'ja' && mode !== 'keep' && protectedSpans.length === 0;
  return mayBe ? addressOf(text, table) : undefined;
}

function selectTerms(
  context: TranslationContext,
  segment: Segment,
  matcher: TermFinder | undefined,
  hits: TermHits | undefined,
): TermRequirement[] {
  const found =
    (hits === undefined
      ? matcher?.find(segment.text, segment.protectedSpans)
      : matcher?.matches(segment.text, hits)) ?? [];
  return found
    .slice(0, rulesOf(context.engine).maxTermsPerSentence)
    .map(({ start, end, stemEnd, entry, forms }) => ({
      kind: 'term',
      start,
      end: stemEnd,
      entry,
      forms,
      found: segment.text.slice(start, end),
      target: forms.target,
      marked: false,
    }));
}

/** Adds quantities and names; the user's terms come first, then quantities. */
function withRules(
  { segment, quantities: found, names: own }: Reading,
  terms: readonly TermRequirement[],
  to: Lang,
  table: NameTable,
): SentenceTask {
  const quantities = found.filter((quantity) => !isCovered(terms, quantity) && isOpen(quantity, segment));
  const changes = segment.from === 'en' && writesFullWidth(to) ? changesIn(segment.text, quantities) : [];
  const votes = votesIn(segment.text, segment.from).filter(
    (told) => !isCovered(terms, told) && !isProtected(told, segment),
  );
  const alone = quantities.filter(
    (quantity) =>
      !isCovered(changes, quantity) && !isCovered(votes, quantity) && isWrittenByRule(quantity, segment, to),
  );
  const settled = inOrder([
    ...terms,
    ...alone.map((quantity) => quantityRequirement(quantity, segment, to)),
    ...changes.map((change) => changeRequirement(change, to)),
    ...votes.map((told) => votesRequirement(told, quantities, to)),
  ]);
  const shared = rememberedIn(segment).filter((name) => !isCovered(own, name));
  const named = [...own, ...shared].filter(
    (name) => !isCovered(settled, name) && !isProtected(name, segment),
  );
  return {
    segment,
    required: inOrder([...settled, ...named.map((name) => nameRequirement(name, to, table))]),
    quantities: quantities.filter(
      (quantity) => !isCovered(settled, quantity) && !isProtected(quantity, segment),
    ),
  };
}

function inOrder(required: readonly Requirement[]): readonly Requirement[] {
  return required.toSorted((a, b) => a.start - b.start);
}

function quantityRequirement(quantity: Quantity, { text }: Segment, to: Lang): QuantityRequirement {
  const { start, end } = quantity;
  const target = formatWritten(quantity, text.slice(start, end), to);
  return { kind: 'quantity', start, end, quantities: [quantity], target, marked: true };
}

function changeRequirement(change: Change, to: Lang): QuantityRequirement {
  const { start, end, by } = change;
  const target = formatChange(change, to);
  return { kind: 'quantity', start, end, quantities: [by, change.to], change, target, marked: true };
}

function votesRequirement(votes: Votes, quantities: readonly Quantity[], to: Lang): QuantityRequirement {
  const { start, end } = votes;
  const own = quantities.filter((quantity) => isCovered([votes], quantity));
  return {
    kind: 'quantity',
    start,
    end,
    quantities: own,
    votes,
    target: formatVotes(votes, to),
    marked: true,
  };
}

function nameRequirement(
  { start, end, spellings, sure, customary, japanese, hanzi, anyForm, person }: FoundName,
  to: Lang,
  table: NameTable,
): NameRequirement {
  const [target = ''] = spellings;
  return {
    kind: 'name',
    start,
    end,
    spellings,
    target,
    marked: sure,
    ...(person === true && { isPerson: true }),
    ...(anyForm === true && { isCustomary: () => true }),
    ...(customary !== undefined && {
      isCustomary: (translation) => hasCustomaryForm(customary, translation, to, table),
    }),
    ...(japanese !== undefined && {
      isCustomary: (translation) =>
        isSpeltAlike(spellings, kanaOf(japanese), translation, (word) => table.knowsWord(word)),
    }),
    ...(hanzi !== undefined && {
      isCustomary: (translation) =>
        isHeardIn(hanzi, translation, person === true ? undefined : (word) => table.knowsWord(word)),
    }),
  };
}

function kanaOf(written: string): string | undefined {
  return /^[\p{Script=Katakana}ー・]+$/u.test(written) ? written : undefined;
}

/** Not inside a link, a tag or a placeholder. A measure may be covered as a whole: "$3.2" of "$3.2 million". */
function isOpen(quantity: Quantity, { protectedSpans }: Segment): boolean {
  return overlapping(protectedSpans, quantity).every(
    (span) => span.kind === 'exact' && span.start >= quantity.start && span.end <= quantity.end,
  );
}

/** Copied as it stands, which is checked letter by letter. */
function isProtected(stretch: Stretch, { protectedSpans }: Segment): boolean {
  return isCovered(protectedSpans, stretch);
}
