import type { Direction, ForcedTrace, ModelPort, SentenceRequest, SentenceResult } from '#src/model/port.js';

/** Gives every sentence back as it came: whatever then differs from the input was changed by the road. */
export class IdentityModel implements ModelPort {
  readonly #langs: readonly string[];

  constructor(langs: readonly string[]) {
    this.#langs = langs;
  }

  async translate(sentences: readonly SentenceRequest[]): Promise<readonly SentenceResult[]> {
    return sentences.map(({ source }) => ({
      target: source.map((part) => (part.kind === 'term' ? { kind: 'text', text: part.source } : part)),
      score: 0,
      tokens: 0,
      finish: 'end',
      alternatives: [],
      models: [],
    }));
  }

  async force(): Promise<readonly ForcedTrace[]> {
    return [];
  }

  directions(): readonly Direction[] {
    return this.#langs.map((lang) => ({ from: lang, to: lang }));
  }

  version(): string {
    return 'identity';
  }

  async close(): Promise<void> {}
}
