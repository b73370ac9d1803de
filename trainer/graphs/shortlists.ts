import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LexicalTable } from '#src/model/folder/lexical-table.js';
import type { ManifestTokens } from '#src/model/folder/manifest.js';
import { readPieces } from './pieces.js';

/** Besides what a language uses: digits, and every single character of ASCII, alone or at the start of a word. */
const EVERYWHERE = /^▁?(?:[0-9]+|[!-~])?$/u;

/**
 * Target language → the tokens that it can be written with, in ascending order: those that `shortlists.json` of the
 * trainer counted in texts of the language, the end, the placeholders, bytes, digits and ASCII.
 */
export function languageShortlists(
  weightsFolder: string,
  tokenizer: Buffer,
  { languages, banned, eos, placeholders }: ManifestTokens,
): ReadonlyMap<string, Int32Array> {
  const path = join(weightsFolder, 'shortlists.json');
  if (!existsSync(path)) return new Map();
  const counted: Record<string, readonly number[]> = JSON.parse(readFileSync(path, 'utf8'));
  const everywhere = readPieces(tokenizer).pieces.flatMap(({ kind, text }, id) =>
    kind === 'byte' || (kind === 'normal' && EVERYWHERE.test(text)) ? [id] : [],
  );
  const never = new Set(banned);
  return new Map(
    Object.entries(languages).flatMap(([lang, tag]): [string, Int32Array][] => {
      const used = counted[tag];
      if (used === undefined) return [];
      const all = new Set([...used, ...everywhere, eos, ...placeholders].filter((id) => !never.has(id)));
      return [[lang, Int32Array.from(all).sort()]];
    }),
  );
}

/** The trainer's lexical table, and the frequent tokens of every language that has a shortlist. */
export interface FrequentTokens {
  readonly bytes: Uint8Array;
  readonly frequent: ReadonlyMap<string, Int32Array>;
}

/** Undefined where the trainer left no lexical table. */
export function frequentTokens(
  weightsFolder: string,
  vocabulary: number,
  lists: ReadonlyMap<string, Int32Array>,
  { languages, eos }: ManifestTokens,
): FrequentTokens | undefined {
  const path = join(weightsFolder, 'lexicon.bin');
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  const table = LexicalTable.decode(bytes, vocabulary, path);
  const frequent = [...lists].flatMap(([lang, list]): [string, Int32Array][] => {
    const tokens = table.frequent(languages[lang] ?? -1);
    if (tokens === undefined) return [];
    const usable = new Set(list);
    return [
      [
        lang,
        Int32Array.from(new Set([...tokens, eos]))
          .filter((token) => usable.has(token))
          .sort(),
      ],
    ];
  });
  return { bytes, frequent: new Map(frequent) };
}
