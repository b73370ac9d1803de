import type { Body, RequestOptions } from './operation.js';

export interface TranslationOptions extends RequestOptions {
  /** Language code, or `auto`, which is the default. */
  readonly from?: string;
  readonly to: string;
  /** Default: that of the client, else the one that the key has as its default. */
  readonly contractId?: string;
  /** Field, or with the custom-model engine the id of a model. Default `1`, general text. */
  readonly fieldId?: string;
  /** Ids of phrase-pair dictionaries and glossaries; an empty list uses none. Default: those bound to the user. */
  readonly phrasePairIds?: readonly string[];
  readonly glossaryIds?: readonly string[];
  /** Phrase pairs match single sentences too. */
  readonly matchSentences?: boolean;
  /** Lines that form one sentence are joined before translation. Default false. */
  readonly joinLines?: boolean;
  /** People, places and institutions as the target language writes them, or as the source does. Default: by the contract. */
  readonly names?: 'customary' | 'keep';
  /** Register of Japanese: です・ます, だ・である, or by the kind of text. Default: by the contract. */
  readonly formality?: 'auto' | 'polite' | 'plain' | undefined;
  /** What stands before the texts: read, not translated, at most 2,000 characters. */
  readonly context?: string | undefined;
}

/** What the service is asked for these texts. */
export function bodyOf(
  text: readonly string[],
  options: TranslationOptions,
  ownContract: string | undefined,
): NonNullable<Body<'POST /api/v1/translate'>> {
  const contractId = options.contractId ?? ownContract;
  return {
    text,
    fieldId: options.fieldId ?? '1',
    sourceLang: options.from ?? 'auto',
    targetLang: options.to,
    autoSplit: true,
    removeFakeLineBreak: options.joinLines ?? false,
    isT4ooSplit: options.matchSentences ?? false,
    ...(contractId !== undefined && { contractId }),
    ...(options.names !== undefined && { names: options.names }),
    ...(options.formality !== undefined && { formality: options.formality }),
    ...(options.context !== undefined && { context: options.context }),
    ...(options.phrasePairIds && { t4ooCategoryId: idsOf(options.phrasePairIds) }),
    ...(options.glossaryIds && { t4ooGlossaryId: idsOf(options.glossaryIds) }),
  };
}

/** Several as the interface takes them; an empty list is none. */
export function idsOf(ids: readonly (number | string)[]): string {
  return ids.length === 0 ? '-1' : ids.join(',');
}

export function signalOf({ signal }: RequestOptions): RequestOptions {
  return signal === undefined ? {} : { signal };
}
