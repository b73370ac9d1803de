import type { TargetPart } from './target-part.js';

/** Stands for placeholder n while marks are looked at: noncharacters, never part of a text. */
const STAND_IN = 0xfdd0;

/** A translation in one piece, each placeholder as one character. */
export function joinParts(target: readonly TargetPart[]): string {
  return target
    .map((part) => (part.kind === 'text' ? part.text : String.fromCharCode(STAND_IN + part.index)))
    .join('');
}

/** The way back. */
export function partsOf(joined: string): TargetPart[] {
  const parts: TargetPart[] = [];
  for (const piece of joined.split(/([\uFDD0-\uFDD9])/u)) {
    const index = piece.charCodeAt(0) - STAND_IN;
    if (piece.length === 1 && index >= 0 && index < 10) parts.push({ kind: 'placeholder', index });
    else if (piece !== '') parts.push({ kind: 'text', text: piece });
  }
  return parts;
}
