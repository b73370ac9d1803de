export type { Keys } from './authentication.js';
export {
  type CallbackEvent,
  type CallbackRequest,
  CallbackSignatureError,
  readCallback,
} from './callback-signature.js';
export { type ClientOptions, type Field, Kotobashi, type Language } from './client.js';
export type { DictionaryEntry, Term } from './dictionary.js';
export * from './errors.js';
export type { Operations } from './generated.js';
export type { Answer, Body, OperationName, RequestOptions } from './operation.js';
export type { TermCheck, TermCheckOptions, TermFinding, TranslatedPair } from './terms.js';
export type {
  FollowOptions,
  Model,
  ModelDetail,
  TrainingField,
  TrainingJob,
  TrainingRequest,
} from './training.js';
export type {
  LongTranslationOptions,
  Progress,
  TranslationOptions,
  TranslationResult,
} from './translation.js';
export type { RetryOptions } from './transport.js';
