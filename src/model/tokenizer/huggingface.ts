import { Tokenizer as Library } from '@huggingface/tokenizers';
import type { Manifest } from '../folder/manifest.js';
import type { SourcePart, TargetPart } from '../model-port.js';
import type { SourceSentence, Tokenizer } from './tokenizer.js';

/** How a placeholder is written for models that have no token for it; most copy it like a name. */
const WRITTEN_PLACEHOLDER = /\{\s?([0-9])\s?\}/u;

/** A `tokenizer.json` of Hugging Face's libraries, as Optimum folders bring it. */
export class HuggingFaceTokenizer implements Tokenizer {
  readonly #library: Library;
  readonly #manifest: Manifest;
  readonly #placeholders: ReadonlyMap<number, number>;
  readonly #special: ReadonlySet<number>;

  constructor(json: object, manifest: Manifest) {
    this.#library = new Library(json, { clean_up_tokenization_spaces: false });
    this.#manifest = manifest;
    this.#placeholders = new Map(manifest.tokens.placeholders.map((id, index) => [id, index]));
    this.#special = new Set([manifest.tokens.eos, manifest.tokens.pad, ...manifest.tokens.banned]);
  }

  encode({ source, from, to, domain }: SourceSentence): number[] {
    const { tokens } = this.#manifest;
    const tags = [
      tokens.sourceLanguages?.[from],
      tokens.languagePlace === 'source' ? tokens.languages[to] : undefined,
      domain === undefined ? undefined : tokens.domains[domain],
    ];
    const ids = source.flatMap((part, index) => this.#part(part, index === 0));
    return [...tags.filter((tag) => tag !== undefined), ...ids, tokens.eos];
  }

  /** Not known of these; their models are given no choice of bytes. */
  byteOf(): undefined {
    return undefined;
  }

  encodeTarget(text: string): number[] {
    return this.#text(text);
  }

  decode(ids: readonly number[], given: readonly number[] = []): TargetPart[] {
    const parts: TargetPart[] = [];
    let stretch: number[] = [];
    const flush = () => {
      if (stretch.length > 0) parts.push(...placeholdersIn(this.#library.decode(stretch), given));
      stretch = [];
    };
    for (const id of ids) {
      const index = this.#placeholders.get(id);
      if (index !== undefined) {
        flush();
        parts.push({ kind: 'placeholder', index });
      } else if (!this.#special.has(id)) {
        stretch.push(id);
      }
    }
    flush();
    return parts;
  }

  #part(part: SourcePart, first: boolean): number[] {
    const { placeholders, term } = this.#manifest.tokens;
    switch (part.kind) {
      case 'text':
        return this.#text(part.text);
      case 'term':
        if (term === undefined) return this.#text(part.source);
        return [term[0], ...this.#text(part.source), term[1], ...this.#text(part.target), term[2]];
      case 'placeholder': {
        const id = placeholders[part.index];
        return id === undefined ? this.#text(`${first ? '' : ' '}{${part.index}}`) : [id];
      }
    }
  }

  /** A user's text never holds tags or marks: what looks like one is broken up. */
  #text(text: string): number[] {
    const { symbols } = this.#manifest.tokenizer;
    const broken = symbols.reduce(
      (safe, symbol) => safe.replaceAll(symbol, `${symbol.slice(0, 1)} ${symbol.slice(1)}`),
      text,
    );
    return this.#library.encode(broken, { add_special_tokens: false }).ids;
  }
}

function placeholdersIn(text: string, given: readonly number[]): TargetPart[] {
  if (given.length === 0) return [{ kind: 'text', text }];
  return text.split(new RegExp(WRITTEN_PLACEHOLDER, 'gu')).flatMap((stretch, i): TargetPart[] => {
    if (i % 2 === 1) return [{ kind: 'placeholder', index: Number(stretch) }];
    return stretch === '' ? [] : [{ kind: 'text', text: stretch }];
  });
}
