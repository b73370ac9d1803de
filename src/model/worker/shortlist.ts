import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import proto from 'onnx-proto';
import type { Lang } from '../../lang.js';
import { LIST } from '../export/output.js';
import { BrokenModel } from '../folder/broken.js';
import { Lexicon } from '../folder/lexicon.js';
import type { Manifest } from '../folder/manifest.js';

/**
 * Added to the score of what a sentence cannot use. No score makes up for it, and yet its exponential is an ordinary number:
 * those that are nearly zero take many times as long to add.
 */
const IMPOSSIBLE = -60;
/** A sentence with more tokens of its own does with those of its language: its product would take as long. */
const MOST_OWN = 6000;

/** The tokens that a plain sentence chooses from. */
export interface Choice {
  /** How many there are. */
  readonly size: number;
  /** Present: only those that any sentence of the language may use, and these. */
  readonly own?: Int32Array;
}

interface LanguageList {
  readonly tokens: Int32Array;
  /** Token → its place among the tokens; −1 where it is not one of them. */
  readonly places: Int32Array;
  /** Those that any sentence may use, where a lexicon says so. */
  readonly core?: ReadonlySet<number>;
  /** Over the tokens: 0 for those of the core, far below for others. */
  readonly coreMask: Float32Array;
}

/** The tokens that each target language uses, and those of them that a sentence can have in its translation. */
export class Shortlists {
  private constructor(
    private readonly lists: ReadonlyMap<Lang, LanguageList>,
    private readonly lexicon: Lexicon | undefined,
    private readonly manifest: Manifest,
  ) {}

  static read(folder: string, manifest: Manifest): Shortlists {
    const { lexicon, outputs, shape } = manifest;
    const lists = Object.entries(outputs ?? {}).map(([lang, file]): [Lang, LanguageList] => {
      const tokens = listOf(folder, file);
      const places = new Int32Array(shape.vocabulary).fill(-1);
      for (const [place, token] of tokens.entries()) places[token] = place;
      const coreFile = lexicon?.lone[lang];
      const core = coreFile === undefined ? undefined : new Set(listOf(folder, coreFile));
      const coreMask = Float32Array.from(tokens, (token) => (core?.has(token) === true ? 0 : IMPOSSIBLE));
      return [lang, { tokens, places, coreMask, ...(core && { core }) }];
    });
    const words =
      lexicon &&
      Lexicon.decode(readFileSync(join(folder, lexicon.file)), shape.vocabulary, join(folder, lexicon.file));
    return new Shortlists(new Map(lists), words, manifest);
  }

  /**
   * What a sentence can do with, unless it needs all tokens: every token of its source is ordinary in its own language,
   * or is in the list of the target's and can be copied, and so are all required words of its marked terms.
   */
  fitting(source: readonly number[], from: Lang, to: Lang): Choice | undefined {
    const list = this.lists.get(to);
    if (list === undefined) return undefined;
    const ordinary = this.lists.get(from);
    const { term, banned } = this.manifest.tokens;
    let required = false;
    for (const token of source) {
      if (token === term?.[1]) required = true;
      else if (token === term?.[2]) required = false;
      if (has(list, token) || banned.includes(token)) continue;
      if (required || ordinary === undefined || !has(ordinary, token)) return undefined;
    }
    const own = this.#own(source, list, from, to);
    if (own === undefined || own.length > MOST_OWN) return { size: list.tokens.length };
    return { size: own.length + (list.core?.size ?? 0), own };
  }

  /** How many tokens a language has. */
  size(lang: Lang): number {
    return this.lists.get(lang)?.tokens.length ?? 0;
  }

  /** Over the tokens of a language: 0 for those that a sentence can use, far below for others. Without own tokens it can use all. */
  mask(lang: Lang, own: Int32Array | undefined, into: Float32Array): void {
    const list = this.lists.get(lang);
    if (own === undefined || list === undefined) {
      into.fill(0);
      return;
    }
    into.set(list.coreMask);
    for (const token of own) into[list.places[token] ?? -1] = 0;
  }

  /** Beyond the core: what the words of the source are translated with, and themselves, to be copied. */
  #own(source: readonly number[], list: LanguageList, from: Lang, to: Lang): Int32Array | undefined {
    const { core } = list;
    const { [from]: sourceTag, [to]: tag } = this.manifest.tokens.languages;
    if (core === undefined || sourceTag === undefined || tag === undefined) return undefined;
    if (this.lexicon?.knows(sourceTag, tag) !== true) return undefined;
    const own = new Set<number>();
    const add = (token: number) => {
      if (has(list, token) && !core.has(token)) own.add(token);
    };
    for (const token of new Set(source)) {
      add(token);
      for (const translation of this.lexicon.translations(tag, token)) add(translation);
    }
    return Int32Array.from(own).sort();
  }
}

function has({ places }: LanguageList, token: number): boolean {
  return (places[token] ?? -1) >= 0;
}

/** The tokens that an output graph holds. */
function listOf(folder: string, file: string): Int32Array {
  const { graph } = proto.onnx.ModelProto.decode(readFileSync(join(folder, file)));
  const bytes = graph?.initializer?.find(({ name }) => name === LIST)?.rawData;
  if (bytes === undefined || bytes === null)
    throw new BrokenModel(`${folder}: ${file} holds no list of tokens.`);
  return new Int32Array(Uint8Array.from(bytes).buffer);
}
