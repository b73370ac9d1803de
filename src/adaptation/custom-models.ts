import { LRUCache } from 'lru-cache';
import type { CustomFieldId, ModelId, OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { CustomFields } from '../fields/custom.js';
import type { ModelPort } from '../model/model-port.js';
import type { CustomModelPort, OpenModel } from '../requests/resource-port.js';
import type { Store } from '../store/store.js';
import { threadTask } from '../threads/task.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import { baseVersionOf } from './base-version.js';
import { ExactPairs } from './exact-pairs.js';
import { readIndex } from './index-bytes.js';
import { LearnedModel } from './learned-model.js';
import { packPairs } from './sentence-pair.js';
import { loadIndex } from './stored-index.js';
import { pairsOfVersion, type ServingVersions } from './versions.js';

export interface CustomModelsParts {
  readonly store: Store;
  readonly model: ModelPort;
  readonly customFields: CustomFields;
  readonly trainedModels: ServingVersions;
  /** Where models are opened. */
  readonly threadPool: ThreadPool;
  /** Bytes of trained models kept in memory. */
  readonly memoryBudget: number;
}

const OPEN_MODEL = threadTask<typeof import('./open-model.task.js').run>(
  'open a custom model',
  new URL('./open-model.task.js', import.meta.url),
  { timeLimitMs: 120_000 },
);

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
      // One that is larger than all the room is kept alone: else every request would load it anew.
      sizeCalculation: ({ bytes }) => Math.min(Math.max(1, bytes), parts.memoryBudget),
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
        domainScores: (sentences) => learned.domainScores(sentences),
        adapt: async (sentence, { domainScore }) => learned.adapt(sentence, domainScore),
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
    const { store, threadPool } = this.#parts;
    const pairs = await pairsOfVersion(store.db, orgId, mid, version);
    const { index, exact } = await threadPool.run(OPEN_MODEL, packPairs(pairs));
    const learned = new LearnedModel(readIndex(await loadIndex(store.db, orgId, mid, version)), index);
    const text = pairs.reduce((sum, { fromText, toText }) => sum + fromText.length + toText.length, 0);
    return {
      pairs: new ExactPairs(`${mid}@${version}`, exact),
      learned,
      bytes: learned.bytes + BYTES_PER_CHARACTER * text,
    };
  }
}

/** Of the pairs in memory, by source. */
const BYTES_PER_CHARACTER = 4;
