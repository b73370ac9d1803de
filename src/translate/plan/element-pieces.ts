import type { Lang } from '../../base/lang.js';
import { normalForm } from '../../base/normal-form.js';
import type { Register } from '../../model/model-port.js';
import { rulesOf } from '../engine-rules.js';
import { type LetterLine, letterLine, opensLetter } from '../letters/letter-line.js';
import { mayIntroduce } from '../names/people/introduction.js';
import type { Piece, Segment, TranslationRequest } from '../pipeline-types.js';
import { asBefore } from '../segmentation/before.js';
import type { Cut } from '../segmentation/cut.js';
import { withShortLines } from '../segmentation/short-lines.js';
import { isStatement } from '../segmentation/statement.js';
import type { TextAnalysis } from './analysis.js';
import { rewriteWords } from './segment.js';
import { placesInSource } from './source-places.js';

/** Terms and the model should see one spelling of what looks the same. */
function composed(words: string): string {
  return normalForm(words, 'NFC');
}

function beginsLine(cuts: readonly Cut[], at: number): boolean {
  return cuts[at - 1]?.kind !== 'separator';
}

/** Whether no other sentence stands in its line. */
function isOwnLine(cuts: readonly Cut[], at: number): boolean {
  return beginsLine(cuts, at) && cuts[at + 1]?.kind !== 'separator';
}

/** Two lines that begin or close letters make one. */
export function looksLikeLetter(
  analyses: readonly TextAnalysis[],
  langs: readonly Lang[],
  to: Lang,
): boolean {
  let lines = 0;
  for (const [index, { cuts }] of analyses.entries()) {
    const from = langs[index] ?? to;
    for (const [at, cut] of cuts.entries()) {
      if (cut.kind !== 'sentence' || !beginsLine(cuts, at)) continue;
      const isOfLetter =
        opensLetter(cut.text) ||
        (isOwnLine(cuts, at) && letterLine(cut.text, { from, to, isLetter: true }) !== undefined);
      if (isOfLetter) lines += 1;
      if (lines === 2) return true;
    }
  }
  return false;
}

/** What the model is told beside the sentences of an element. */
export interface Told {
  readonly register: Register | undefined;
  readonly readsBefore: boolean;
  /** Other lines show that it is a letter. */
  readonly isLetter: boolean;
  /** The last sentence before the element. */
  readonly before: string | undefined;
}

/** The sentences of an element, each a segment of its own or one that stands in the text already, and what is between them. */
export function piecesOf(
  found: readonly Cut[],
  from: Lang,
  element: number,
  segments: Segment[],
  known: Map<string, number>,
  request: TranslationRequest,
  told: Told,
): Piece[] {
  const { engine, options, to, texts, phrases, adaptation } = request;
  // Where phrase pairs answer sentences, each has to stand alone.
  const isBySentence = rulesOf(engine).phraseScope(options) === 'element-and-sentence';
  const letterOf = (text: string, isEnd = false): LetterLine | undefined =>
    letterLine(text, { from, to, isLetter: told.isLetter, isEnd });
  // 您好！ stands before what is written, in the same line, and 株式会社サンプルの五十嵐です behind a greeting.
  const standsAlone = (text: string): boolean => {
    const line = letterOf(text);
    return (
      (line !== undefined && (told.isLetter || line.isSentence === true)) ||
      (from === 'ja' && mayIntroduce(text))
    );
  };
  const cuts = isBySentence ? found : withShortLines(found, standsAlone);
  // Only phrase pairs tell a sentence that is all of its element from the same one inside a longer element.
  const wholeMatters = phrases !== undefined || adaptation !== undefined;
  const isWholeElement = found.filter(({ kind }) => kind === 'sentence').length === 1;
  const end = cuts.findLastIndex(({ kind }) => kind === 'sentence');
  const places = placesInSource(texts[element] ?? '', cuts);
  let before = told.before;
  return cuts.map((cut, at): Piece => {
    if (cut.kind !== 'sentence') return cut;
    const { text, protectedSpans } = cut;
    const ownLine = isOwnLine(cuts, at);
    // A line that is told in parts has nothing to protect but figures and measures.
    const isEnd = at === end && element === texts.length - 1 && (element > 0 || !isWholeElement);
    const whole = letterOf(text, isEnd);
    const line =
      whole?.name !== undefined && protectedSpans.some(({ kind }) => kind !== 'exact') ? undefined : whole;
    const isApart = ownLine || line?.isSentence === true || (told.isLetter && beginsLine(cuts, at));
    const letter = isApart ? line : undefined;
    // A heading or a label has its line to itself.
    const context =
      letter === undefined && (!ownLine || isStatement(text, from))
        ? {
            ...(told.readsBefore && before !== undefined && { before }),
            ...(told.register !== undefined && { register: told.register }),
          }
        : {};
    before = asBefore(text, protectedSpans);
    const segment = rewriteWords(
      { from, text, protectedSpans, element, isWholeElement, ...(letter && { letter }), ...context },
      composed,
    );
    const key = JSON.stringify([
      from,
      segment.text,
      segment.protectedSpans,
      wholeMatters && isWholeElement,
      segment.before,
      segment.letter,
    ]);
    const index = known.get(key) ?? segments.push(segment) - 1;
    known.set(key, index);
    return { kind: 'segment', segment: index, ...(places[at] ?? { start: 0, end: 0 }) };
  });
}
