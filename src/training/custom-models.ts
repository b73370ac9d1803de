import { LRUCache } from 'lru-cache';
import type { CustomFields } from '../fields/custom.js';
import type { CustomFieldId, ModelId, OrganizationId } from '../ids.js';
import type { Lang } from '../lang.js';
import type { ModelPort } from '../model/port.js';
import type { CustomModelPort, OpenModel } from '../orders/port.js';
import type { Store } from '../store/store.js';
import { baseVersionOf } from './base-version.js';
import { DomainGate } from './domain-gate.js';
import { ExactPairs } from './exact-pairs.js';
import { readIndex } from './index-bytes.js';
import { LearnedModel } from './learned-model.js';
import { loadIndex } from './material.js';
import { pairsOfVersion, type TrainedModels } from './trained-models.js';

export interface CustomModelsParts {
  readonly store: Store;
  readonly model: ModelPort;
  readonly customFields: CustomFields;
  readonly trainedModels: TrainedModels;
  /** Bytes of trained models kept in memory. */
  readonly memoryBudget: number;
}

/** One version of a model in memory. Never changes: a new version is another entry. */
interface LoadedModel {
  readonly pairs: ExactPairs;
  readonly learned: LearnedModel;
  readonly bytes: number;
}

/**
 * Trained models, ready to translate. Which version serves is read from the database at every request, so that all nodes
 * switch with the commit that publishes it; the version itself is loaded once and kept as long as memory allows.
 */
export class CustomModels implements CustomModelPort {
  readonly #parts: CustomModelsParts;
  readonly #loaded: LRUCache<string, LoadedModel>;
  readonly #loading = new Map<string, Promise<LoadedModel>>();

  constructor(parts: CustomModelsParts) {
    this.#parts = parts;
    this.#loaded = new LRUCache({
      maxSize: parts.memoryBudget,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    });
  }

  async open(orgId: OrganizationId, mid: ModelId): Promise<OpenModel | undefined> {
    const { trainedModels, customFields } = this.#parts;
    const row = await trainedModels.serving(orgId, mid);
    if (row === undefined) return undefined;
    const { firstLang, secondLang, version } = row;
    const { pairs, learned } = await this.#load(orgId, mid, version);
    const name = `${mid}@${version}`;
    const open: OpenModel = {
      firstLang,
      secondLang,
      domain: customFields.find(row.field)?.domain ?? 'general',
      phrases: pairs,
    };
    // States of another base model say nothing to this one: until it is trained again, the exact pairs serve.
    if (baseVersionOf(this.#parts.model, firstLang, secondLang) !== row.baseVersion) return open;
    return {
      ...open,
      adaptation: {
        version: name,
        kinds: (sentences) => learned.kinds(sentences),
        adapt: async (sentence, { kind }) => learned.adapt(sentence, kind),
      },
    };
  }

  async openField(
    orgId: OrganizationId,
    field: CustomFieldId,
    from: Lang,
    to: Lang,
  ): Promise<OpenModel | undefined> {
    const mid = await this.#parts.trainedModels.newest(orgId, field, from, to);
    return mid === undefined ? undefined : await this.open(orgId, mid);
  }

  async #load(orgId: OrganizationId, mid: ModelId, version: number): Promise<LoadedModel> {
    const key = `${orgId}/${mid}@${version}`;
    const known = this.#loaded.get(key);
    if (known !== undefined) return known;
    const under = this.#loading.get(key);
    if (under !== undefined) return await under;
    const loading = this.#read(orgId, mid, version);
    this.#loading.set(key, loading);
    try {
      const loaded = await loading;
      this.#loaded.set(key, loaded);
      return loaded;
    } finally {
      this.#loading.delete(key);
    }
  }

  async #read(orgId: OrganizationId, mid: ModelId, version: number): Promise<LoadedModel> {
    const { db } = this.#parts.store;
    const pairs = await pairsOfVersion(db, orgId, mid, version);
    const parts = readIndex(await loadIndex(db, orgId, mid, version));
    const learned = new LearnedModel(pairs, parts, new DomainGate(pairs.map(({ fromText }) => fromText)));
    return { pairs: new ExactPairs(`${mid}@${version}`, pairs), learned, bytes: learned.bytes };
  }
}
