import type { Caller } from '../accounts/caller.js';
import type { Contract, Contracts } from '../accounts/contracts.js';
import type { FormatMode, Inference, SearchMode } from '../base/engine.js';
import { Failure } from '../base/failure.js';
import type { Lang } from '../base/lang.js';
import type { AdaptationSource, TermPair, TranslationRequest } from '../translate/pipeline-types.js';
import { countCharacters } from '../translate/segmentation/count.js';
import type { AcceptedRequest, ExecutionOptions, ResolvedRequest } from './accepted-request.js';
import type { TermSelection, TranslateBody } from './body.js';
import type { Languages } from './languages.js';
import { checkAlternatives, checkContext, checkTexts } from './limits.js';
import type { ResourcePort, SelectedResources } from './resource-port.js';
import { GENERAL_FIELD, type Subject, type SubjectParts, Subjects, unlistedField } from './subjects.js';

export interface RequestResolverParts extends SubjectParts {
  readonly contracts: Contracts;
  readonly languages: Languages;
  readonly resources: ResourcePort;
  /** Lets near matches of phrase pairs help the model. */
  readonly nearPairs: AdaptationSource;
  /** Of contracts that do not say. */
  readonly formats: FormatMode;
  readonly inference: Inference;
}

/** What an operation asks for beside the body that callers send. */
export interface AcceptOptions {
  /** Engines that the operation does not offer, answered like a contract that does not fit. */
  readonly refuse?: readonly Contract['engine'][];
  /** Ids of glossaries, joined by commas, that apply with every engine; `t4ooGlossaryId` belongs to one. */
  readonly glossaries?: string | undefined;
  /** Terms that came with the texts and are for them alone; they go before all others. */
  readonly terms?: readonly TermPair[];
  /** Each text stands for itself; else they follow one another, and a sentence at the beginning of one has the end of the one before it as context. */
  readonly isApart?: boolean;
}

/** Checks what a caller sent and looks up what it refers to: contract, field, custom model, dictionaries, glossaries. */
export class RequestResolver {
  readonly #parts: RequestResolverParts;
  readonly #subjects: Subjects;

  constructor(parts: RequestResolverParts) {
    this.#parts = parts;
    this.#subjects = new Subjects(parts);
  }

  /**
   * Checks a body in the documented order: contract, engine, field, languages, limits, dictionaries and glossaries.
   */
  async accept(
    caller: Caller,
    sent: TranslateBody,
    execution: ExecutionOptions,
    { refuse = [], glossaries, terms = [], isApart = false }: AcceptOptions = {},
  ): Promise<ResolvedRequest> {
    const { languages } = this.#parts;
    const body = {
      ...sent,
      sourceLang: languages.codeOf(sent.sourceLang),
      targetLang: languages.codeOf(sent.targetLang),
    };
    const fieldId = fieldOf(body, caller);
    const contract = await this.#parts.contracts.resolve(caller, body, { kind: 'text' });
    if (refuse.includes(contract.engine)) {
      throw new Failure('contractUnknown', {
        message: `A contract of the ${contract.engine} engine cannot be used here.`,
      });
    }
    const accepted: AcceptedRequest = {
      caller,
      contract,
      body: { ...body, fieldId },
      characters: body.text.reduce((sum, text) => sum + countCharacters(text), 0),
      ...(glossaries !== undefined && { glossaries }),
      ...(execution.trace && { traceparent: execution.trace.traceparent }),
    };
    const subject = await this.#subjects.of(accepted);
    languages.demand(body.sourceLang, body.targetLang);
    checkTexts(body, caller.profile);
    checkContext(body.context);
    checkAlternatives(execution.alternatives, accepted.characters);
    const selected = withTerms(await this.#select(accepted), terms);
    const before = textsBefore(body, isApart);
    return {
      accepted,
      translation: { ...this.#translation(accepted, subject, selected, execution), before },
    };
  }

  /** Checks what is asked of files for one target language; their texts are not known yet. */
  async acceptFile(
    caller: Caller,
    body: Omit<TranslateBody, 'text'>,
    { glossaries, trace }: Pick<AcceptOptions, 'glossaries'> & Pick<ExecutionOptions, 'trace'> = {},
  ): Promise<AcceptedRequest> {
    const fieldId = fieldOf(body, caller);
    const contract = await this.#parts.contracts.resolve(caller, body, { kind: 'file' });
    const request = {
      caller,
      contract,
      // Phrase pairs match the sentences of a document, not whole paragraphs only.
      body: { isT4ooSplit: true, ...body, fieldId, text: [] },
      characters: 0,
      ...(glossaries !== undefined && { glossaries }),
      ...(trace && { traceparent: trace.traceparent }),
    };
    await this.#subjects.of(request);
    this.#parts.languages.demand(body.sourceLang, body.targetLang);
    await this.#select(request);
    return request;
  }

  /**
   * The terms that a caller's translations of a field have to hold: his dictionary and the glossaries that are bound to him or
   * named. Of the phrase-pair engine, the only one with glossaries.
   */
  async terms(
    caller: Caller,
    { fieldId = GENERAL_FIELD, sourceLang, targetLang, t4ooGlossaryId }: TermSelection,
  ): Promise<Pick<TranslationRequest, 'to' | 'terms'> & { readonly from: Lang }> {
    const { languages, fields, resources } = this.#parts;
    const [from, to] = [languages.codeOf(sourceLang), languages.codeOf(targetLang)];
    if (from === 'auto') throw new Failure('directionUnsupported');
    languages.demand(from, to);
    if (fields.find(fieldId) === undefined) throw unlistedField();
    const { terms } = await resources.select({
      caller,
      engine: 't4oo',
      fieldId,
      categories: '-1',
      glossaries: idsOf(t4ooGlossaryId),
    });
    return { from, to, ...(terms && { terms }) };
  }

  /** Looks up again, as it stands now, what a stored request refers to. */
  async resolve(accepted: AcceptedRequest, execution: ExecutionOptions): Promise<TranslationRequest> {
    const subject = await this.#subjects.of(accepted);
    return this.#translation(accepted, subject, await this.#select(accepted), execution);
  }

  #translation(
    { caller, contract, body }: AcceptedRequest,
    { domain, model }: Subject,
    selected: SelectedResources,
    execution: ExecutionOptions,
  ): TranslationRequest {
    const phrases = model?.phrases ?? selected.phrases;
    // A custom model brings its own; near matches of phrase pairs help by the same mechanism.
    const adaptation = model?.adaptation ?? (selected.phrases && this.#parts.nearPairs);
    return {
      engine: contract.engine,
      from: body.sourceLang,
      to: body.targetLang,
      texts: body.text,
      domain,
      options: {
        autoSplit: body.autoSplit ?? false,
        // These two belong to the phrase-pair engine; the others keep lines and elements as they are.
        removeFakeLineBreak: contract.engine === 't4oo' ? (body.removeFakeLineBreak ?? true) : false,
        isT4ooSplit: contract.engine === 't4oo' ? (body.isT4ooSplit ?? false) : false,
      },
      ...(selected.terms && { terms: selected.terms }),
      ...(phrases && { phrases }),
      ...(adaptation && { adaptation }),
      ...(contract.strict && { strict: true }),
      search: contract.search ?? defaultSearch(contract.engine, execution),
      formats: contract.formats ?? this.#parts.formats,
      names: body.names ?? contract.names ?? 'customary',
      formality: body.formality ?? contract.formality ?? 'auto',
      inference: contract.inference ?? this.#parts.inference,
      fairnessKey: caller.orgId,
      ...execution,
    };
  }

  #select({ caller, contract, body, glossaries }: AcceptedRequest): Promise<SelectedResources> {
    const isPhrasePair = contract.engine === 't4oo';
    return this.#parts.resources.select({
      caller,
      engine: contract.engine,
      fieldId: body.fieldId,
      categories: isPhrasePair ? idsOf(body.t4ooCategoryId) : undefined,
      glossaries: glossaries ?? (isPhrasePair ? idsOf(body.t4ooGlossaryId) : undefined),
    });
  }
}

function fieldOf({ fieldId }: Pick<TranslateBody, 'fieldId'>, { profile }: Caller): string {
  const field = fieldId ?? (profile === 'legacy' ? GENERAL_FIELD : undefined);
  if (field !== undefined) return field;
  throw new Failure('argumentMissing', { message: 'fieldId is missing: send the id of a field.' });
}

function idsOf(sent: string | number | undefined): string | undefined {
  return sent === undefined ? undefined : String(sent);
}

/** The chosen lists behind the terms that a request brought itself. */
function withTerms(selected: SelectedResources, own: readonly TermPair[]): SelectedResources {
  if (own.length === 0) return selected;
  const entries = own.map((pair) => ({ ...pair, tier: 'dictionary' as const }));
  return {
    ...selected,
    terms: {
      lists: [{ version: JSON.stringify(own), load: async () => entries }],
      ...(selected.terms && { behind: selected.terms }),
    },
  };
}

/** What stands before each text. */
function textsBefore(
  { text, context }: Pick<TranslateBody, 'text' | 'context'>,
  isApart: boolean,
): readonly (string | undefined)[] {
  let before = context;
  return text.map((one) => {
    const own = before;
    if (!isApart && one.trim() !== '') before = one;
    return own;
  });
}

/** Speed is what the real-time engine is for; whoever waits for a job or a file would rather have it right. */
function defaultSearch(engine: Contract['engine'], { priority }: ExecutionOptions): SearchMode {
  return engine === 'real-time' && priority === 'interactive' ? 'fast' : 'best';
}
