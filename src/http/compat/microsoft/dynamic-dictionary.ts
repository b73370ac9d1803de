import type { TermPair } from '../../../translate/pipeline-types.js';
import { scanTags } from '../../../translate/spans/tags.js';

/** A text without the marks of a dynamic dictionary, and the terms that stood in them. */
export interface MarkedText {
  readonly text: string;
  readonly terms: readonly TermPair[];
}

const MARK = 'mstrans:dictionary';
const TRANSLATION = /\btranslation\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** As terms of glossaries; longer ones are no terms. */
const LONGEST_TERM = 255;

/**
 * Reads `<mstrans:dictionary translation="…">phrase</mstrans:dictionary>`: the phrase stays in the text, and how it is to be
 * translated becomes a term of the request. What is not written like this stays as it is.
 */
export function readDynamicDictionary(text: string): MarkedText {
  if (!text.includes('<')) return { text, terms: [] };
  const terms: TermPair[] = [];
  const pieces: string[] = [];
  let at = 0;
  let opening: { readonly start: number; readonly end: number; readonly toText: string } | undefined;
  for (const { start, end, name, closing } of scanTags(text)) {
    if (name === MARK && !closing) {
      const [, double, single] = TRANSLATION.exec(text.slice(start, end)) ?? [];
      opening = { start, end, toText: unescaped(double ?? single ?? '') };
      continue;
    }
    const fromText = opening === undefined ? '' : text.slice(opening.end, start).trim();
    if (name === MARK && opening !== undefined && isTerm(fromText) && isTerm(opening.toText)) {
      pieces.push(text.slice(at, opening.start), text.slice(opening.end, start));
      terms.push({ fromText, toText: opening.toText });
      at = end;
    }
    opening = undefined;
  }
  pieces.push(text.slice(at));
  return { text: pieces.join(''), terms };
}

function isTerm(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_TERM;
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '').trim();
}
