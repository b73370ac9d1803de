import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { AuditTrail } from '../accounts/audit-trail.js';
import type { Authenticated, Authenticator } from '../accounts/authentication/authenticator.js';
import type { NonceStore } from '../accounts/authentication/nonce-store.js';
import type { FailureThrottle } from '../accounts/authentication/throttle.js';
import type { Callbacks } from '../accounts/callbacks.js';
import type { Caller } from '../accounts/caller.js';
import type { Contracts } from '../accounts/contracts.js';
import type { KeyAdmin } from '../accounts/key-admin.js';
import type { UsageLedger } from '../accounts/metering/usage.js';
import type { OrganizationAdmin } from '../accounts/organization-admin.js';
import type { SecretBox } from '../accounts/secrets/secret-box.js';
import type { SignInCodes } from '../accounts/secrets/sign-in-codes.js';
import type { DeadLetters } from '../callbacks/dead-letters.js';
import type { Documents } from '../documents/documents.js';
import type { CustomFields } from '../fields/custom.js';
import type { FieldTree } from '../fields/tree.js';
import type { CorrectedFiles } from '../files/corrected-files.js';
import type { FileRequests } from '../files/file-requests.js';
import type { FileResults } from '../files/file-results.js';
import type { Revisions } from '../files/revisions.js';
import type { PairReader } from '../interchange/pair-reader.js';
import type { BacklogReader } from '../jobs/backlog-metrics.js';
import type { TranslationSubmissions } from '../jobs/translations/submissions.js';
import type { SubmittedTranslations } from '../jobs/translations/submitted-translations.js';
import type { ModelPort } from '../model/model-port.js';
import type { Languages } from '../requests/languages.js';
import type { RequestMetering } from '../requests/metering.js';
import type { RequestResolver } from '../requests/request-resolver.js';
import type { Bindings } from '../resources/bindings.js';
import type { Entries } from '../resources/entries/entries.js';
import type { EntrySearch } from '../resources/entries/entry-search.js';
import type { UndoLog } from '../resources/entries/undo-log.js';
import type { GlossaryDictionaries } from '../resources/glossary-dictionaries.js';
import type { ImportPreviews } from '../resources/imports/import-preview.js';
import type { Imports } from '../resources/imports/imports.js';
import type { Lists } from '../resources/lists.js';
import type { Settings } from '../settings/read-settings.js';
import type { DiskSpace } from '../store/disk-space.js';
import type { TraceSpan, Tracing } from '../tracing/trace-span.js';
import type { TrainedModels } from '../training/trained-models.js';
import type { TrainingRequests } from '../training/training-requests.js';
import type { Pipeline } from '../translate/pipeline-types.js';
import type { FormReader } from './body/file-form.js';
import type { KeyChoice } from './compat/vendor-key.js';
import type { Metrics } from './metrics/metrics.js';
import type { Trouble } from './trouble.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; `callerOf` reads it. */
    caller: Caller | null;
    /** Set by the authentication hook when the request is signed. */
    signed: NonNullable<Authenticated['signed']> | null;
    /** SHA-256 of the body of a signed request, once it was read. */
    bodyDigest: Buffer | null;
    /** Set where the key of a compatible interface says under which contract and field to translate. */
    keyChoice: KeyChoice | null;
    /** Null where nothing is traced. */
    trace: TraceSpan | null;
  }
}

/** Everything the routes together work with; built in `compose.ts`. A route names what it needs with `Parts`. */
export interface AppParts {
  readonly settings: Settings;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly adminToken: string;
  readonly authenticator: Authenticator;
  readonly throttle: FailureThrottle;
  readonly secretBox: SecretBox;
  readonly nonceStore: NonceStore;
  readonly signInCodes: SignInCodes;
  readonly contracts: Contracts;
  readonly usage: UsageLedger;
  readonly organizationAdmin: OrganizationAdmin;
  readonly keyAdmin: KeyAdmin;
  readonly auditTrail: AuditTrail;
  readonly callbacks: Callbacks;
  readonly deadLetters: DeadLetters;
  readonly languages: Languages;
  readonly resolver: RequestResolver;
  readonly metering: RequestMetering;
  readonly submissions: TranslationSubmissions;
  readonly submittedTranslations: SubmittedTranslations;
  readonly backlog: BacklogReader;
  readonly model: ModelPort;
  readonly documents: Documents;
  readonly forms: FormReader;
  readonly fileRequests: FileRequests;
  readonly fileResults: FileResults;
  readonly revisions: Revisions;
  readonly correctedFiles: CorrectedFiles;
  readonly pipeline: Pipeline;
  readonly trainedModels: TrainedModels;
  readonly trainingRequests: TrainingRequests;
  readonly fields: FieldTree;
  readonly customFields: CustomFields;
  readonly lists: Lists;
  readonly glossaryDictionaries: GlossaryDictionaries;
  readonly bindings: Bindings;
  readonly imports: Imports;
  readonly importPreviews: ImportPreviews;
  readonly entries: Entries;
  readonly entrySearch: EntrySearch;
  readonly undoLog: UndoLog;
  readonly pairReader: PairReader;
  /** Whether the service was told to stop: it still answers, but asks for no further requests. */
  readonly stopping: () => boolean;
  /** Undefined where nothing is traced. */
  readonly tracing: Tracing | undefined;
  /** Why the service cannot do all of its work now; a load balancer then looks elsewhere. Empty: it can. */
  readonly troubles: () => Promise<readonly Trouble[]>;
  /** Of the database. */
  readonly disk: Pick<DiskSpace, 'freeBytes' | 'noticed'> | undefined;
}

/** What one route needs of them. */
export type Parts<Name extends keyof AppParts> = Pick<AppParts, Name>;

/** A Fastify instance whose routes are typed by their TypeBox schemas. */
export type ApiInstance = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
