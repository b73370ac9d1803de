export type { Contract, Glossary, PhrasePairList, UsageOptions, UsedDay } from './account.js';
export type { Keys } from './authentication.js';
export {
  type CallbackEvent,
  type CallbackRequest,
  CallbackSignatureError,
  readCallback,
} from './callback-signature.js';
export {
  type ClientOptions,
  type Field,
  Kotobashi,
  type Language,
  type SignInOptions,
  signIn,
} from './client.js';
export type { DictionaryEntry, Term } from './dictionary.js';
export * from './errors.js';
export type {
  BilingualFormat,
  FileItem,
  FileOptions,
  FileTranslation,
  FollowFileOptions,
  NamedFile,
} from './files.js';
export type { Operations } from './generated.js';
export type { Answer, Body, OperationName, RequestOptions } from './operation.js';
export type { StreamedSentence } from './sentence-events.js';
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
  ExplainedResult,
  ExplainOptions,
  Explanation,
  LongTranslationOptions,
  Progress,
  StreamOptions,
  TranslationResult,
} from './translation.js';
export type { TranslationOptions } from './translation-body.js';
export type { RetryOptions } from './transport.js';
export {
  ImportFailed,
  type TableFormat,
  type WordEntry,
  type WordImport,
  type WordImportReport,
  WordList,
  type WordPage,
  type WordPair,
  type WordPlace,
  type WordPreview,
  type WordQuery,
  type WordTable,
} from './word-list.js';
