import type { Kotobashi, StreamedSentence } from '#client';
import { batchesOf } from './batches.js';
import { Pace } from './pace.js';
import {
  AUTO,
  isUndetected,
  type Manner,
  reworded,
  type TranslatedLine,
  translateLines,
  withSentence,
} from './translated-line.js';

export interface ShownLine {
  readonly source: string;
  /** Undefined while it has never been translated, and for lines without text. */
  readonly translated: TranslatedLine | undefined;
  /** What is shown belongs to the line as it was before, but for the sentences that are fresh. */
  readonly isStale: boolean;
  /** Places of the sentences that have come while the rest of the line is under way. */
  readonly fresh?: ReadonlySet<number>;
}

export interface Shown {
  readonly lines: readonly ShownLine[];
  readonly state: 'idle' | 'working' | 'failed';
  readonly error: unknown;
  /** The language most of the text was taken for; none before the first answer. */
  readonly detectedLang: string | undefined;
}

const NOTHING: Shown = { lines: [], state: 'idle', error: undefined, detectedLang: undefined };
/** A long document several times over; the oldest go first. */
const MOST_REMEMBERED = 5_000;

/**
 * The translation of a text that is being written. Works line by line: only lines that changed are sent, a request that a
 * newer text has made pointless is taken back, and until the answer comes the old translation stays where it was, to be
 * replaced sentence by sentence. Lines that were translated once are remembered, so that going back costs nothing.
 */
export class LiveTranslation {
  #shown = NOTHING;
  #controller = new AbortController();
  #remembered = new Map<string, TranslatedLine>();
  readonly #pace = new Pace();
  readonly #listeners = new Set<() => void>();

  get shown(): Shown {
    return this.#shown;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows the translation of a text as far as it is known and asks for the rest. */
  async translate(client: Kotobashi, text: string, manner: Manner, perMinute: number | null): Promise<void> {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const sources = text === '' ? [] : text.split('\n');
    const before = this.#shown.lines;
    const place = placesBefore(sources, before);
    this.#show({
      lines: sources.map((source, at) => this.#line(source, manner, before[place(at)])),
      state: 'working',
      error: undefined,
    });
    try {
      for (const batch of batchesOf(this.#missing(manner))) {
        await this.#pace.turn(perMinute, signal);
        await this.#ask(client, batch, manner, signal);
      }
      if (!signal.aborted) this.#show({ state: 'idle' });
    } catch (error) {
      if (!signal.aborted) this.#show({ state: 'failed', error });
    }
  }

  /** Forgets what was translated, because what translations are made of has changed; the next call asks anew. */
  forget(): void {
    this.#remembered.clear();
  }

  /** Puts other words for a sentence into the text. */
  reword(line: number, sentence: number, text: string, manner: Manner): void {
    const { translated: before, isStale } = this.#shown.lines[line] ?? {};
    if (before === undefined || isStale) return;
    const after = reworded(before, sentence, text);
    this.#remember(after, manner);
    this.#show({
      lines: this.#shown.lines.map((shown) =>
        shown.translated === before ? { ...shown, translated: after } : shown,
      ),
    });
  }

  async #ask(
    client: Kotobashi,
    batch: readonly string[],
    manner: Manner,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const request = { signal, onSentence: this.#arrival(batch, manner, signal) };
      for (const line of await translateLines(client, batch, manner, request)) this.#remember(line, manner);
    } catch (error) {
      if (!isUndetected(error) || manner.from !== AUTO) throw error;
      return await this.#askOthers(client, batch, manner, signal, error);
    }
    if (signal.aborted) return;
    this.#show({ lines: this.#shown.lines.map((shown) => this.#line(shown.source, manner, shown)) });
  }

  /** A line said too little to be recognised: in the language of the others, else left as it is. */
  async #askOthers(
    client: Kotobashi,
    batch: readonly string[],
    manner: Manner,
    signal: AbortSignal,
    error: { readonly index: number | undefined },
  ): Promise<void> {
    const { detectedLang } = this.#shown;
    const source = batch[error.index ?? 0];
    if (source === undefined) throw error;
    if (detectedLang !== undefined && detectedLang !== manner.to) {
      const request = { signal, onSentence: this.#arrival([source], manner, signal) };
      const [line] = await translateLines(client, [source], { ...manner, from: detectedLang }, request);
      if (line !== undefined) this.#remember(line, manner);
    } else if (batch.length === 1) throw error;
    else this.#remember({ source, target: source, detectedLang: '', sentences: [] }, manner);
    const others = batch.filter((other) => other !== source);
    if (others.length > 0) await this.#ask(client, others, manner, signal);
    else this.#show({ lines: this.#shown.lines.map((shown) => this.#line(shown.source, manner, shown)) });
  }

  /** Puts a sentence that is finished where it belongs, at every line that says the same. */
  #arrival(batch: readonly string[], { to }: Manner, signal: AbortSignal) {
    return (sentence: StreamedSentence): void => {
      const source = batch[sentence.index];
      if (signal.aborted || source === undefined) return;
      this.#show({
        lines: this.#shown.lines.map((shown) => {
          if (!shown.isStale || shown.source !== source) return shown;
          return {
            ...shown,
            translated: withSentence(shown.translated, source, sentence, to),
            fresh: new Set(shown.fresh).add(sentence.sentence),
          };
        }),
      });
    };
  }

  #line(source: string, manner: Manner, before: ShownLine | undefined): ShownLine {
    const translated = this.#remembered.get(keyOf(source, manner));
    if (translated !== undefined) {
      if (
        before !== undefined &&
        before.translated === translated &&
        !before.isStale &&
        before.source === source
      )
        return before;
      return { source, translated, isStale: false };
    }
    if (source.trim() === '') return { source, translated: undefined, isStale: false };
    return { source, translated: before?.translated, isStale: true };
  }

  #missing(manner: Manner): readonly string[] {
    const wanted = this.#shown.lines.map(({ source }) => source).filter((source) => source.trim() !== '');
    return [...new Set(wanted)].filter((source) => !this.#remembered.has(keyOf(source, manner)));
  }

  #remember(line: TranslatedLine, manner: Manner): void {
    const key = keyOf(line.source, manner);
    this.#remembered.delete(key);
    this.#remembered.set(key, line);
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= MOST_REMEMBERED) return;
      this.#remembered.delete(oldest);
    }
  }

  #show(change: Partial<Shown>): void {
    const lines = change.lines ?? this.#shown.lines;
    // Until an answer says otherwise, a text is in the language that it was in before.
    const isText = lines.some(({ source }) => source.trim() !== '');
    const detectedLang = mostDetected(lines) ?? (isText ? this.#shown.detectedLang : undefined);
    this.#shown = { ...this.#shown, ...change, lines, detectedLang };
    for (const listener of this.#listeners) listener();
  }
}

function keyOf(source: string, { from, to, contractId, fieldId, formality, names }: Manner): string {
  return [from, to, contractId, fieldId, formality, names, source].join('\n');
}

/** Where each line stood before: equal beginnings and ends stay together, so that a new line moves nobody's translation. */
function placesBefore(sources: readonly string[], before: readonly ShownLine[]): (at: number) => number {
  const shorter = Math.min(sources.length, before.length);
  let tail = 0;
  while (tail < shorter && sources.at(-1 - tail) === before.at(-1 - tail)?.source) tail += 1;
  return (at) => (at >= sources.length - tail ? at - sources.length + before.length : at);
}

function mostDetected(lines: readonly ShownLine[]): string | undefined {
  const characters = new Map<string, number>();
  for (const { translated, isStale } of lines) {
    if (translated === undefined || isStale || translated.detectedLang === '') continue;
    const { detectedLang, source } = translated;
    characters.set(detectedLang, (characters.get(detectedLang) ?? 0) + source.length);
  }
  let most: string | undefined;
  for (const [lang, count] of characters) if (count > (characters.get(most ?? '') ?? 0)) most = lang;
  return most;
}
