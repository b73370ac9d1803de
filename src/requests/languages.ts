import { Failure } from '../base/failure.js';
import type { Lang, SourceLang } from '../base/lang.js';
import { canonicalLang } from '../interchange/lang-tag.js';
import type { Direction, ModelPort } from '../model/model-port.js';
import type { Pipeline } from '../translate/pipeline-types.js';
import { modelUnusable } from '../translate/solve/model-failure.js';

/** A language as the lists show it. */
export interface LanguageEntry {
  readonly language: string;
  readonly abbreviation: Lang;
  readonly description: string;
}

/** Names that Intl would give by country; what people choose by is the script. */
const CHINESE: Readonly<Record<Lang, readonly [string, string]>> = {
  'zh-CN': ['Chinese (Simplified)', '简体中文'],
  'zh-TW': ['Chinese (Traditional)', '繁體中文'],
  'zh-HK': ['Chinese (Hong Kong)', '繁體中文（香港）'],
};

/** What follows from the directions of the loaded models. */
interface Served {
  readonly directions: readonly Direction[];
  readonly codes: ReadonlySet<Lang>;
  readonly byLowerCase: ReadonlyMap<string, Lang>;
}

/** Which languages the loaded models serve. */
export class Languages {
  readonly #pipeline: Pick<Pipeline, 'directions'>;
  readonly #model: Pick<ModelPort, 'standing'>;
  #served: Served;

  constructor(pipeline: Pick<Pipeline, 'directions'>, model: Pick<ModelPort, 'standing'>) {
    this.#pipeline = pipeline;
    this.#model = model;
    this.#served = servedBy(pipeline.directions());
  }

  /** With `auto` the pipeline decides per text; here it is enough that something leads to the target. */
  supports(from: SourceLang, to: Lang): boolean {
    return this.#pipeline
      .directions()
      .some((direction) => (from === 'auto' || direction.from === from) && direction.to === to);
  }

  /** Refuses a direction that is not served: as one that never was, or as one whose model is damaged or missing. */
  demand(from: SourceLang, to: Lang): void {
    if (this.supports(from, to)) return;
    const isLost =
      this.#pipeline.directions().length === 0 ||
      this.#model
        .standing()
        .unusable.some(({ directions }) =>
          directions.some((one) => (from === 'auto' || one.from === from) && one.to === to),
        );
    throw isLost ? modelUnusable() : new Failure('directionUnsupported');
  }

  /** The code that a caller means: case does not matter, and `zh` is zh-CN. What names no language stays as it is. */
  codeOf(text: string): SourceLang {
    const lower = text.toLowerCase();
    if (lower === 'auto') return 'auto';
    return this.#now().byLowerCase.get(lower) ?? canonicalLang(text) ?? text;
  }

  list(): readonly LanguageEntry[] {
    return [...this.#now().codes].sort().map(describe);
  }

  #now(): Served {
    const directions = this.#pipeline.directions();
    if (directions !== this.#served.directions) this.#served = servedBy(directions);
    return this.#served;
  }
}

function servedBy(directions: readonly Direction[]): Served {
  const codes = new Set(directions.flatMap(({ from, to }) => [from, to]));
  return { directions, codes, byLowerCase: new Map([...codes].map((code) => [code.toLowerCase(), code])) };
}

/** Names a language in English and in itself. */
export function describe(code: Lang): LanguageEntry {
  const chinese = CHINESE[code];
  if (chinese !== undefined) return { language: chinese[0], abbreviation: code, description: chinese[1] };
  const name = (locale: string) => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  return { language: name('en'), abbreviation: code, description: name(code) };
}
