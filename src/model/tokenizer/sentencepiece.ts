import { type Lang, writesUnspaced } from '../../base/lang.js';
import { normalForm } from '../../base/normal-form.js';
import type { Manifest } from '../folder/manifest.js';
import type { SentenceBefore, SourcePart, TargetPart } from '../model-port.js';
import { SentencePieceProcessor } from './processor.js';
import type { SourceSentence, Tokenizer } from './tokenizer.js';

/** Longest line with context in training, in tokens; the model has not learnt to find its sentence behind more. */
const MOST_WITH_CONTEXT = 150;

/** The `spm.model` of our own models. */
export class SentencePieceTokenizer implements Tokenizer {
  readonly #processor: SentencePieceProcessor;
  readonly #manifest: Manifest;
  readonly #symbols: RegExp;
  /**
   * A symbol that never stands in a source, because tags are added as ids: it is put inside a user's literal to
   * break it, and dropped from the ids afterwards.
   */
  readonly #separatorText: string;
  readonly #separator: number;
  readonly #placeholders: ReadonlyMap<number, number>;

  constructor(bytes: Buffer, manifest: Manifest) {
    const processor = new SentencePieceProcessor(bytes);
    this.#processor = processor;
    this.#manifest = manifest;
    const { symbols } = manifest.tokenizer;
    const escaped = symbols.map((symbol) => symbol.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'));
    this.#symbols = new RegExp(escaped.join('|') || '(?!)', 'gu');
    const tags = new Set(Object.values(manifest.tokens.languages));
    const separator = symbols.find((symbol) => tags.has(processor.encode(symbol).at(-1) ?? -1));
    if (separator === undefined) throw new Error('The tokenizer knows none of the language tags.');
    this.#separatorText = separator;
    this.#separator = processor.encode(separator).at(-1) ?? -1;
    this.#placeholders = new Map(manifest.tokens.placeholders.map((id, index) => [id, index]));
  }

  encode({ source, to, domain, register, before }: SourceSentence): number[] {
    const { tokens } = this.#manifest;
    const text = source.map((part) => this.#literal(part, to)).join('');
    const ids = this.#processor.encode(text).filter((id) => id !== this.#separator);
    const tags = [
      tokens.languages[to],
      domain === undefined ? undefined : tokens.domains[domain],
      register === undefined || to !== 'ja' ? undefined : tokens.registers?.[register],
    ].filter((tag) => tag !== undefined);
    return [...tags, ...this.#before(before, [...tags, ...ids].length), ...ids, tokens.eos];
  }

  /** The sentence before with its mark, its translation with another; only as much of both as training had in one line. */
  #before(before: SentenceBefore | undefined, tokens: number): number[] {
    const marks = this.#manifest.tokens.before;
    if (before === undefined || marks === undefined) return [];
    const source = [...this.encodeTarget(before.source), marks[0]];
    const target = before.target === undefined ? [] : [...this.encodeTarget(before.target), marks[1]];
    if (tokens + source.length > MOST_WITH_CONTEXT) return [];
    return tokens + source.length + target.length > MOST_WITH_CONTEXT ? source : [...source, ...target];
  }

  encodeTarget(text: string): number[] {
    return this.#processor.encode(this.#broken(text)).filter((id) => id !== this.#separator);
  }

  decode(ids: readonly number[]): TargetPart[] {
    const parts: TargetPart[] = [];
    let stretch: number[] = [];
    const flush = () => {
      const text = this.#text(stretch, parts.length === 0);
      if (text !== '') parts.push({ kind: 'text', text });
      stretch = [];
    };
    for (const id of ids) {
      const index = this.#placeholders.get(id);
      if (index === undefined) {
        stretch.push(id);
      } else {
        flush();
        parts.push({ kind: 'placeholder', index });
      }
    }
    flush();
    return parts;
  }

  byteOf(id: number): number | undefined {
    return this.#processor.byteOf(id);
  }

  /** Only the first stretch loses the blank that every text begins with; a symbol in front keeps the others'. */
  #text(ids: readonly number[], first: boolean): string {
    if (ids.length === 0) return '';
    if (first) return this.#processor.decode(ids);
    return this.#processor.decode([this.#separator, ...ids]).slice(this.#separatorText.length);
  }

  /**
   * A term to be written stands behind a blank where the language has blanks between words: its pieces are then those that
   * the sentence will have, and need only be copied. (Into English: 95 of 100 terms present instead of 83.)
   */
  #literal(part: SourcePart, to: Lang): string {
    switch (part.kind) {
      case 'text':
        return this.#broken(part.text);
      case 'term':
        return this.#manifest.tokens.term === undefined
          ? this.#broken(part.source)
          : `<t>${this.#broken(part.source)}<=>${writesUnspaced(to) ? '' : ' '}${this.#broken(part.target)}</t>`;
      case 'placeholder':
        return `<x${part.index}>`;
    }
  }

  /** SentencePiece normalises first, so that full-width look-alikes count as well. */
  #broken(text: string): string {
    const normalised = normalForm(text, 'NFKC');
    if (normalised.search(this.#symbols) === -1) return text;
    return normalised.replace(
      this.#symbols,
      (symbol) => symbol.slice(0, 1) + this.#separatorText + symbol.slice(1),
    );
  }
}
