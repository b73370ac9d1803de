import { Failure } from '#src/base/failure.js';
import { ModelService } from '#src/model/service.js';
import type { TermEntry } from '#src/translate/pipeline-types.js';
import { PIPELINE_DEFAULTS, TranslationPipeline } from '#src/translate/translation-pipeline.js';
import { type Answer, Answers } from './answers.js';
import type { Direction } from './sets.js';

/** Translates single sentences through the whole pipeline, as a request would, and measures what part the model takes. */
export class SentenceTranslator {
  readonly #model: ModelService;
  readonly #pipeline: TranslationPipeline;
  readonly #answers: Answers;
  readonly #time = { total: 0, outside: 0 };

  /** @param resume file of translations already made */
  constructor(models: string, resume?: string) {
    this.#answers = new Answers(resume);
    this.#model = new ModelService({ directory: models });
    const metrics = {
      add: () => {},
      check: () => {},
      time: (totalMs: number, outsideMs: number) => {
        this.#time.total += totalMs;
        this.#time.outside += outsideMs;
      },
    };
    this.#pipeline = new TranslationPipeline(this.#model, { ...PIPELINE_DEFAULTS, cacheEntries: 0 }, metrics);
  }

  /** Reads what a service has read before its second request, so that it does not count as time outside the model. */
  async warmUp(directions: readonly Direction[]): Promise<void> {
    const term: TermEntry = { fromText: 'A', toText: 'A', tier: 'dictionary' };
    for (const direction of directions) await this.#translate(direction, 'A 1', [term]);
    Object.assign(this.#time, { total: 0, outside: 0 });
  }

  /** A sentence that fails counts as wrong. */
  translate(direction: Direction, text: string, terms: readonly TermEntry[] = []): Promise<Answer> {
    const { from, to } = direction;
    const key = [from, to, JSON.stringify(terms), text].join('\t');
    return this.#answers.get(key, () => this.#translate(direction, text, terms));
  }

  async #translate({ from, to }: Direction, text: string, terms: readonly TermEntry[]): Promise<Answer> {
    const version = JSON.stringify(terms);
    try {
      const { elements } = await this.#pipeline.translate({
        engine: 't4oo',
        from,
        to,
        texts: [text],
        domain: 'general',
        options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
        ...(terms.length === 0 ? {} : { terms: { lists: [{ version, load: async () => terms }] } }),
        fairnessKey: 'eval',
        priority: 'interactive',
      });
      const [element] = elements;
      return {
        text: element?.translatedText ?? '',
        terms: element?.explanation.terms.map(({ applied }) => applied) ?? [],
        checks:
          element?.explanation.checks.flatMap(({ check, outcome }) => (outcome === 'failed' ? check : [])) ??
          [],
      };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { text: `failure ${error.code}`, terms: [], checks: [] };
    }
  }

  /** What other measurements ask themselves. */
  get parts(): { readonly model: ModelService; readonly pipeline: TranslationPipeline } {
    return { model: this.#model, pipeline: this.#pipeline };
  }

  /** Share of the time that was not spent waiting for the model, 0 to 1. */
  get outsideModelShare(): number {
    return this.#time.total === 0 ? 0 : this.#time.outside / this.#time.total;
  }

  async close(): Promise<void> {
    this.#pipeline.close();
    await this.#model.close();
  }
}
