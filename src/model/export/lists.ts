import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lexicon } from '../folder/lexicon.js';
import type { ManifestTokens } from '../folder/manifest.js';
import { readPieces } from '../tokenizer/pieces.js';

/** Besides what a language uses: digits, and every single character of ASCII, alone or at the start of a word. */
const EVERYWHERE = /^▁?(?:[0-9]+|[!-~])?$/u;

/**
 * Target language → the tokens that it can be written with, in ascending order: those that `shortlists.json` of the
 * trainer counted in texts of the language, the end, the placeholders, bytes, digits and ASCII.
 */
export function languageLists(
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
      const own = counted[tag];
      if (own === undefined) return [];
      const all = new Set([...own, ...everywhere, eos, ...placeholders].filter((id) => !never.has(id)));
      return [[lang, Int32Array.from(all).sort()]];
    }),
  );
}

/** The trainer's `lexicon.bin`, and the core of every language that has a list. */
export interface LexiconLists {
  readonly bytes: Uint8Array;
  readonly cores: ReadonlyMap<string, Int32Array>;
}

/** Undefined where the trainer left no lexicon. */
export function lexiconLists(
  weightsFolder: string,
  vocabulary: number,
  lists: ReadonlyMap<string, Int32Array>,
  { languages, eos }: ManifestTokens,
): LexiconLists | undefined {
  const path = join(weightsFolder, 'lexicon.bin');
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  const lexicon = Lexicon.decode(bytes, vocabulary, path);
  const cores = [...lists].flatMap(([lang, list]): [string, Int32Array][] => {
    const core = lexicon.core(languages[lang] ?? -1);
    if (core === undefined) return [];
    const usable = new Set(list);
    return [
      [
        lang,
        Int32Array.from(new Set([...core, eos]))
          .filter((token) => usable.has(token))
          .sort(),
      ],
    ];
  });
  return { bytes, cores: new Map(cores) };
}
