import { readFile } from 'node:fs/promises';
import type { Lang } from '#src/base/lang.js';
import type { SourcePart } from '#src/model/model-port.js';

/** A sentence whose terms or placeholders have to come back. */
export interface MarkedSentence {
  /** `usual` or `unusual` for terms; empty for placeholders. */
  readonly variant: string;
  readonly set: string;
  readonly from: Lang;
  readonly to: Lang;
  readonly source: readonly SourcePart[];
}

const MARK = /⟦(?<source>[^⟦⟧⇒]+)⇒(?<target>[^⟦⟧⇒]+)⟧|<x(?<index>\d)>/gu;

/** Reads `terms-dev.tsv` or `placeholders-dev.tsv`: a header line, then one sentence a line. */
export async function readMarkedSet(file: string): Promise<readonly MarkedSentence[]> {
  const [header = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const names = header.split('\t');
  return lines.map((line, index) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    const source = parseMarks(cell('sentence'));
    if (cells.length !== names.length || source.every((part) => part.kind === 'text')) {
      throw new Error(`Line ${index + 2} of ${file} has ${cells.length} cells or nothing marked.`);
    }
    return { variant: cell('variant'), set: cell('set'), from: cell('from'), to: cell('to'), source };
  });
}

/** Cuts a sentence at `⟦source⇒target⟧` and `<x0>`. */
export function parseMarks(sentence: string): readonly SourcePart[] {
  const parts: SourcePart[] = [];
  let end = 0;
  for (const match of sentence.matchAll(MARK)) {
    if (match.index > end) parts.push({ kind: 'text', text: sentence.slice(end, match.index) });
    end = match.index + match[0].length;
    const { source, target, index } = match.groups ?? {};
    if (index !== undefined) parts.push({ kind: 'placeholder', index: Number(index) });
    else parts.push({ kind: 'term', source: source ?? '', target: target ?? '' });
  }
  if (end < sentence.length) parts.push({ kind: 'text', text: sentence.slice(end) });
  return parts;
}
