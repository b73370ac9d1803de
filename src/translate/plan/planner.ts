import type { Inference } from '../../base/engine.js';
import { Failure } from '../../base/failure.js';
import { type Lang, writesFullWidth } from '../../base/lang.js';
import type { Direction, Steering } from '../../model/model-port.js';
import { rulesOf } from '../engine-rules.js';
import { mayNameFirm } from '../names/firms/latin-firms.js';
import type { NameTable } from '../names/readings/name-table.js';
import type {
  ElementPlan,
  RegisterChoice,
  Segment,
  TranslationPlan,
  TranslationRequest,
  WholeAnswer,
} from '../pipeline-types.js';
import { chosenForStrings } from '../register/choice.js';
import { modelUnusable } from '../solve/model-failure.js';
import { Turn } from '../solve/turn.js';
import type { TermLists } from '../terms/selection.js';
import type { Analyser } from './analyser.js';
import type { TextAnalysis } from './analysis.js';
import { looksLikeLetter, piecesOf, type Told } from './element-pieces.js';

export interface PlannerParts {
  readonly analyser: Analyser;
  names(): Promise<NameTable>;
  readonly terms: TermLists;
  directions(): readonly Direction[];
  /** Whether the direction has a model, and it is damaged. */
  isUnusable(from: Lang, to: Lang): boolean;
  steering(from: Lang, to: Lang, inference?: Inference): Steering;
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
    const { before } = request;
    const analyses = await this.#parts.analyser.analyse(
      { texts, from: wanted, to, joinsLines, ...(before && { before }) },
      signal,
    );
    const langs = analyses.map(({ lang }, index) => this.#checkedLang(request, lang, index));
    const answers = await this.#wholeAnswers(request, langs, analyses);
    const register = this.#register(request, langs);
    const isLetter = answers.includes(undefined) && looksLikeLetter(analyses, langs, to);
    const segments: Segment[] = [];
    const known = new Map<string, number>();
    const elementOf = (sourceText: string, index: number): ElementPlan => {
      const from = langs[index] ?? '';
      const answer = answers[index];
      if (answer !== undefined) return { sourceText, from, pieces: [], answer };
      if (from === request.to) return { sourceText, from, pieces: [{ kind: 'keep', text: sourceText }] };
      const analysis = analyses[index];
      const told = { ...this.#told(request, from, register, analysis?.before), isLetter };
      return {
        sourceText,
        from,
        pieces: piecesOf(analysis?.cuts ?? [], from, index, segments, known, request, told),
      };
    };
    const elements: ElementPlan[] = [];
    const turn = new Turn();
    for (const [index, text] of texts.entries()) {
      elements.push(elementOf(text, index));
      // Tens of thousands of short texts are one request.
      await turn.yieldWhenLong();
    }
    const wordCount = analyses.reduce((sum, { words }) => sum + words, 0);
    return {
      to: request.to,
      elements,
      segments: await this.#withNames(segments, request),
      wordCount,
      ...(register && { register }),
    };
  }

  /** Decided once for everything that is translated together. */
  #register(request: TranslationRequest, langs: readonly Lang[]): RegisterChoice | undefined {
    const { to, texts, formality: asked = 'auto', inference } = request;
    if (to !== 'ja') return undefined;
    const isHeeded = langs.some((from) => from !== to && this.#parts.steering(from, to, inference).register);
    // What stands before the first text is part of the same letter, message or report.
    const [context = ''] = request.before ?? [];
    const chosen = request.register ?? chosenForStrings(asked, texts, context);
    return { asked, ...(chosen && { chosen }), isHeeded };
  }

  /** What the model of a direction is told beside the sentences. */
  #told(
    { to, inference }: TranslationRequest,
    from: Lang,
    register: RegisterChoice | undefined,
    before: string | undefined,
  ): Omit<Told, 'isLetter'> {
    const steering = this.#parts.steering(from, to, inference);
    return {
      register: steering.register ? register?.chosen : undefined,
      readsBefore: steering.before,
      before,
    };
  }

  /** Sentences that stand alone have no names to share. */
  async #withNames(
    segments: readonly Segment[],
    { to, names: mode, signal }: TranslationRequest,
  ): Promise<readonly Segment[]> {
    // From English only firms are shared: other names have their form from the model.
    const isShared = segments.some(({ from, text }) => from !== 'en' || mayNameFirm(text));
    if (segments.length < 2 || (writesFullWidth(to) && !isShared)) return segments;
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
      const targets = this.#parts.directions().flatMap((one) => (one.from === from ? [one.to] : []));
      const hint =
        targets.length === 0 ? 'Choose another sourceLang.' : `From ${from}: ${targets.join(', ')}.`;
      throw new Failure('directionUnsupported', {
        message: `Translation from ${from} to ${request.to} is not supported. ${hint}`,
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
