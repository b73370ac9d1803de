import type { Caller } from '../accounts/caller.js';
import type { Contract, Contracts } from '../accounts/contracts.js';
import type { FormatMode, Inference, SearchMode } from '../base/engine.js';
import { Failure } from '../base/failure.js';
import type { ModelId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { CustomField, CustomFields } from '../fields/custom.js';
import type { FieldTree } from '../fields/tree.js';
import type { Domain } from '../model/model-port.js';
import type { AdaptationSource, TermPair, TranslationRequest } from '../translate/pipeline-types.js';
import { countCharacters } from '../translate/segmentation/count.js';
import type { AcceptedRequest, ExecutionOptions, ResolvedRequest } from './accepted-request.js';
import type { TermSelection, TranslateBody } from './body.js';
import type { Languages } from './languages.js';
import { checkAlternatives, checkContext, checkTexts } from './limits.js';
import type { CustomModelPort, OpenModel, ResourcePort, SelectedResources } from './resource-port.js';

export interface RequestResolverParts {
  readonly contracts: Contracts;
  readonly languages: Languages;
  readonly fields: FieldTree;
  readonly customFields: CustomFields;
  readonly resources: ResourcePort;
  readonly customModels: CustomModelPort;
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

/** What `fieldId` stands for. */
interface Subject {
  readonly domain: Domain;
  readonly model?: OpenModel;
}

/** What a request of the legacy profile means when it names no field: general. */
const GENERAL_FIELD = '1';
/** The same for the custom-model engine, where fields have ids of their own. */
const GENERIC_CUSTOM_FIELD = 'L000001';
const MODEL_ID = /^M\d{7}$/;

/** Checks what a caller sent and looks up what it refers to: contract, field, custom model, dictionaries, glossaries. */
export class RequestResolver {
  readonly #parts: RequestResolverParts;

  constructor(parts: RequestResolverParts) {
    this.#parts = parts;
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
    const fieldId = body.fieldId ?? (caller.profile === 'legacy' ? GENERAL_FIELD : undefined);
    if (fieldId === undefined)
      throw new Failure('argumentMissing', { message: 'fieldId is missing: send the id of a field.' });
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
    const subject = await this.#subject(accepted);
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
    const fieldId = body.fieldId ?? (caller.profile === 'legacy' ? GENERAL_FIELD : undefined);
    if (fieldId === undefined)
      throw new Failure('argumentMissing', { message: 'fieldId is missing: send the id of a field.' });
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
    await this.#subject(request);
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
    const subject = await this.#subject(accepted);
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

  /** What `fieldId` means to the engine: a field of the tree, a custom field, or a custom model. */
  async #subject(request: AcceptedRequest): Promise<Subject> {
    const { fieldId, sourceLang, targetLang } = request.body;
    switch (request.contract.engine) {
      case 'real-time':
        if (this.#parts.fields.find(fieldId) === undefined && this.#customFieldOf(fieldId) === undefined) {
          throw unlistedField();
        }
        return { domain: 'general' };
      case 't4oo': {
        const field = this.#parts.fields.find(fieldId);
        if (field === undefined) throw unlistedField();
        return { domain: field.domain };
      }
      case 'custom': {
        if (!isModelId(fieldId)) return await this.#customField(request);
        const model = await this.#parts.customModels.open(request.caller.orgId, fieldId);
        if (model === undefined) {
          throw new Failure('idUnknown', {
            message: 'There is no such model, or it has not finished training.',
          });
        }
        if ((sourceLang !== 'auto' && sourceLang !== model.firstLang) || targetLang !== model.secondLang) {
          throw new Failure('directionUnsupported', {
            message: `This model translates from ${model.firstLang} to ${model.secondLang}.`,
          });
        }
        return { domain: model.domain, model };
      }
    }
  }

  #customFieldOf(fieldId: string): CustomField | undefined {
    return this.#parts.customFields.find(fieldId === GENERAL_FIELD ? GENERIC_CUSTOM_FIELD : fieldId);
  }

  /** A field stands for the organization's newest model of it, or, while there is none, for the base model. */
  async #customField({ caller, body }: AcceptedRequest): Promise<Subject> {
    const { fieldId, sourceLang, targetLang } = body;
    const field = this.#customFieldOf(fieldId);
    if (field !== undefined) {
      const model =
        sourceLang === 'auto'
          ? undefined
          : await this.#parts.customModels.openField(caller.orgId, field.lid, sourceLang, targetLang);
      return { domain: field.domain, ...(model && { model }) };
    }
    if (/^L\d{6}$/.test(fieldId)) {
      throw new Failure('idUnknown', { message: 'There is no such custom-model field.' });
    }
    throw new Failure('argumentInvalid', {
      message:
        'With the custom-model engine, fieldId is a model id (M and 7 digits), a field id (L and 6 digits) or 1.',
    });
  }
}

function idsOf(sent: string | number | undefined): string | undefined {
  return sent === undefined ? undefined : String(sent);
}

function unlistedField(): Failure {
  return new Failure('argumentInvalid', { message: 'fieldId is not in the list of GET /api/v1/field/list.' });
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

function isModelId(text: string): text is ModelId {
  return MODEL_ID.test(text);
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
