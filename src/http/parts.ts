import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Authenticator } from '../accounts/authenticator.js';
import type { Callbacks } from '../accounts/callbacks.js';
import type { Caller } from '../accounts/caller.js';
import type { Contracts } from '../accounts/contracts.js';
import type { Directory } from '../accounts/directory.js';
import type { Keys } from '../accounts/keys.js';
import type { Quotas } from '../accounts/quota.js';
import type { RateGate } from '../accounts/rate.js';
import type { Turnstile } from '../accounts/turnstile.js';
import type { UsageLedger } from '../accounts/usage.js';
import type { Settings } from '../config.js';
import type { CustomFields } from '../fields/custom.js';
import type { FieldTree } from '../fields/tree.js';
import type { TranslationSubmissions } from '../jobs/submissions.js';
import type { TranslationIntake } from '../orders/intake.js';
import type { Languages } from '../orders/languages.js';
import type { Bindings } from '../resources/bindings.js';
import type { Imports } from '../resources/imports.js';
import type { Lists } from '../resources/lists.js';
import type { UserDictionary } from '../resources/user-dictionary.js';
import type { TrainedModels } from '../training/trained-models.js';
import type { TrainingRequests } from '../training/training-requests.js';
import type { Road } from '../translate/port.js';
import type { Metrics } from './metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; `callerOf` reads it. */
    caller: Caller | null;
  }
}

/** Everything the routes work with; built in `compose.ts`. */
export interface AppParts {
  readonly settings: Settings;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly adminToken: string;
  readonly authenticator: Authenticator;
  readonly contracts: Contracts;
  readonly rate: RateGate;
  readonly turnstile: Turnstile;
  readonly quotas: Quotas;
  readonly usage: UsageLedger;
  readonly directory: Directory;
  readonly keys: Keys;
  readonly callbacks: Callbacks;
  readonly dictionary: UserDictionary;
  readonly languages: Languages;
  readonly intake: TranslationIntake;
  readonly submissions: TranslationSubmissions;
  readonly road: Road;
  readonly trainedModels: TrainedModels;
  readonly trainingRequests: TrainingRequests;
  readonly fields: FieldTree;
  readonly customFields: CustomFields;
  readonly lists: Lists;
  readonly bindings: Bindings;
  readonly imports: Imports;
  /** Whether the service can do its work now; false lets a load balancer look elsewhere. */
  readonly ready: () => Promise<boolean>;
}

/** A Fastify instance whose routes are typed by their TypeBox schemas. */
export type ApiInstance = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
