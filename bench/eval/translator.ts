import type { ModelPort, SentenceRequest, SentenceResult } from '#src/model/model-port.js';
import { ModelBusy } from '#src/model/model-port.js';
import type { Progress } from './progress.js';

/** Large enough for full batches, small enough for the bounded queue and a progress bar that moves. */
const CHUNK_SENTENCES = 64;
const CHUNKS_IN_FLIGHT = 4;
const BUSY_PAUSE_MS = 50;

/** Translates the measured sentences through the model's port and keeps the time it took. */
export class Translator {
  private busyMs = 0;
  private done = 0;

  constructor(
    private readonly model: ModelPort,
    private readonly progress: Progress,
  ) {}

  /** Sentences a second over everything translated so far. */
  get rate(): number {
    return this.busyMs === 0 ? 0 : (1000 * this.done) / this.busyMs;
  }

  get sentences(): number {
    return this.done;
  }

  /** One result per sentence, in order. Long sentences go first, so that the last batches are short ones. */
  async translate(sentences: readonly SentenceRequest[]): Promise<readonly SentenceResult[]> {
    const order = sentences
      .map((sentence, index) => ({ sentence, index, length: sourceLength(sentence) }))
      .sort((a, b) => b.length - a.length);
    const results = new Map<number, SentenceResult>();
    let next = 0;
    const started = performance.now();
    const worker = async (): Promise<void> => {
      while (next < order.length) {
        const chunk = order.slice(next, next + CHUNK_SENTENCES);
        next += CHUNK_SENTENCES;
        const translated = await this.patiently(chunk.map(({ sentence }) => sentence));
        for (const [position, { index }] of chunk.entries()) {
          const result = translated[position];
          if (result !== undefined) results.set(index, result);
        }
        this.progress.advance(chunk.length);
      }
    };
    await Promise.all(Array.from({ length: CHUNKS_IN_FLIGHT }, worker));
    this.busyMs += performance.now() - started;
    this.done += sentences.length;
    return sentences.map((_, index) => {
      const result = results.get(index);
      if (result === undefined) throw new Error(`The model gave no result for sentence ${index + 1}.`);
      return result;
    });
  }

  private async patiently(chunk: readonly SentenceRequest[]): Promise<readonly SentenceResult[]> {
    for (;;) {
      try {
        return await this.model.translate(chunk, { fairnessKey: 'eval', priority: 'background' });
      } catch (error) {
        if (!(error instanceof ModelBusy)) throw error;
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
      }
    }
  }
}

function sourceLength(sentence: SentenceRequest): number {
  return sentence.source.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 8), 0);
}
