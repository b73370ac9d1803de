import type { Caller } from '../accounts/caller.js';
import type { Contract, Contracts } from '../accounts/contracts.js';
import { Failure } from '../failure.js';
import type { CustomFields } from '../fields/custom.js';
import type { FieldTree } from '../fields/tree.js';
import type { ModelId } from '../ids.js';
import type { Domain } from '../model/port.js';
import type { AdaptationSource, RoadRequest } from '../translate/port.js';
import { countCharacters } from '../translate/text/count.js';
import type { TranslateBody } from './body.js';
import type { Languages } from './languages.js';
import { checkTexts } from './limits.js';
import type { ChosenResources, CustomModelPort, OpenModel, ResourcePort } from './port.js';

/** A translation request that was checked and accepted. Plain data: it can be stored and worked on later. */
export interface TranslationOrder {
  readonly caller: Caller;
  readonly contract: Pick<Contract, 'id' | 'orgId' | 'engine' | 'charQuota' | 'ratePerMinute'>;
  readonly body: TranslateBody & { readonly fieldId: string };
  readonly characters: number;
}

export type HowToWork = Pick<RoadRequest, 'priority' | 'signal' | 'onProgress'>;

export interface IntakeParts {
  readonly contracts: Contracts;
  readonly languages: Languages;
  readonly fields: FieldTree;
  readonly customFields: CustomFields;
  readonly resources: ResourcePort;
  readonly customModels: CustomModelPort;
  /** Lets near matches of phrase pairs help the model. */
  readonly nearPairs: AdaptationSource;
}

/** What a request of the legacy profile means when it names no field: general. */
const GENERAL_FIELD = '1';
const MODEL_ID = /^M\d{7}$/;

/**
 * The door of the road: turns what a caller sent into an order, and an order into what the road takes. Synchronous
 * requests do both at once; an asynchronous one is stored in between.
 */
export class TranslationIntake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /**
   * Checks a body in the documented order: contract, engine, languages, limits.
   *
   * @param refuse engines that the operation does not offer, answered like a contract that does not fit
   */
  async accept(
    caller: Caller,
    body: TranslateBody,
    refuse: readonly Contract['engine'][] = [],
  ): Promise<TranslationOrder> {
    const fieldId = body.fieldId ?? (caller.profile === 'legacy' ? GENERAL_FIELD : undefined);
    if (fieldId === undefined)
      throw new Failure(40200, { message: 'fieldId is missing: send the id of a field.' });
    const contract = await this.#parts.contracts.resolve(caller, body.contractId, 'text');
    if (refuse.includes(contract.engine)) {
      throw new Failure(40204, {
        message: `A contract of the ${contract.engine} engine cannot be used here.`,
      });
    }
    const order = {
      caller,
      contract,
      body: { ...body, fieldId },
      characters: body.text.reduce((sum, text) => sum + countCharacters(text), 0),
    };
    await this.#subject(order);
    if (!this.#parts.languages.supports(body.sourceLang, body.targetLang)) throw new Failure(40301);
    checkTexts(body, caller.profile);
    // An unknown dictionary or glossary is refused now, not when a worker gets to the order.
    await this.#choose(order);
    return order;
  }

  /** Chooses dictionaries, glossaries and model as they stand now. */
  async roadRequest(order: TranslationOrder, how: HowToWork): Promise<RoadRequest> {
    const { caller, contract, body } = order;
    const subject = await this.#subject(order);
    const chosen = await this.#choose(order);
    const phrases = subject.model?.phrases ?? chosen.phrases;
    // A custom model brings its own; near matches of phrase pairs help by the same mechanism.
    const adaptation = subject.model?.adaptation ?? (chosen.phrases && this.#parts.nearPairs);
    return {
      engine: contract.engine,
      from: body.sourceLang,
      to: body.targetLang,
      texts: body.text,
      domain: subject.domain,
      options: {
        autoSplit: body.autoSplit ?? false,
        // These two belong to the phrase-pair engine; the others keep lines and elements as they are.
        removeFakeLineBreak: contract.engine === 't4oo' ? (body.removeFakeLineBreak ?? true) : false,
        isT4ooSplit: contract.engine === 't4oo' ? (body.isT4ooSplit ?? false) : false,
      },
      ...(chosen.terms && { terms: chosen.terms }),
      ...(phrases && { phrases }),
      ...(adaptation && { adaptation }),
      caller: caller.accessKey,
      ...how,
    };
  }

  #choose({ caller, contract, body }: TranslationOrder): Promise<ChosenResources> {
    return this.#parts.resources.choose({
      caller,
      engine: contract.engine,
      fieldId: body.fieldId,
      categories: body.t4ooCategoryId,
      glossaries: body.t4ooGlossaryId,
    });
  }

  /** What `fieldId` means to the engine: a field of the tree, a custom field, or a custom model. */
  async #subject(order: TranslationOrder): Promise<{ readonly domain: Domain; readonly model?: OpenModel }> {
    const { fieldId, sourceLang, targetLang } = order.body;
    switch (order.contract.engine) {
      case 'real-time':
        return { domain: this.#parts.fields.find(fieldId)?.domain ?? 'general' };
      case 't4oo': {
        const field = this.#parts.fields.find(fieldId);
        if (field === undefined) {
          throw new Failure(40201, { message: 'fieldId is not in the list of GET /api/v1/field/list.' });
        }
        return { domain: field.domain };
      }
      case 'custom': {
        if (!isModelId(fieldId)) return await this.#customField(order);
        const model = await this.#parts.customModels.open(order.caller.orgId, fieldId);
        if (model === undefined) {
          throw new Failure(40203, { message: 'There is no such model, or it has not finished training.' });
        }
        if ((sourceLang !== 'auto' && sourceLang !== model.firstLang) || targetLang !== model.secondLang) {
          throw new Failure(40301, {
            message: `This model translates from ${model.firstLang} to ${model.secondLang}.`,
          });
        }
        return { domain: model.domain, model };
      }
    }
  }

  /** A field stands for the organization's newest model of it, or, while there is none, for the base model. */
  async #customField({ caller, body }: TranslationOrder) {
    const { fieldId, sourceLang, targetLang } = body;
    const field = this.#parts.customFields.find(fieldId);
    if (field !== undefined) {
      const model =
        sourceLang === 'auto'
          ? undefined
          : await this.#parts.customModels.openField(caller.orgId, field.lid, sourceLang, targetLang);
      return { domain: field.domain, ...(model && { model }) };
    }
    if (/^L\d{6}$/.test(fieldId)) {
      throw new Failure(40203, { message: 'There is no such custom-model field.' });
    }
    throw new Failure(40201, {
      message:
        'With the custom-model engine, fieldId is a model id (M and 7 digits) or a field id (L and 6 digits).',
    });
  }
}

function isModelId(text: string): text is ModelId {
  return MODEL_ID.test(text);
}
