import type { Anchors, DirectionScore, EvalReport, Faults, MarkScore, WordScore } from './eval-report.js';
import { keptShare } from './evaluation.js';
import { addFaults } from './faults.js';

/** The set that gives `floresDev` in the last line, also when a folder holds its sister set. */
const FLORES = /^flores/;

/** Digits after the point, as the published tables have them. */
const PLACES = 1;

export function resultLine(report: EvalReport): string {
  const faults = allFaults(report);
  const flores = report.scores.filter((score) => FLORES.test(score.set));
  return `RESULT ${JSON.stringify({
    floresDev: Object.fromEntries(
      flores.map((score) => [score.direction, { chrf: round(score.chrf, 2), bleu: round(score.bleu, 2) }]),
    ),
    termPresence: round(keptShare(report.terms), 4),
    placeholderSurvival: round(keptShare(report.placeholders), 4),
    empty: faults.empty,
    copied: faults.copied,
    looped: faults.looped,
    words: Object.fromEntries(
      (report.words ?? []).map(({ direction, words, right }) => [direction, round(right / words, 4)]),
    ),
    untrainedPieces: report.untrainedPieces,
    sentences: report.sentences,
    ...(report.pipeline === undefined
      ? {}
      : { pipeline: { best: rounded(report.pipeline.best), fast: rounded(report.pipeline.fast) } }),
    ...(report.written === undefined ? {} : { written: report.written }),
  })}`;
}

/** The tables of a report in Markdown, laid beside other systems and, where given, an earlier report. */
export function reportTables(report: EvalReport, anchors: Anchors, against?: EvalReport): string {
  return [
    scoreTable(report, anchors, against),
    against === undefined ? '' : comparison(report, against),
    pipelineTable(report),
    markTable('Terms present', report.terms),
    markTable('Placeholders kept', report.placeholders),
    wordTable(report.words ?? []),
    faultTable(report),
    `${report.sentences} sentences, ${round(report.sentencesPerSecond, 1)} sentences/s, beam ${report.beam}, ${report.machine}; ` +
      `model ${report.models.join(', ')}.`,
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

function scoreTable(report: EvalReport, anchors: Anchors, against?: EvalReport): string {
  const systems = [...new Set(Object.values(anchors.scores).flatMap((row) => Object.keys(row)))];
  const shown = report.scores.some((score) => score.set === anchors.set) ? systems : [];
  const earlier = against === undefined ? [] : ['earlier'];
  const rows = report.scores.map((score) => {
    const row = score.set === anchors.set ? anchors.scores[score.direction] : undefined;
    const before = against?.scores.find((other) => sameRow(other, score));
    const cells = shown.map((system) => {
      const anchor = row?.[system];
      return anchor === undefined ? '' : pair(anchor[0], anchor[1]);
    });
    const earlierCell = against === undefined ? [] : [before ? pair(before.chrf, before.bleu) : ''];
    return [
      score.set,
      arrow(score.direction),
      `**${pair(score.chrf, score.bleu)}**`,
      ...earlierCell,
      ...cells,
    ];
  });
  return `### chrF / BLEU\n\n${table(['set', 'direction', 'this model', ...earlier, ...shown], rows)}`;
}

function comparison(report: EvalReport, against: EvalReport): string {
  const gains = report.scores.flatMap((score) => {
    const before = against.scores.find((other) => sameRow(other, score));
    return before === undefined ? [] : [{ score, gain: score.chrf - before.chrf }];
  });
  const behind = gains.filter(({ gain }) => gain <= 0);
  const mean = gains.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, gains.length);
  const verdict = `Ahead of the earlier report in ${gains.length - behind.length} of ${gains.length} rows, ${signed(mean)} chrF on average.`;
  // A wider beam changes the scores by itself, so the difference would not be the weights' alone.
  const unlike =
    report.beam === against.beam
      ? ''
      : ` Not like with like: beam ${report.beam} here, ${against.beam} there.`;
  if (behind.length === 0) return verdict + unlike;
  const names = behind.map(({ score, gain }) => `${score.set} ${arrow(score.direction)} (${signed(gain)})`);
  return `${verdict} Behind in: ${names.join(', ')}.${unlike}`;
}

/** What a customer reads, beside the bare model of the same rows. */
function pipelineTable({ pipeline, scores }: EvalReport): string {
  if (pipeline === undefined) return '';
  const rows = Object.keys(pipeline.best).map((name) => {
    const bare = scores.find((score) => `${score.set} ${score.direction}` === name);
    const cells = [pipeline.best[name], pipeline.fast[name], bare?.chrf];
    return [name.replace(/-(?=[a-z]+$)/, '→'), ...cells.map((chrf) => chrf?.toFixed(PLACES) ?? '')];
  });
  return `### Through the pipeline, chrF\n\n${table(['set and direction', 'best', 'fast', 'bare model'], rows)}`;
}

function rounded(scores: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).map(([name, chrf]) => [name, round(chrf, 2)]));
}

function markTable(title: string, scores: readonly MarkScore[]): string {
  if (scores.length === 0) return '';
  const rows = scores.map((score) => [
    `${arrow(score.direction)} ${score.variant}`.trim(),
    String(score.sentences),
    `${score.kept} of ${score.asked}`,
    percent(score.kept / score.asked),
  ]);
  const total = ['**all**', '', '', `**${percent(keptShare(scores))}**`];
  return `### ${title}\n\n${table(['direction', 'sentences', 'kept', 'share'], [...rows, total])}`;
}

function wordTable(scores: readonly WordScore[]): string {
  if (scores.length === 0) return '';
  const rows = scores.map(({ direction, words, right }) => [
    arrow(direction),
    `${right} of ${words}`,
    percent(right / words),
  ]);
  return `### Single words\n\n${table(['direction', 'right', 'share'], rows)}`;
}

function faultTable(report: EvalReport): string {
  const line = (faults: Faults) =>
    [faults.empty, faults.copied, faults.looped, faults.capped, faults.otherScript].map(String);
  const rows = report.scores.map((score) => [
    score.set,
    arrow(score.direction),
    String(score.sentences),
    ...line(score.faults),
  ]);
  const measured = report.scores.reduce((sum, score) => sum + score.sentences, 0);
  const total = ['**all**', '', String(measured), ...line(allFaults(report))];
  const names = [
    'set',
    'direction',
    'sentences',
    'empty',
    'copied',
    'looped',
    'length-capped',
    'other script',
  ];
  return `### Output that is no translation\n\n${table(names, [...rows, total])}`;
}

function allFaults(report: EvalReport): Faults {
  return addFaults(report.scores.map((score) => score.faults));
}

function sameRow(one: DirectionScore, other: DirectionScore): boolean {
  return one.set === other.set && one.direction === other.direction;
}

function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(names), `|${'---|'.repeat(names.length)}`, ...rows.map(line)].join('\n');
}

function arrow(direction: string): string {
  return direction.replace('-', '→');
}

function pair(first: number, second: number): string {
  return `${first.toFixed(PLACES)} / ${second.toFixed(PLACES)}`;
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(PLACES)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function round(value: number, places: number): number {
  return Number(value.toFixed(places));
}
