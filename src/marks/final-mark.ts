import { type Lang, writesFullWidth } from '../base/lang.js';
import type { TargetPart } from './target-part.js';

/** How the end of a sentence is written: East Asian, other. */
const MARKS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['。', ['。', '.']],
  ['.', ['。', '.']],
  ['！', ['！', '!']],
  ['!', ['！', '!']],
  ['？', ['？', '?']],
  ['?', ['？', '?']],
]);

/** The name of a firm, with somebody's office before it or not, and nothing else: its stop belongs to the abbreviation. */
const FIRM =
  /^(?:[\p{Lu}\d&][\p{L}\d&.'’-]*,? (?:(?:of|for|and|the|to) ){0,2}){1,8}(?:Ltd|Inc|Corp|Co|K\.K)\.$/u;

export function isFirm(text: string): boolean {
  return FIRM.test(text.trim());
}

/** The label of a cell that ends in an abbreviation: "Item no.", "pcs.", "Qty." */
const ABBREVIATED =
  /^(?:(?!I |[Ss]aid|[Ss]ays?|[Aa]nswer|is |was )[\p{L}\d/()-]+ ){0,4}(?:(?<=[\p{L}] )[Nn]o|[Nn]os|[Pp]cs?|[Qq]ty|[Mm]in|[Mm]ax|[Aa]pprox|[Ii]ncl|[Ee]xcl|[Tt]el|[Ee]xt|[Dd]ept|[Aa]mt|[Ee]st|[Rr]ef|[Aa]cct|[Aa]ddr|[Mm]gr|[Dd]esc|[Vv]ol|[Aa]vg)\.$/u;

/**
 * A sentence that ends with a mark keeps one: models drop the last full stop now and then, most of all into Japanese.
 * Where the translation ends with anything but a letter, a figure or a placeholder, it has its own ending already.
 */
export function withFinalMark(
  target: readonly TargetPart[],
  source: string,
  to: Lang,
): readonly TargetPart[] {
  const last = target.at(-1);
  const marks = MARKS.get(source.trimEnd().at(-1) ?? '');
  if (last === undefined || marks === undefined || /\.\.$/.test(source.trimEnd())) return target;
  if (isFirm(source)) return target;
  if (ABBREVIATED.test(source.trim())) return writesFullWidth(to) ? withoutStop(target, last) : target;
  if (last.kind === 'text' && !/[\p{L}\p{N}]$/u.test(last.text)) return target;
  const mark = writesFullWidth(to) ? marks[0] : marks[1];
  return [...target, { kind: 'text', text: mark }];
}

function withoutStop(target: readonly TargetPart[], last: TargetPart): readonly TargetPart[] {
  if (last.kind !== 'text') return target;
  return [...target.slice(0, -1), { ...last, text: last.text.replace(/[。．.]$/u, '') }];
}
