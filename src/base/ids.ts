/** Ids are branded, so that a queue id cannot be handed over where a model id is meant. */
declare const brand: unique symbol;
type Branded<Name extends string, Base> = Base & { readonly [brand]: Name };

export type OrganizationId = Branded<'OrganizationId', string>;
export type UserId = Branded<'UserId', string>;
export type GroupId = Branded<'GroupId', string>;
export type ContractId = Branded<'ContractId', string>;
export type AccessKey = Branded<'AccessKey', string>;
export type QueueId = Branded<'QueueId', string>;
/** A request for the translation of files. */
export type TranslateId = Branded<'TranslateId', string>;
/** One of its files in one target language. */
export type FileItemId = Branded<'FileItemId', string>;
/** `M` and seven digits. */
export type ModelId = Branded<'ModelId', string>;
/** `J` and eight digits. */
export type JobId = Branded<'JobId', string>;
/** `L` and six digits (custom-model engine). */
export type CustomFieldId = Branded<'CustomFieldId', string>;
/** Decimal id of the phrase-pair engine's field tree. */
export type FieldId = Branded<'FieldId', string>;
