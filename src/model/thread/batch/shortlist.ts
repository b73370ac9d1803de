import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { onnx } from 'onnx-proto';
import type { Lang } from '../../../base/lang.js';
import { BrokenModel } from '../../folder/broken.js';
import { LexicalTable } from '../../folder/lexical-table.js';
import { type Manifest, SHORTLIST_TENSOR } from '../../folder/manifest.js';

/** Required, not imported: an import would first look for the names of its exports in all of its generated code, in every thread. */
const proto: { readonly onnx: typeof onnx } = createRequire(import.meta.url)('onnx-proto');
/** A sentence with more tokens uses the shortlist of its language: its own product would take as long. */
const MOST_SENTENCE_TOKENS = 6000;

/** The tokens that a plain sentence chooses from. */
export interface Shortlist {
  /** How many there are. */
  readonly size: number;
  /** Present: only the frequent tokens of the language, and these. */
  readonly sentence?: Int32Array;
}

interface LanguageShortlist {
  readonly tokens: Int32Array;
  /** Token → its place among the tokens; −1 where it is not one of them. */
  readonly places: Int32Array;
  /** Tokens that any sentence may use, where a lexical table names them, in the order of the graphs. */
  readonly frequent?: Int32Array;
  readonly isFrequent: ReadonlySet<number>;
}

/**
 * Vocabulary shortlists: the output layer computes scores only for tokens that a translation can hold (Jean et al. 2015;
 * by lexical table: Mi et al. 2016). Per target language, and within it per sentence.
 */
export class Shortlists {
  readonly #languages: ReadonlyMap<Lang, LanguageShortlist>;
  readonly #lexicalTable: LexicalTable | undefined;
  readonly #manifest: Manifest;

  private constructor(
    languages: ReadonlyMap<Lang, LanguageShortlist>,
    lexicalTable: LexicalTable | undefined,
    manifest: Manifest,
  ) {
    this.#languages = languages;
    this.#lexicalTable = lexicalTable;
    this.#manifest = manifest;
  }

  static read(folder: string, manifest: Manifest): Shortlists {
    const { shortlist, outputs, shape } = manifest;
    const languages = Object.entries(outputs ?? {}).map(([lang, file]): [Lang, LanguageShortlist] => {
      const tokens = tokensOf(folder, file);
      const places = new Int32Array(shape.vocabulary).fill(-1);
      for (const [place, token] of tokens.entries()) places[token] = place;
      const frequentFile = shortlist?.singleSentence[lang];
      const frequent = frequentFile === undefined ? undefined : tokensOf(folder, frequentFile);
      return [lang, { tokens, places, isFrequent: new Set(frequent), ...(frequent && { frequent }) }];
    });
    const path = join(folder, shortlist?.lexicalTable ?? '');
    const table = shortlist && LexicalTable.decode(readFileSync(path), shape.vocabulary, path);
    return new Shortlists(new Map(languages), table, manifest);
  }

  /**
   * The shortlist of a sentence; undefined when it needs all tokens. Every token of its source has to be ordinary in its
   * own language, or stand in the shortlist of the target's and be copied; and so do all required words of marked terms.
   */
  select(source: readonly number[], from: Lang, to: Lang): Shortlist | undefined {
    const target = this.#languages.get(to);
    if (target === undefined) return undefined;
    const ordinary = this.#languages.get(from);
    const { term, banned } = this.#manifest.tokens;
    let required = false;
    for (const token of source) {
      if (token === term?.[1]) required = true;
      else if (token === term?.[2]) required = false;
      if (has(target, token) || banned.includes(token)) continue;
      if (required || ordinary === undefined || !has(ordinary, token)) return undefined;
    }
    const sentence = this.#sentenceTokens(source, target, from, to);
    if (sentence === undefined || sentence.length > MOST_SENTENCE_TOKENS) {
      return { size: target.tokens.length };
    }
    return { size: sentence.length + (target.frequent?.length ?? 0), sentence };
  }

  /** Tokens of a language that any sentence may use, in the order of the graphs. */
  frequent(lang: Lang): Int32Array {
    return this.#languages.get(lang)?.frequent ?? new Int32Array();
  }

  /** Beyond the frequent tokens: what the words of the source are translated with, and the words themselves. */
  #sentenceTokens(
    source: readonly number[],
    target: LanguageShortlist,
    from: Lang,
    to: Lang,
  ): Int32Array | undefined {
    const { frequent, isFrequent } = target;
    const { [from]: sourceTag, [to]: tag } = this.#manifest.tokens.languages;
    if (frequent === undefined || sourceTag === undefined || tag === undefined) return undefined;
    if (this.#lexicalTable?.covers(sourceTag, tag) !== true) return undefined;
    const tokens = new Set<number>();
    const add = (token: number) => {
      if (has(target, token) && !isFrequent.has(token)) tokens.add(token);
    };
    for (const token of new Set(source)) {
      add(token);
      for (const translation of this.#lexicalTable.translations(tag, token)) add(translation);
    }
    return Int32Array.from(tokens).sort();
  }
}

function has({ places }: LanguageShortlist, token: number): boolean {
  return (places[token] ?? -1) >= 0;
}

/** The tokens that an output graph holds. */
function tokensOf(folder: string, file: string): Int32Array {
  const { graph } = proto.onnx.ModelProto.decode(readFileSync(join(folder, file)));
  const bytes = graph?.initializer?.find(({ name }) => name === SHORTLIST_TENSOR)?.rawData;
  if (bytes === undefined || bytes === null)
    throw new BrokenModel(`${folder}: ${file} holds no shortlist of tokens.`);
  return new Int32Array(Uint8Array.from(bytes).buffer);
}
