import { Failure } from '../failure.js';
import { type Lang, writesFullWidth } from '../lang.js';
import type { Direction } from '../model/model-port.js';
import { normalForm } from '../normal-form.js';
import type { Analyser } from './analyser.js';
import type { TextAnalysis } from './analysis.js';
import { rulesOf } from './engines/rules.js';
import { modelUnusable } from './model-failure.js';
import type { NameTable } from './names/name-table.js';
import type {
  ElementPlan,
  Piece,
  Segment,
  TranslationPlan,
  TranslationRequest,
  WholeAnswer,
} from './pipeline.js';
import { rewriteWords } from './segment.js';
import { placesInSource } from './source-places.js';
import type { TermLists } from './terms/selection.js';
import type { Cut } from './text/cut.js';

export interface PlannerParts {
  readonly analyser: Analyser;
  names(): Promise<NameTable>;
  readonly terms: TermLists;
  directions(): readonly Direction[];
  /** Whether the direction has a model, and it is damaged. */
  isUnusable(from: Lang, to: Lang): boolean;
}

/** Cuts a request into elements, lines and sentences, and answers what can be answered whole. */
export class Planner {
  readonly #parts: PlannerParts;

  constructor(parts: PlannerParts) {
    this.#parts = parts;
  }

  async plan(request: TranslationRequest): Promise<TranslationPlan> {
    const { texts, from: wanted, to, signal } = request;
    const joinsLines = rulesOf(request.engine).joinsLines(request.options);
    const analyses = await this.#parts.analyser.analyse({ texts, from: wanted, to, joinsLines }, signal);
    const langs = analyses.map(({ lang }, index) => this.#checkedLang(request, lang, index));
    const answers = await this.#wholeAnswers(request, langs, analyses);
    const segments: Segment[] = [];
    const known = new Map<string, number>();
    const elements = request.texts.map((sourceText, index): ElementPlan => {
      const from = langs[index] ?? '';
      const answer = answers[index];
      if (answer !== undefined) return { sourceText, from, pieces: [], answer };
      if (from === request.to) return { sourceText, from, pieces: [{ kind: 'keep', text: sourceText }] };
      const cuts = analyses[index]?.cuts ?? [];
      return { sourceText, from, pieces: piecesOf(cuts, from, index, segments, known, request) };
    });
    const wordCount = analyses.reduce((sum, { words }) => sum + words, 0);
    return { to: request.to, elements, segments: await this.#withNames(segments, request), wordCount };
  }

  /** Sentences that stand alone have no names to share. */
  async #withNames(
    segments: readonly Segment[],
    { to, names: mode, signal }: TranslationRequest,
  ): Promise<readonly Segment[]> {
    if (segments.length < 2 || writesFullWidth(to)) return segments;
    const { analyser, names } = this.#parts;
    const shared = await analyser.sharedNames(segments, { to, mode }, names, signal);
    return segments.map((segment, index) => {
      const own = shared[index] ?? [];
      return own.length === 0 ? segment : { ...segment, names: own };
    });
  }

  #checkedLang(request: TranslationRequest, from: Lang | undefined, index: number): Lang {
    if (from === undefined) throw new Failure('languageUndetected', { detail: { index } });
    // A mixed list often holds some texts that are in the target language, or empty: they come back as they are.
    if (from === request.to && (request.from === 'auto' || request.texts[index] === '')) return from;
    if (
      !this.#parts.directions().some((direction) => direction.from === from && direction.to === request.to)
    ) {
      if (this.#parts.isUnusable(from, request.to)) throw modelUnusable();
      throw new Failure('directionUnsupported', {
        message: `Translation from ${from} to ${request.to} is not supported. Choose another sourceLang or targetLang.`,
        detail: { index },
      });
    }
    return from;
  }

  /** Phrase pair or else dictionary entry for whole elements. */
  async #wholeAnswers(
    request: TranslationRequest,
    langs: readonly Lang[],
    analyses: readonly TextAnalysis[],
  ): Promise<(WholeAnswer | undefined)[]> {
    const answers: (WholeAnswer | undefined)[] = request.texts.map(() => undefined);
    for (const from of new Set(langs)) {
      const short = analyses.flatMap(({ phraseKey }, index) =>
        langs[index] === from && phraseKey !== undefined ? [{ index, phraseKey }] : [],
      );
      const keys = short.map(({ phraseKey }) => phraseKey);
      const pairs = await exactPairs(request, from, keys);
      const matcher = await this.#parts.terms.matcher(request.terms, from, request.to);
      for (const { index, phraseKey } of short) {
        const text = request.texts[index] ?? '';
        const pair = pairs.get(phraseKey);
        const term = matcher?.whole(text);
        if (pair !== undefined)
          answers[index] = { text: withSurroundingWhitespace(text, pair), by: 'phrase-pair' };
        else if (term !== undefined) {
          answers[index] = { text: withSurroundingWhitespace(text, term.toText), by: 'dictionary', term };
        }
      }
    }
    return answers;
  }
}

/** Exact pairs for keys, or none where the engine has no phrase pairs. */
async function exactPairs(
  request: TranslationRequest,
  from: Lang,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (request.phrases === undefined || rulesOf(request.engine).phraseScope(request.options) === 'none')
    return new Map();
  return await request.phrases.exact([...new Set(keys)], from, request.to);
}

/** The answer between the white space that stood around the source. */
function withSurroundingWhitespace(source: string, answer: string): string {
  const lead = /^\s*/u.exec(source)?.[0] ?? '';
  const rest = source.slice(lead.length);
  return lead + answer + rest.slice(rest.trimEnd().length);
}

/** Terms and the model should see one spelling of what looks the same. */
function composed(words: string): string {
  return normalForm(words, 'NFC');
}

function piecesOf(
  cuts: readonly Cut[],
  from: Lang,
  element: number,
  segments: Segment[],
  known: Map<string, number>,
  { texts, phrases, adaptation }: TranslationRequest,
): Piece[] {
  // Only phrase pairs tell a sentence that is all of its element from the same one inside a longer element.
  const wholeMatters = phrases !== undefined || adaptation !== undefined;
  const isWholeElement = cuts.filter(({ kind }) => kind === 'sentence').length === 1;
  const places = placesInSource(texts[element] ?? '', cuts);
  return cuts.map((cut, at): Piece => {
    if (cut.kind !== 'sentence') return cut;
    const { text, protectedSpans } = cut;
    const segment = rewriteWords({ from, text, protectedSpans, element, isWholeElement }, composed);
    const key = JSON.stringify([from, segment.text, segment.protectedSpans, wholeMatters && isWholeElement]);
    const index = known.get(key) ?? segments.push(segment) - 1;
    known.set(key, index);
    return { kind: 'segment', segment: index, ...(places[at] ?? { start: 0, end: 0 }) };
  });
}
