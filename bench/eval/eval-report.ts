import { readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

/** What one run of `npm run eval` measured: written by `--out`, read by `--against` and by the model card. */

const FaultsShape = Type.Object({
  empty: Type.Number(),
  copied: Type.Number(),
  looped: Type.Number(),
  /** Cut at the hard length cap. */
  capped: Type.Number(),
  /** Without a letter of the target's script where the reference has some, or the other way round. */
  otherScript: Type.Number(),
});

const DirectionScoreShape = Type.Object({
  set: Type.String(),
  /** Such as `ja-en`; Chinese is simplified. */
  direction: Type.String(),
  sentences: Type.Number(),
  chrf: Type.Number(),
  bleu: Type.Number(),
  faults: FaultsShape,
  /** Two when the direction goes through another language. */
  models: Type.Array(Type.String()),
});

const MarkScoreShape = Type.Object({
  direction: Type.String(),
  /** `usual` or `unusual` for terms; empty for placeholders. */
  variant: Type.String(),
  sentences: Type.Number(),
  asked: Type.Number(),
  kept: Type.Number(),
});

const WordScoreShape = Type.Object({
  direction: Type.String(),
  words: Type.Number(),
  right: Type.Number(),
});

const EvalReportShape = Type.Object({
  models: Type.Array(Type.String()),
  /** Hypotheses kept per step; 1 is greedy. */
  beam: Type.Number(),
  scores: Type.Array(DirectionScoreShape),
  terms: Type.Array(MarkScoreShape),
  placeholders: Type.Array(MarkScoreShape),
  /** Frequent words that stand alone; reports of earlier models have none. */
  words: Type.Optional(Type.Array(WordScoreShape)),
  /** Pieces of the tokenizer that text is cut into although training has hardly seen them. */
  untrainedPieces: Type.Optional(Type.Number()),
  /** chrF through the whole pipeline, by search, then by set and direction; reports of earlier models have none. */
  pipeline: Type.Optional(
    Type.Object({
      best: Type.Record(Type.String(), Type.Number()),
      fast: Type.Record(Type.String(), Type.Number()),
    }),
  ),
  /** Lines of the text written for this project, and how many of them are held out. */
  written: Type.Optional(Type.Object({ lines: Type.Number(), heldOut: Type.Number() })),
  sentences: Type.Number(),
  sentencesPerSecond: Type.Number(),
  machine: Type.String(),
});

const AnchorsShape = Type.Object({
  source: Type.String(),
  /** The development set that the scores belong to. */
  set: Type.String(),
  /** Per direction and system: chrF, BLEU. */
  scores: Type.Record(Type.String(), Type.Record(Type.String(), Type.Tuple([Type.Number(), Type.Number()]))),
});

export type Faults = Static<typeof FaultsShape>;
export type DirectionScore = Static<typeof DirectionScoreShape>;
export type MarkScore = Static<typeof MarkScoreShape>;
export type WordScore = Static<typeof WordScoreShape>;
export type EvalReport = Static<typeof EvalReportShape>;
export type Anchors = Static<typeof AnchorsShape>;

export async function readEvalReport(file: string): Promise<EvalReport> {
  const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Value.Check(EvalReportShape, parsed)) {
    throw new Error(`${file} is not a report: write one with npm run eval -- --out NAME.md.`);
  }
  return parsed;
}

export async function readAnchors(file: string | URL): Promise<Anchors> {
  const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
  return Value.Parse(AnchorsShape, parsed);
}
