import type { Caller } from '../accounts/caller.js';
import type { Engine } from '../base/engine.js';
import type { CustomFieldId, ModelId, OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Domain } from '../model/model-port.js';
import type { AdaptationSource, PhraseSource, TermSource } from '../translate/pipeline-types.js';

/** What a request asks of the modules that keep dictionaries, glossaries and custom models. */

export interface ResourceSelection {
  readonly caller: Caller;
  readonly engine: Engine;
  readonly fieldId: string;
  /** Ids joined by commas, `-1` for none, undefined for what is bound; lists are bound for the phrase-pair engine alone. */
  readonly categories: string | undefined;
  readonly glossaries: string | undefined;
}

export interface SelectedResources {
  readonly terms?: TermSource;
  readonly phrases?: PhraseSource;
}

export interface ResourcePort {
  /** Rejects with `Failure` when an id is unknown or belongs to another organization. */
  select(selection: ResourceSelection): Promise<SelectedResources>;
}

/** A custom model that is ready to translate. */
export interface OpenModel {
  readonly firstLang: Lang;
  readonly secondLang: Lang;
  readonly domain: Domain;
  readonly phrases?: PhraseSource;
  readonly adaptation?: AdaptationSource;
}

export interface CustomModelPort {
  /** Undefined when the organization has no such model or it has not finished training. */
  open(orgId: OrganizationId, mid: ModelId): Promise<OpenModel | undefined>;
  /** The organization's newest model of a field and direction; undefined when it has none. */
  openField(
    orgId: OrganizationId,
    field: CustomFieldId,
    from: Lang,
    to: Lang,
  ): Promise<OpenModel | undefined>;
}
