import { Failure } from '../failure.js';
import type { Lang } from '../lang.js';
import type { Direction } from '../model/port.js';
import { rulesOf } from './engines/rules.js';
import type { EverydayPhrases } from './memory/everyday.js';
import { normalisePhrase } from './memory/normalise.js';
import type { ElementPlan, Piece, RoadPlan, RoadRequest, Segment, WholeAnswer } from './port.js';
import { rewriteWords } from './segment.js';
import type { TermLists } from './terms/selection.js';
import { countWords } from './text/count.js';
import { cutText } from './text/cut.js';
import { detect } from './text/detect.js';
import type { HanModel } from './text/han.js';
import { joinFakeBreaks } from './text/lines.js';

/** What planning needs from the rest of the house. */
export interface PlannerParts {
  readonly han: HanModel;
  readonly everyday: EverydayPhrases;
  readonly terms: TermLists;
  directions(): readonly Direction[];
}

/** Cuts a request into elements, lines and sentences, and answers what can be answered whole. */
export class Planner {
  readonly #parts: PlannerParts;

  constructor(parts: PlannerParts) {
    this.#parts = parts;
  }

  async plan(request: RoadRequest): Promise<RoadPlan> {
    const langs = request.texts.map((text, index) => this.#langOf(request, text, index));
    const answers = await this.#wholeAnswers(request, langs);
    const segments: Segment[] = [];
    const known = new Map<string, number>();
    const elements = request.texts.map((sourceText, index): ElementPlan => {
      const from = langs[index] ?? '';
      const answer = answers[index];
      if (answer !== undefined) return { sourceText, from, pieces: [], answer };
      if (from === request.to) return { sourceText, from, pieces: [{ kind: 'keep', text: sourceText }] };
      return { sourceText, from, pieces: cutElement(request, sourceText, from, index, segments, known) };
    });
    const wordCount = request.texts.reduce((sum, text) => sum + countWords(text), 0);
    return { to: request.to, elements, segments, wordCount };
  }

  #langOf(request: RoadRequest, text: string, index: number): Lang {
    const from = request.from === 'auto' ? detect(text, this.#parts.han, { not: request.to }) : request.from;
    if (from === undefined) throw new Failure(40300, { detail: { index } });
    // A mixed list often holds some texts that are in the target language: they come back as they are.
    if (request.from === 'auto' && from === request.to) return from;
    if (
      !this.#parts.directions().some((direction) => direction.from === from && direction.to === request.to)
    ) {
      throw new Failure(40301, {
        message: `Translation from ${from} to ${request.to} is not supported. Choose another sourceLang or targetLang.`,
        detail: { index },
      });
    }
    return from;
  }

  /** Phrase pair, dictionary entry and everyday phrase for whole elements, in this order. */
  async #wholeAnswers(request: RoadRequest, langs: readonly Lang[]): Promise<(WholeAnswer | undefined)[]> {
    const answers: (WholeAnswer | undefined)[] = request.texts.map(() => undefined);
    for (const from of new Set(langs)) {
      const indexes = langs.flatMap((lang, index) => (lang === from ? [index] : []));
      const keyOf = (index: number): string => normalisePhrase(request.texts[index] ?? '');
      const pairs = await exactPairs(request, from, indexes.map(keyOf));
      const matcher = await this.#parts.terms.matcher(request.terms, from, request.to);
      for (const index of indexes) {
        const text = request.texts[index] ?? '';
        const pair = pairs.get(keyOf(index));
        const term = matcher?.whole(text);
        const everyday = this.#parts.everyday.find(text, from, request.to);
        if (pair !== undefined) answers[index] = { text: dressed(text, pair), by: 'phrase-pair' };
        else if (term !== undefined) {
          answers[index] = { text: dressed(text, term.toText), by: 'dictionary', term };
        } else if (everyday !== undefined && (matcher?.find(text).length ?? 0) === 0) {
          answers[index] = { text: dressed(text, everyday), by: 'everyday' };
        }
      }
    }
    return answers;
  }
}

/** Exact pairs for keys, or none where the engine has no phrase pairs. */
async function exactPairs(
  request: RoadRequest,
  from: Lang,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (request.phrases === undefined || rulesOf(request.engine).phraseScope(request.options) === 'none')
    return new Map();
  return await request.phrases.exact([...new Set(keys)], from, request.to);
}

/** The answer between the white space that stood around the source. */
function dressed(source: string, answer: string): string {
  const lead = /^\s*/u.exec(source)?.[0] ?? '';
  const rest = source.slice(lead.length);
  return lead + answer + rest.slice(rest.trimEnd().length);
}

/** Terms and the model should see one spelling of what looks the same. */
function composed(words: string): string {
  return words.normalize('NFC');
}

function cutElement(
  request: RoadRequest,
  sourceText: string,
  from: Lang,
  element: number,
  segments: Segment[],
  known: Map<string, number>,
): Piece[] {
  const text = rulesOf(request.engine).joinsLines(request.options) ? joinFakeBreaks(sourceText) : sourceText;
  return cutText(text, from).map((cut): Piece => {
    if (cut.kind !== 'sentence') return cut;
    const segment = rewriteWords({ from, text: cut.text, shields: cut.shields, element }, composed);
    const key = JSON.stringify([from, segment.text, segment.shields]);
    const index = known.get(key) ?? segments.push(segment) - 1;
    known.set(key, index);
    return { kind: 'segment', segment: index };
  });
}
