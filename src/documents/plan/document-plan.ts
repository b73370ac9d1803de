import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Failure } from '../../base/failure.js';
import type { Lang } from '../../base/lang.js';
import type { Register } from '../../model/model-port.js';
import { withOneForm } from '../../translate/names/written/one-form.js';
import type {
  Piece,
  Pipeline,
  Segment,
  SegmentResult,
  TranslationPlan,
  TranslationRequest,
} from '../../translate/pipeline-types.js';
import { chosenRegister } from '../../translate/register/choice.js';
import { isStatement } from '../../translate/segmentation/statement.js';
import { hasForeignRuns } from '../../translate/spans/foreign-scripts.js';
import { listLetters } from './list-letters.js';
import type { ReadUnit } from './read-unit.js';

/** Units that are planned together: few enough that requests of others do not wait. */
const UNITS_PER_TURN = 8;
/** And their characters, unless one alone has more. */
const CHARACTERS_PER_TURN = 4000;

/** A unit that no other one equals. */
interface Unit {
  readonly text: string;
  readonly unit: number;
  /** The unit before it. */
  readonly before: string | undefined;
}

interface Chunk {
  readonly plan: TranslationPlan;
  /** Which distinct unit each element is. */
  readonly units: readonly number[];
  /** Where each sentence of the plan stands among those of the document. */
  readonly segments: readonly number[];
}

/** By what a sentence of a document is found again: where models read the sentence before, that is part of it. */
export function sentenceKey({ from, source, before = '' }: SentencePlace): string {
  return `${from} ${source}${before === '' ? '' : `\n${before}`}`;
}

export interface SentencePlace {
  readonly from: Lang;
  readonly source: string;
  readonly before?: string | undefined;
}

/**
 * A document cut into sentences, through the pipeline's own planner. Equal units are planned once and equal sentences
 * stand once in `segments`, whatever cell or page they are on.
 */
export class DocumentPlan {
  readonly segments: readonly Segment[];
  readonly wordCount: number;
  readonly characters: number;
  /** Sentences in scripts that no model here reads: they are left as they are. */
  readonly left: number;
  readonly #chunks: readonly Chunk[];
  /** For each unit of the document, the distinct unit that it equals; undefined where it stays. */
  readonly #distinct: readonly (number | undefined)[];
  /** For each unit, the letter that it has as an item of a list: no part of what it says. */
  readonly #letters: readonly string[];

  private constructor(
    parts: Pick<DocumentPlan, 'segments' | 'wordCount' | 'characters' | 'left'>,
    chunks: readonly Chunk[],
    distinct: readonly (number | undefined)[],
    letters: readonly string[],
  ) {
    this.segments = parts.segments;
    this.wordCount = parts.wordCount;
    this.characters = parts.characters;
    this.left = parts.left;
    this.#chunks = chunks;
    this.#distinct = distinct;
    this.#letters = letters;
  }

  /** @param langs the language each unit is translated from; undefined where it stays as it is */
  static async make(
    pipeline: Pick<Pipeline, 'plan'>,
    request: TranslationRequest,
    document: readonly ReadUnit[],
    langs: readonly (Lang | undefined)[],
  ): Promise<DocumentPlan> {
    const numbers = new Map<string, number>();
    const byLang = new Map<Lang, Unit[]>();
    const register = registerOf(request, document, langs);
    let before: string | undefined;
    let beforeLang: Lang | undefined;
    let wordCount = 0;
    let characters = 0;
    let left = 0;
    const letters = listLetters(document.map(({ text }) => text));
    const distinct = document.map(({ text: whole, ...counted }, index): number | undefined => {
      const text = whole.slice(letters[index]?.length);
      const lang = langs[index];
      if (lang === undefined) {
        if (hasForeignRuns(text, request.to)) left += 1;
        return undefined;
      }
      wordCount += counted.words;
      characters += counted.characters;
      const own = lang === beforeLang && isStatement(text, lang) ? before : undefined;
      before = text;
      beforeLang = lang;
      const key = sentenceKey({ from: lang, source: text, before: own });
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const unit = numbers.size;
      numbers.set(key, unit);
      const sameLang = byLang.get(lang) ?? [];
      if (sameLang.length === 0) byLang.set(lang, sameLang);
      sameLang.push({ text, unit, before: own });
      return unit;
    });
    const segments: Segment[] = [];
    const places = new Map<string, number>();
    const chunks: Chunk[] = [];
    for (const [from, units] of byLang) {
      for (const some of turnsOf(units)) {
        request.signal?.throwIfAborted();
        const plan = await pipeline.plan({
          ...request,
          from,
          register,
          texts: some.map(({ text }) => text),
          before: some.map((unit) => unit.before),
        });
        const mapped = plan.segments.map((segment) => {
          const key = sentenceKey({ ...segment, source: segment.text });
          const place = places.get(key) ?? segments.push(segment) - 1;
          places.set(key, place);
          return place;
        });
        left += plan.elements.flatMap(({ pieces }) => pieces).filter((piece) => isLeft(piece, from)).length;
        chunks.push({ plan, units: some.map(({ unit }) => unit), segments: mapped });
        await yieldToEventLoop();
      }
    }
    return new DocumentPlan({ segments, wordCount, characters, left }, chunks, distinct, letters);
  }

  /** Units that a phrase pair or a dictionary entry answered as a whole: they need no sentence. */
  *answered(): Generator<{ readonly from: Lang; readonly source: string; readonly target: string }> {
    for (const { plan } of this.#chunks) {
      for (const { answer, from, sourceText } of plan.elements) {
        if (answer !== undefined) yield { from, source: sourceText, target: answer.text };
      }
    }
  }

  /**
   * One translation per unit of the document, undefined where it stays.
   *
   * @param given translations of `segments`, undefined where there is none
   */
  async assemble(
    pipeline: Pick<Pipeline, 'assemble'>,
    given: readonly (string | undefined)[],
  ): Promise<readonly (string | undefined)[]> {
    const sentences = this.#inOneForm(given);
    const translations = new Map<number, string>();
    for (const { plan, units, segments } of this.#chunks) {
      const own = segments.map((place, index) => resultOf(sentences[place], plan.segments[index]));
      for (const [index, unit] of units.entries()) {
        const element = plan.elements[index];
        if (element === undefined) continue;
        const text = await assembled(pipeline, { ...plan, elements: [element] }, own);
        if (text !== undefined) translations.set(unit, text);
      }
      await yieldToEventLoop();
    }
    return this.#distinct.map((unit, index) => {
      const translation = unit === undefined ? undefined : translations.get(unit);
      return translation === undefined ? undefined : `${this.#letters[index]}${translation}`;
    });
  }

  /** Each name in one form in the whole document. */
  #inOneForm(sentences: readonly (string | undefined)[]): readonly (string | undefined)[] {
    const to = this.#chunks[0]?.plan.to ?? '';
    const pairs = this.segments.flatMap(({ from, text: source }, index) => {
      const target = sentences[index];
      return target === undefined ? [] : [{ index, from, source, target }];
    });
    const named = withOneForm(pairs, to);
    const out = [...sentences];
    for (const [at, { index }] of pairs.entries()) out[index] = named[at];
    return out;
  }
}

/** Of the whole document, as far as it is translated; its parts are planned some at a time. */
function registerOf(
  { to, formality = 'auto' }: TranslationRequest,
  document: readonly ReadUnit[],
  langs: readonly (Lang | undefined)[],
): Register | undefined {
  const texts = document.flatMap(({ text }, index) => (langs[index] === undefined ? [] : [text]));
  return to === 'ja' ? chosenRegister(formality, texts) : undefined;
}

function* turnsOf(units: readonly Unit[]): Generator<readonly Unit[]> {
  let turn: Unit[] = [];
  let characters = 0;
  for (const unit of units) {
    if (
      turn.length === UNITS_PER_TURN ||
      (turn.length > 0 && characters + unit.text.length > CHARACTERS_PER_TURN)
    ) {
      yield turn;
      turn = [];
      characters = 0;
    }
    turn.push(unit);
    characters += unit.text.length;
  }
  if (turn.length > 0) yield turn;
}

function isLeft(piece: Piece, from: Lang): boolean {
  return piece.kind === 'keep' && hasForeignRuns(piece.text, from);
}

/** Undefined where a translation came out empty: the unit then stays as it was. */
async function assembled(
  pipeline: Pick<Pipeline, 'assemble'>,
  plan: TranslationPlan,
  results: readonly SegmentResult[],
): Promise<string | undefined> {
  try {
    return (await pipeline.assemble(plan, results)).elements[0]?.translatedText;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** A sentence without a translation stays as it was. */
function resultOf(text: string | undefined, segment: Segment | undefined): SegmentResult {
  const tries = text === undefined ? 0 : 1;
  return { text: text ?? segment?.text ?? '', by: 'model', cached: false, tries, terms: [], checks: [] };
}
