import { type Lang, writesFullWidth } from '../../base/lang.js';
import type { ModelPort } from '../../model/model-port.js';
import { traced } from '../../tracing/trace-span.js';
import { isMeaningless } from '../detection/meaning.js';
import { type LetterLine, written } from '../letters/letter-line.js';
import type { NameTable } from '../names/readings/name-table.js';
import type {
  NearPair,
  PipelineMetrics,
  Segment,
  SegmentResult,
  TranslationContext,
} from '../pipeline-types.js';
import type { SentenceReading } from '../plan/reading.js';
import type { PipelineClock } from '../report/clock.js';
import { GIVEN, inFormats, isBroken, missingTerms, reportOf, termsOf } from '../report/segment-report.js';
import type { TermLists } from '../terms/selection.js';
import { withoutCapitals } from '../wording/capitals.js';
import type { WordPairs } from '../wording/word-pairs.js';
import { adaptedTask, pairsNear } from './adapted-task.js';
import { allSettled } from './all-settled.js';
import { findAlternatives } from './alternatives.js';
import { SegmentCache } from './cache.js';
import { makeDraft } from './draft.js';
import type { ModelCall } from './model-call.js';
import { withPeople } from './people.js';
import { type AdaptedSentenceTask, hasReadableWords, type Solution, withoutModel } from './pieces.js';
import { segmentKey } from './segment-key.js';
import { sentencePairs } from './sentence-pairs.js';
import { type SentenceTask, taskFor } from './sentence-task.js';
import { solveInEitherCase } from './title-case.js';
import { Turn } from './turn.js';

/** A sentence and how well it fits the domain of the request's custom model, 0 to 1. */
export interface ScoredSegment {
  readonly segment: Segment;
  readonly domainScore: number;
  /** What a thread has found in it; nothing where that is left to this one. */
  readonly reading: () => Promise<SentenceReading | undefined>;
}

export interface WindowSettings {
  /** Sentences kept in the segment cache; 0 turns it off. */
  readonly cacheEntries: number;
  readonly cacheBytes: number;
  /** Similarity (0 to 1) from which a stored pair helps the model. */
  readonly nearThreshold: number;
}

export interface WindowParts {
  readonly model: ModelPort;
  readonly metrics: PipelineMetrics | undefined;
  readonly settings: WindowSettings;
  readonly terms: TermLists;
  names(): Promise<NameTable>;
  words(): Promise<WordPairs>;
}

/** Some sentences at a time: what is stored or cached is taken, the rest goes to the model together. */
export class WindowTranslator {
  readonly #model: ModelPort;
  readonly #metrics: PipelineMetrics | undefined;
  readonly #settings: WindowSettings;
  readonly #terms: TermLists;
  readonly #names: () => Promise<NameTable>;
  readonly #words: () => Promise<WordPairs>;
  readonly #cache: SegmentCache;

  constructor({ model, metrics, settings, terms, names, words }: WindowParts) {
    this.#model = model;
    this.#metrics = metrics;
    this.#settings = settings;
    this.#terms = terms;
    this.#names = names;
    this.#words = words;
    this.#cache = new SegmentCache({ entries: settings.cacheEntries, bytes: settings.cacheBytes });
  }

  close(): void {
    this.#cache.clear();
  }

  async translate(
    context: TranslationContext,
    window: readonly ScoredSegment[],
    clock: PipelineClock,
  ): Promise<SegmentResult[]> {
    context.signal?.throwIfAborted();
    const results = new Map<number, SegmentResult>();
    const pairs = await sentencePairs(
      context,
      window.map(({ segment }) => segment),
    );
    const names = await this.#names();
    const { nearThreshold } = this.#settings;
    const turn = new Turn();
    const open: {
      readonly index: number;
      readonly key: string;
      readonly isInCapitals: boolean;
      readonly task: SentenceTask;
      readonly domainScore: number;
      readonly near: readonly NearPair[];
    }[] = [];
    for (const [index, { segment, domainScore, reading }] of window.entries()) {
      await turn.yieldWhenLong();
      const pair = pairs[index];
      if (pair !== undefined) {
        results.set(index, { ...GIVEN, text: pair, by: 'phrase-pair', terms: [] });
        this.#metrics?.add('phrase_pairs', 1);
        continue;
      }
      const model = this.#model.version(segment.from, context.to, context.inference);
      const key = segmentKey(context, segment, { domainScore, model });
      const cached = this.#cache.get(key);
      if (this.#cache.enabled) {
        this.#metrics?.add(cached === undefined ? 'segment_cache_misses' : 'segment_cache_hits', 1);
      }
      if (cached !== undefined) {
        results.set(index, { ...cached, cached: true });
        continue;
      }
      const matcher = await this.#terms.matcher(context.terms, segment.from, context.to);
      const { letter } = segment;
      if (letter !== undefined && letter.name === undefined && !matcher?.find(segment.text).length) {
        results.set(index, { ...GIVEN, text: letter.before, by: 'terms', terms: [] });
        continue;
      }
      const task =
        letter?.name === undefined
          ? taskFor(context, segment, { matcher, names, reading: await reading() })
          : taskFor(context, { ...segment, text: letter.name, protectedSpans: [] }, { matcher, names });
      const easy = this.#withoutModel(task, context.to, names);
      if (easy !== undefined) results.set(index, inLetter(inFormats(easy, task, context), letter));
      else {
        const readable = inSmallLetters(task, names);
        open.push({
          index,
          key,
          isInCapitals: readable !== task,
          task: readable,
          domainScore,
          near: await pairsNear(context, readable.segment, nearThreshold),
        });
      }
    }
    let isByStandIn = false;
    const call = this.#modelCall(context, await this.#words(), clock, () => {
      isByStandIn = true;
    });
    // All at once: what has to be decoded for them goes through the model in batches.
    const tasks = await allSettled(open.map(({ task, ...setting }) => adaptedTask(context, task, setting)));
    const isCommon = (word: string): boolean => names.knowsWord(word) && !names.isFirstName(word);
    const solutions = await withPeople(tasks, await solveInEitherCase(tasks, call, isCommon), call);
    const solved = open.flatMap((one, at) => {
      const solution = solutions[at];
      return solution === undefined
        ? []
        : [{ ...one, task: tasks[at] ?? one.task, solution, text: solution.text }];
    });
    const { alternatives: wanted = 0 } = context;
    const others = wanted === 0 ? [] : await findAlternatives(solved, wanted, call);
    for (const [at, { index, key, task, solution, isInCapitals }] of solved.entries()) {
      const alternatives = others[at];
      const told = this.#report(context, task, solution);
      // Japanese and Chinese have no capitals to put it back into.
      const report =
        isInCapitals && !writesFullWidth(context.to) ? { ...told, text: told.text.toUpperCase() } : told;
      const result = inLetter(
        inFormats({ ...report, ...(alternatives !== undefined && { alternatives }) }, task, context),
        task.segment.letter,
      );
      results.set(index, result);
      // A stand-in's answer is for now: the model that was asked for may be back with the next request.
      const isLasting = !isByStandIn && !isBroken(result);
      if (isLasting) this.#cache.set(key, result);
    }
    return window.flatMap((_, index) => results.get(index) ?? []);
  }

  /** The sentence without the model, when it is nothing but terms, protected spans and punctuation, or has no meaning. */
  #withoutModel({ segment, required }: SentenceTask, to: Lang, names: NameTable): SegmentResult | undefined {
    if (required.length === 0) {
      const { text } = segment;
      if (!isMeaningless(text, (word) => names.knowsWord(word))) return undefined;
      return { ...GIVEN, text, by: 'kept', terms: [], untranslated: true };
    }
    // A name that may have any form is the model's to write.
    const settled = required.filter((wanted) => wanted.kind !== 'name' || wanted.isCustomary === undefined);
    const draft = makeDraft(segment, settled);
    if (settled.length === 0 || hasReadableWords(draft)) return undefined;
    const terms = termsOf(required, new Set());
    this.#metrics?.add('terms_applied', terms.length);
    return { ...GIVEN, text: withoutModel(draft, to), by: 'terms', terms };
  }

  #modelCall(
    context: TranslationContext,
    words: WordPairs,
    clock: PipelineClock,
    noteStandIn: () => void,
  ): ModelCall {
    const { fairnessKey, priority, signal, inference, trace } = context;
    const options = {
      fairnessKey,
      priority,
      ...(signal === undefined ? {} : { signal }),
      ...(inference === undefined ? {} : { inference }),
    };
    return {
      to: context.to,
      domain: context.domain,
      search: context.search ?? 'fast',
      words,
      translate: (sentences) =>
        clock.inModel(async () => {
          const results = await traced(trace, 'model', (span) =>
            this.#model.translate(sentences, span === undefined ? options : { ...options, trace: span }),
          );
          if (results.some(({ isStandIn }) => isStandIn === true)) noteStandIn();
          return results;
        }),
    };
  }

  #report(context: TranslationContext, task: AdaptedSentenceTask, solution: Solution): SegmentResult {
    const result = reportOf(task, solution, context.to);
    const missing = missingTerms(solution);
    for (const { check, outcome } of result.checks) this.#metrics?.check(check, outcome);
    this.#metrics?.add('terms_missing', missing.size);
    this.#metrics?.add('terms_applied', result.terms.filter((term) => term.applied).length);
    if (solution.tries > 1) this.#metrics?.add('second_tries', 1);
    return result;
  }
}

/** What is written in capitals as the model has met it. Terms, names and quantities were found in it as it stands. */
function inSmallLetters(task: SentenceTask, names: NameTable): SentenceTask {
  const text = withoutCapitals(task.segment, task.required, (word) => names.knowsWord(word));
  return text === undefined ? task : { ...task, segment: { ...task.segment, text } };
}

/** The name of somebody who is addressed, in the line that addresses him. */
function inLetter(result: SegmentResult, letter: LetterLine | undefined): SegmentResult {
  if (letter?.name === undefined) return result;
  const { alternatives } = result;
  return {
    ...result,
    text: written(letter, result.text),
    ...(alternatives !== undefined && {
      alternatives: alternatives.map((other) => ({ ...other, text: written(letter, other.text) })),
    }),
  };
}
