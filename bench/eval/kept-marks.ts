import type { SourcePart, TargetPart } from '#src/model/model-port.js';

/** How many of the things a sentence asked for are in its translation. */
export interface Kept {
  readonly asked: number;
  readonly kept: number;
}

/**
 * A term counts as present when its required text stands in the translation, letter for letter but for case and
 * width. Inflection at the end ("reports" for "report") passes; another word does not.
 */
export function keptTerms(source: readonly SourcePart[], target: readonly TargetPart[]): Kept {
  const text = fold(textOf(target));
  const wanted = source.flatMap((part) => (part.kind === 'term' ? [fold(part.target)] : []));
  return { asked: wanted.length, kept: wanted.filter((term) => text.includes(term)).length };
}

/** A placeholder survives when it comes back exactly once: neither lost nor doubled. */
export function keptPlaceholders(source: readonly SourcePart[], target: readonly TargetPart[]): Kept {
  const wanted = source.flatMap((part) => (part.kind === 'placeholder' ? [part.index] : []));
  const found = target.flatMap((part) => (part.kind === 'placeholder' ? [part.index] : []));
  const survived = wanted.filter((index) => found.filter((other) => other === index).length === 1);
  return { asked: wanted.length, kept: survived.length };
}

/** A translation as one string, placeholders written as the model writes them. */
export function textOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : `<x${part.index}>`)).join('');
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
