import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../base/failure.js';
import type { TermPair, TranslationResult } from '../../../translate/pipeline-types.js';
import { countCharacters } from '../../../translate/segmentation/count.js';
import type { Parts } from '../../parts.js';
import { scriptTag } from '../language-codes.js';
import { VendorTranslation } from '../vendor-translation.js';
import { readDynamicDictionary } from './dynamic-dictionary.js';
import { MicrosoftRefusal } from './microsoft-failure.js';

/** Texts that share their languages and their field. */
export interface TextsToTranslate {
  readonly texts: readonly string[];
  readonly from: string | undefined;
  readonly targets: readonly string[];
  /** A category or deployment: a field or a model of ours, or `general`. */
  readonly category: string | undefined;
}

export interface TranslatedText {
  readonly sourceCharacters: number;
  /** Absent where the caller named the language. */
  readonly detectedLanguage?: { readonly language: string; readonly score: number };
  /** One per target. */
  readonly translations: readonly { readonly language: string; readonly text: string }[];
}

/** Targets of one request; each is translated and charged. */
const MOST_TARGETS = 100;
/** Terms of the dynamic dictionary in one request. */
const MOST_TERMS = 200;
const GENERAL = /^(?:general)?$/i;

/** Translates into several languages at once, as both kinds of Microsoft's interface ask for it. */
export class MicrosoftTranslation {
  readonly #translation: VendorTranslation;
  readonly #pipeline: Parts<'pipeline'>['pipeline'];
  readonly #languages: Parts<'languages'>['languages'];

  constructor(parts: Parts<'languages' | 'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>) {
    this.#translation = new VendorTranslation(parts);
    this.#pipeline = parts.pipeline;
    this.#languages = parts.languages;
  }

  /** All are checked before any is worked on and charged. */
  async translate(
    request: FastifyRequest,
    reply: FastifyReply,
    groups: readonly TextsToTranslate[],
  ): Promise<readonly TranslatedText[]> {
    const marked = groups.map(markedGroup);
    checkNumbers(marked);
    const wanted = marked.flatMap(({ texts, from, targets, terms, category = '' }) =>
      targets.map((to) => ({
        texts,
        from,
        to,
        terms,
        ...(!GENERAL.test(category) && { fieldId: category }),
      })),
    );
    const results = await this.#translation
      .translate(request, reply, wanted)
      .catch((error: unknown) => Promise.reject(this.#sideNamed(error, groups)));
    let next = 0;
    return marked.flatMap((group) => {
      const own = results.slice(next, next + group.targets.length);
      next += group.targets.length;
      return this.#translated(group, own);
    });
  }

  /** Source and target have codes of their own. */
  #sideNamed(error: unknown, groups: readonly TextsToTranslate[]): unknown {
    if (!(error instanceof Failure) || error.kind !== 'directionUnsupported') return error;
    const served = new Set(this.#languages.list().map(({ abbreviation }) => abbreviation));
    const isServed = (from: string) => served.has(this.#languages.codeOf(from.trim()));
    const isSource = groups.some(({ from }) => from !== undefined && from.trim() !== '' && !isServed(from));
    return isSource ? new MicrosoftRefusal('source', error.message) : error;
  }

  #translated(
    { texts, from, targets }: TextsToTranslate,
    results: readonly TranslationResult[],
  ): readonly TranslatedText[] {
    const found = from ? [] : this.#pipeline.detect(texts);
    return texts.map((text, index) => ({
      sourceCharacters: countCharacters(text),
      ...(!from && {
        detectedLanguage: {
          language: scriptTag(results[0]?.elements[index]?.detectedLang ?? ''),
          score: found[index]?.confidence ?? 0,
        },
      }),
      translations: targets.map((language, target) => ({
        language,
        text: results[target]?.elements[index]?.translatedText ?? '',
      })),
    }));
  }
}

interface MarkedGroup extends TextsToTranslate {
  readonly terms: readonly TermPair[];
}

function markedGroup(group: TextsToTranslate): MarkedGroup {
  const marked = group.texts.map(readDynamicDictionary);
  return { ...group, texts: marked.map(({ text }) => text), terms: marked.flatMap(({ terms }) => terms) };
}

function checkNumbers(groups: readonly MarkedGroup[]): void {
  const targets = groups.reduce((sum, group) => sum + group.targets.length, 0);
  if (groups.some((group) => group.targets.length === 0) || targets > MOST_TARGETS) {
    throw new Failure('argumentInvalid', {
      message: `Send at least one target language with each text, and ${MOST_TARGETS} in all at most.`,
    });
  }
  if (groups.reduce((sum, { terms }) => sum + terms.length, 0) > MOST_TERMS) {
    throw new Failure('requestInvalid', {
      message: `A request takes ${MOST_TERMS} entries of the dynamic dictionary: use a glossary for more.`,
    });
  }
}

/** What the service says about the work: whose characters it counted. */
export function meter(reply: FastifyReply, texts: readonly TranslatedText[]): void {
  const characters = texts.reduce(
    (sum, { sourceCharacters, translations }) => sum + sourceCharacters * translations.length,
    0,
  );
  reply.header('x-metered-usage', String(characters)).header('x-mt-system', 'Team');
}
