import type { Manifest } from '#src/model/folder/manifest.js';
import type { Anchors, EvalReport } from '../eval/eval-report.js';
import type { RatedVersion } from '../eval/everyday.js';
import { reportTables } from '../eval/report.js';
import type { Corpus } from './corpora.js';

export interface CardInput {
  readonly manifest: Manifest;
  readonly report: EvalReport;
  readonly anchors: Anchors;
  readonly corpora: readonly Corpus[];
  /** The report of the model that this one replaces. */
  readonly against?: EvalReport;
  /** Everyday sentences rated by reading, of this version and of earlier ones. */
  readonly rated: readonly RatedVersion[];
}

const MEGABYTE = 1_000_000;

/** The card of a model: what it is, how well it does, what it was made of, where it fails. */
export function cardText({ manifest, report, anchors, corpora, against, rated }: CardInput): string {
  return [
    `# ${manifest.name} ${manifest.version}`,
    manifest.description,
    facts(manifest),
    '## How well it translates',
    'Measured by `npm run eval` with the files of this folder, through the same runtime that serves requests. chrF and BLEU as sacreBLEU ' +
      'computes them (chrF2; BLEU with 13a words in English, IPAdic words in Japanese, characters in Chinese; ' +
      'higher is better). `flores-dev` is general text and no training corpus; the other sets were cut ' +
      'out of training corpora before training, so their text is of a kind that the model knows. The scores of other systems are taken ' +
      'over from notes, not measured here. The usual half of the terms comes from dictionaries that are training text too.',
    reportTables(report, anchors, against),
    ratedTable(rated),
    '## Data and licences',
    'The text was collected so that a product may be built on it. Lines that equal one of the development sets above, of the ' +
      'public test sets or of the sets for custom models were removed; near copies were not looked for by the collection. ' +
      'The licences were not checked at each source. In the last column, *noted*: the collection names this licence for this ' +
      'corpus; *group*: it names the licences of a group, which one applies here is general knowledge; *assumed*: general ' +
      'knowledge alone. Read the licence at the source before you rely on it.',
    corpusTable(corpora),
    '## Limits',
    limits(report, anchors)
      .map((limit) => `- ${limit}`)
      .join('\n'),
    '## Files',
    fileTable(manifest),
  ].join('\n\n');
}

function facts(manifest: Manifest): string {
  const direct = manifest.directions.filter((direction) => direction.via === undefined);
  const pivoted = manifest.directions.filter((direction) => direction.via !== undefined);
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  const rows: (readonly [string, string])[] = [
    ['licence of the weights', manifest.licence],
    ['size', `${(bytes / MEGABYTE).toFixed(1)} MB in all`],
    ['directions', direct.map(({ from, to }) => `${from}→${to}`).join(', ')],
    ['decoding', `beam ${manifest.decode.beam}, length exponent ${manifest.decode.lengthPenalty}`],
    ['fields of text', Object.keys(manifest.tokens.domains).join(', ')],
    ['required terms', manifest.tokens.term === undefined ? 'no' : 'yes, marked in the source'],
    ['placeholders', `${manifest.tokens.placeholders.length} a sentence`],
  ];
  if (pivoted.length > 0) {
    const names = pivoted.map(({ from, to, via }) => `${from}→${to} through ${via}`);
    rows.push(['directions through another language', names.join(', ')]);
  }
  return `| | |\n|---|---|\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}`;
}

function ratedTable(rated: readonly RatedVersion[]): string {
  const rows = rated.flatMap(({ version, counts }) =>
    Object.entries(counts).map(
      ([direction, { usable, meaning, wrong }]) =>
        `| ${version} | ${direction.replace('-', '→')} | ${usable} | ${meaning} | ${wrong} |`,
    ),
  );
  return [
    'Everyday sentences and words (`bench/data/everyday`, written for this and kept apart from training), translated as a user gets them ' +
      'and rated by reading. Usable: as it comes. Meaning there: the wording needs a hand. ' +
      "The rating is one reader's; the tables lie in `bench/data/everyday/rated`.",
    `| version | direction | usable | meaning there | wrong |\n|---|---|---|---|---|\n${rows.join('\n')}`,
  ].join('\n\n');
}

function corpusTable(corpora: readonly Corpus[]): string {
  const rows = corpora.map(
    ({ name, content, lines, licence, basis }) =>
      `| ${name} | ${content} | ${lines} | ${licence} | ${basis} |`,
  );
  return `| corpus | what | lines available | licence | known from |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function fileTable(manifest: Manifest): string {
  const rows = Object.entries(manifest.files).map(
    ([name, file]) => `| ${name} | ${file.bytes} | \`${file.sha256}\` |`,
  );
  return `| file | bytes | SHA-256 |\n|---|---|---|\n${rows.join('\n')}`;
}

/** What a user should know before trusting the output; measured where it can be, said plainly where not. */
function limits(report: EvalReport, anchors: Anchors): readonly string[] {
  const { empty, copied, looped, capped, otherScript } = report.scores.reduce(
    (sum, { faults }) => ({
      empty: sum.empty + faults.empty,
      copied: sum.copied + faults.copied,
      looped: sum.looped + faults.looped,
      capped: sum.capped + faults.capped,
      otherScript: sum.otherScript + faults.otherScript,
    }),
    { empty: 0, copied: 0, looped: 0, capped: 0, otherScript: 0 },
  );
  const measured = report.scores.reduce((sum, score) => sum + score.sentences, 0);
  return [
    ...distances(report, anchors),
    `Of ${measured} measured sentences ${empty} came out empty, ${copied} as a copy of the source, ${looped} in a loop, ` +
      `${capped} cut at the length cap and ${otherScript} in another script than expected.`,
    'Software and web documentation is by far the largest part of the training text. Everyday, business, news, legal and ' +
      'medical text is thin, in Chinese most of all: expect wrong register, invented detail and missing clauses there.',
    'There is little text that was translated directly between Japanese and Chinese; most of what was trained on was joined through ' +
      'English, and the model shows it.',
    'Traditional Chinese is trained on less text than simplified and is not part of the measurements above. The ' +
      'Hong Kong form is a conversion of characters and common words, not a translation of its own.',
    'Names written in kana, rare kanji names and abbreviations may be transliterated wrongly: give them as dictionary terms.',
    'One sentence is translated at a time. Pronouns, politeness and omitted subjects that only the sentence before ' +
      'explains are guessed.',
    'Numbers, dates, units and negations can come out wrong in fluent sentences. Text on which health, money or rights ' +
      'depend needs a human reader.',
    'The training text carries the views and gaps of its sources, and so may the output.',
  ];
}

/** How far the best other system is ahead, per direction that was measured for both. */
function distances(report: EvalReport, anchors: Anchors): readonly string[] {
  const lines = report.scores.flatMap((score) => {
    const others = Object.entries(anchors.scores[score.direction] ?? {});
    const best = others.sort(([, a], [, b]) => b[0] - a[0])[0];
    if (score.set !== anchors.set || best === undefined) return [];
    const [system, [chrf]] = best;
    const gap = chrf - score.chrf;
    return [`${score.direction.replace('-', '→')} ${gap.toFixed(1)} (${system})`];
  });
  if (lines.length === 0) return [];
  return [`Large online systems are ahead on general text, in chrF points: ${lines.join(', ')}.`];
}
