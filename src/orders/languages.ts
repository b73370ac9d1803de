import type { Lang, SourceLang } from '../lang.js';
import type { ModelPort } from '../model/port.js';

/** A language as the lists show it. */
export interface LanguageEntry {
  readonly language: string;
  readonly abbreviation: Lang;
  readonly description: string;
}

/** Written Chinese that is made from another form by conversion of the characters, for lack of a model of its own. */
const CONVERTED: Readonly<Record<Lang, readonly Lang[]>> = {
  'zh-HK': ['zh-TW', 'zh-CN'],
  'zh-TW': ['zh-CN'],
};

/** Names that Intl would give by country; what people choose by is the script. */
const CHINESE: Readonly<Record<Lang, readonly [string, string]>> = {
  'zh-CN': ['Chinese (Simplified)', '简体中文'],
  'zh-TW': ['Chinese (Traditional)', '繁體中文'],
  'zh-HK': ['Chinese (Hong Kong)', '繁體中文（香港）'],
};

/** Which languages the loaded models serve. */
export class Languages {
  readonly #model: Pick<ModelPort, 'directions'>;

  constructor(model: Pick<ModelPort, 'directions'>) {
    this.#model = model;
  }

  supports(from: SourceLang, to: Lang): boolean {
    if (from === to) return false;
    const pairs = this.#model.directions();
    const sources = from === 'auto' ? undefined : formsOf(from);
    const targets = formsOf(to);
    return pairs.some(
      (pair) => (sources === undefined || sources.includes(pair.from)) && targets.includes(pair.to),
    );
  }

  list(): readonly LanguageEntry[] {
    const codes = new Set<Lang>();
    for (const { from, to } of this.#model.directions()) codes.add(from).add(to);
    for (const [code, bases] of Object.entries(CONVERTED)) {
      if (bases.some((base) => codes.has(base))) codes.add(code);
    }
    return [...codes].sort().map(describe);
  }
}

function formsOf(lang: Lang): readonly Lang[] {
  return [lang, ...(CONVERTED[lang] ?? [])];
}

export function describe(code: Lang): LanguageEntry {
  const chinese = CHINESE[code];
  if (chinese !== undefined) return { language: chinese[0], abbreviation: code, description: chinese[1] };
  const name = (locale: string) => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  return { language: name('en'), abbreviation: code, description: name(code) };
}
