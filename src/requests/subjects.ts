import { Failure } from '../base/failure.js';
import type { ModelId } from '../base/ids.js';
import type { CustomField, CustomFields } from '../fields/custom.js';
import type { FieldTree } from '../fields/tree.js';
import type { Domain } from '../model/model-port.js';
import type { AcceptedRequest } from './accepted-request.js';
import type { CustomModelPort, OpenModel } from './resource-port.js';

export interface SubjectParts {
  readonly fields: FieldTree;
  readonly customFields: CustomFields;
  readonly customModels: CustomModelPort;
}

/** What `fieldId` stands for. */
export interface Subject {
  readonly domain: Domain;
  readonly model?: OpenModel;
}

/** What a request of the legacy profile means when it names no field: general. */
export const GENERAL_FIELD = '1';
/** The same for the custom-model engine, where fields have ids of their own. */
const GENERIC_CUSTOM_FIELD = 'L000001';
const MODEL_ID = /^M\d{7}$/;

/** Fields, custom fields and custom models by their ids. */
export class Subjects {
  readonly #parts: SubjectParts;

  constructor(parts: SubjectParts) {
    this.#parts = parts;
  }

  /** What `fieldId` means to the engine: a field of the tree, a custom field, or a custom model. */
  async of(request: AcceptedRequest): Promise<Subject> {
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
      throw new Failure('idUnknown', {
        message:
          'There is no such custom-model field: see GET /api/v1/training/fields/sourceLang/<sourceLang>/targetLang/<targetLang>.',
      });
    }
    throw new Failure('argumentInvalid', {
      message:
        'With the custom-model engine, fieldId is a model id (M and 7 digits), a field id (L and 6 digits) or 1.',
    });
  }
}

export function unlistedField(): Failure {
  return new Failure('argumentInvalid', {
    message:
      'There is no such field: send an id of the list of GET /api/v1/field/list, or 1 for none in particular.',
  });
}

function isModelId(text: string): text is ModelId {
  return MODEL_ID.test(text);
}
