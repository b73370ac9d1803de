// Made from the OpenAPI document: npx vitest run test/client/types.test.ts -u

export interface Operations {
  /** Changes made by operators, newest first, 500 at a time. */
  'GET /admin/v1/audit': {
    params: undefined;
    query: { orgId?: string; from?: string; to?: string; before?: string };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: number;
        readonly at: string;
        readonly actor: string;
        readonly origin: string;
        readonly action: string;
        readonly orgId: string | null;
        readonly detail: unknown;
        readonly status: number | null;
      })[];
    };
  };
  /** All of them as CSV or as JSON lines. */
  'GET /admin/v1/audit/export': {
    params: undefined;
    query: { orgId?: string; from?: string; to?: string; format: 'csv' | 'jsonl' };
    body: undefined;
    answer: unknown;
  };
  /** Callback deliveries, newest first; those given up unless another state is named. */
  'GET /admin/v1/deliveries': {
    params: undefined;
    query: { orgId?: string; state?: 'pending' | 'delivered' | 'dead' | 'cancelled' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly orgId: string;
        readonly accessKey: string;
        readonly id: string;
        readonly url: string;
        readonly event: 'translation.finished' | 'translation.failed' | 'file.finished' | 'file.failed' | 'training.finished' | 'training.failed';
        readonly subjectId: string;
        readonly state: 'pending' | 'delivered' | 'dead' | 'cancelled';
        readonly attempts: number;
        readonly lastStatus: number | null;
        readonly lastError: string | null;
        readonly createdAt: string;
        readonly nextAttemptAt: string | null;
      })[];
    };
  };
  /** Send a dead delivery again. */
  'POST /admin/v1/deliveries/{deliveryId}/resend': {
    params: { deliveryId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** List organizations. */
  'GET /admin/v1/organizations': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: string;
        readonly name: string;
        readonly enabled: boolean;
        readonly createdAt: string;
      })[];
    };
  };
  /** Create an organization. */
  'POST /admin/v1/organizations': {
    params: undefined;
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: string;
        readonly name: string;
        readonly enabled: boolean;
        readonly createdAt: string;
      };
    };
  };
  /** Enable or disable an organization. */
  'PUT /admin/v1/organizations/{orgId}': {
    params: { orgId: string };
    query: undefined;
    body: {
      readonly enabled: boolean;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: string;
        readonly name: string;
        readonly enabled: boolean;
        readonly createdAt: string;
      };
    };
  };
  /** List contracts. */
  'GET /admin/v1/organizations/{orgId}/contracts': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: string;
        readonly name: string;
        readonly kind: 'text' | 'file';
        readonly engine: 't4oo' | 'real-time' | 'custom';
        readonly enabled: boolean;
        readonly charQuota: number | null;
        readonly ratePerMinute: number | null;
        readonly strict: boolean;
        readonly search: 'fast' | 'best' | null;
        readonly formats: 'keep' | 'convert' | null;
        readonly names: 'customary' | 'keep' | null;
        readonly formality: 'auto' | 'polite' | 'plain' | null;
        readonly inference: 'local' | 'pool' | 'chat' | null;
        readonly createdAt: string;
      })[];
    };
  };
  /** Create a contract. */
  'POST /admin/v1/organizations/{orgId}/contracts': {
    params: { orgId: string };
    query: undefined;
    body: {
      readonly name: string;
      readonly kind: 'text' | 'file';
      readonly engine: 't4oo' | 'real-time' | 'custom';
      readonly charQuota?: number | null;
      readonly ratePerMinute?: number | null;
      readonly strict?: boolean;
      readonly search?: 'fast' | 'best' | null;
      readonly formats?: 'keep' | 'convert' | null;
      readonly names?: 'customary' | 'keep' | null;
      readonly formality?: 'auto' | 'polite' | 'plain' | null;
      readonly inference?: 'local' | 'pool' | 'chat' | null;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: string;
        readonly name: string;
        readonly kind: 'text' | 'file';
        readonly engine: 't4oo' | 'real-time' | 'custom';
        readonly enabled: boolean;
        readonly charQuota: number | null;
        readonly ratePerMinute: number | null;
        readonly strict: boolean;
        readonly search: 'fast' | 'best' | null;
        readonly formats: 'keep' | 'convert' | null;
        readonly names: 'customary' | 'keep' | null;
        readonly formality: 'auto' | 'polite' | 'plain' | null;
        readonly inference: 'local' | 'pool' | 'chat' | null;
        readonly createdAt: string;
      };
    };
  };
  /** Change a contract. */
  'PUT /admin/v1/organizations/{orgId}/contracts/{contractId}': {
    params: { orgId: string; contractId: string };
    query: undefined;
    body: {
      readonly name?: string;
      readonly enabled?: boolean;
      readonly charQuota?: number | null;
      readonly ratePerMinute?: number | null;
      readonly strict?: boolean;
      readonly search?: 'fast' | 'best' | null;
      readonly formats?: 'keep' | 'convert' | null;
      readonly names?: 'customary' | 'keep' | null;
      readonly formality?: 'auto' | 'polite' | 'plain' | null;
      readonly inference?: 'local' | 'pool' | 'chat' | null;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: string;
        readonly name: string;
        readonly kind: 'text' | 'file';
        readonly engine: 't4oo' | 'real-time' | 'custom';
        readonly enabled: boolean;
        readonly charQuota: number | null;
        readonly ratePerMinute: number | null;
        readonly strict: boolean;
        readonly search: 'fast' | 'best' | null;
        readonly formats: 'keep' | 'convert' | null;
        readonly names: 'customary' | 'keep' | null;
        readonly formality: 'auto' | 'polite' | 'plain' | null;
        readonly inference: 'local' | 'pool' | 'chat' | null;
        readonly createdAt: string;
      };
    };
  };
  /** Send all dead deliveries of an organization again. */
  'POST /admin/v1/organizations/{orgId}/deliveries/resend': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly resent: number;
      };
    };
  };
  /** List (glossary). */
  'GET /admin/v1/organizations/{orgId}/glossaries': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      })[];
    };
  };
  /** Create (glossary). */
  'POST /admin/v1/organizations/{orgId}/glossaries': {
    params: { orgId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      };
    };
  };
  /** Delete (glossary). */
  'DELETE /admin/v1/organizations/{orgId}/glossaries/{listId}': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Show (glossary). */
  'GET /admin/v1/organizations/{orgId}/glossaries/{listId}': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      };
    };
  };
  /** Rename (glossary). */
  'PUT /admin/v1/organizations/{orgId}/glossaries/{listId}': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      };
    };
  };
  /** What it is bound to (glossary). */
  'GET /admin/v1/organizations/{orgId}/glossaries/{listId}/bindings': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: number;
        readonly userId?: string;
        readonly groupId?: string;
        readonly fieldId?: string;
      })[];
    };
  };
  /** Bind (glossary). */
  'POST /admin/v1/organizations/{orgId}/glossaries/{listId}/bindings': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: {
      readonly userId?: string;
      readonly groupId?: string;
      readonly fieldId?: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Unbind (glossary). */
  'DELETE /admin/v1/organizations/{orgId}/glossaries/{listId}/bindings/{bindingId}': {
    params: { orgId: string; listId: string; bindingId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Empty (glossary). */
  'DELETE /admin/v1/organizations/{orgId}/glossaries/{listId}/entries': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Export as a table (glossary). */
  'GET /admin/v1/organizations/{orgId}/glossaries/{listId}/export': {
    params: { orgId: string; listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx' };
    body: undefined;
    answer: unknown;
  };
  /** Import a table; 202 when it is large and goes on in the background (glossary). */
  'POST /admin/v1/organizations/{orgId}/glossaries/{listId}/import': {
    params: { orgId: string; listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly importId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly total: number;
        readonly done: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly errorMessage: string | null;
      };
    };
  };
  /** List groups. */
  'GET /admin/v1/organizations/{orgId}/groups': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: string;
        readonly name: string;
        readonly members: readonly (string)[];
        readonly createdAt: string;
      })[];
    };
  };
  /** Create a group. */
  'POST /admin/v1/organizations/{orgId}/groups': {
    params: { orgId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: string;
        readonly name: string;
        readonly members: readonly (string)[];
        readonly createdAt: string;
      };
    };
  };
  /** Delete a group. */
  'DELETE /admin/v1/organizations/{orgId}/groups/{groupId}': {
    params: { orgId: string; groupId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Remove a member from a group. */
  'DELETE /admin/v1/organizations/{orgId}/groups/{groupId}/members/{userId}': {
    params: { orgId: string; groupId: string; userId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Add a member to a group. */
  'PUT /admin/v1/organizations/{orgId}/groups/{groupId}/members/{userId}': {
    params: { orgId: string; groupId: string; userId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** The latest imports. */
  'GET /admin/v1/organizations/{orgId}/imports': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly importId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly total: number;
        readonly done: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly errorMessage: string | null;
      })[];
    };
  };
  /** How far an import is. */
  'GET /admin/v1/organizations/{orgId}/imports/{importId}': {
    params: { orgId: string; importId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly importId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly total: number;
        readonly done: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly errorMessage: string | null;
      };
    };
  };
  /** List access keys. */
  'GET /admin/v1/organizations/{orgId}/keys': {
    params: { orgId: string };
    query: { userId?: string };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly accessKey: string;
        readonly userId: string;
        readonly label: string;
        readonly profile: 'standard' | 'legacy';
        readonly defaultContractId: string | null;
        readonly requiresV2: boolean;
        readonly enabled: boolean;
        readonly createdAt: string;
        readonly rotatedAt: string | null;
      })[];
    };
  };
  /** Create an access key. */
  'POST /admin/v1/organizations/{orgId}/keys': {
    params: { orgId: string };
    query: undefined;
    body: {
      readonly userId: string;
      readonly label?: string;
      readonly profile?: 'standard' | 'legacy';
      readonly defaultContractId?: string | null;
      readonly requiresV2?: boolean;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly accessKey: string;
        readonly userId: string;
        readonly label: string;
        readonly profile: 'standard' | 'legacy';
        readonly defaultContractId: string | null;
        readonly requiresV2: boolean;
        readonly enabled: boolean;
        readonly createdAt: string;
        readonly rotatedAt: string | null;
        readonly secretKey: string;
      };
    };
  };
  /** Enable, disable or relabel an access key, or change how its requests are read. */
  'PUT /admin/v1/organizations/{orgId}/keys/{accessKey}': {
    params: { orgId: string; accessKey: string };
    query: undefined;
    body: {
      readonly enabled?: boolean;
      readonly label?: string;
      readonly profile?: 'standard' | 'legacy';
      readonly defaultContractId?: string | null;
      readonly requiresV2?: boolean;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly accessKey: string;
        readonly userId: string;
        readonly label: string;
        readonly profile: 'standard' | 'legacy';
        readonly defaultContractId: string | null;
        readonly requiresV2: boolean;
        readonly enabled: boolean;
        readonly createdAt: string;
        readonly rotatedAt: string | null;
      };
    };
  };
  /** Give an access key a new secret. */
  'POST /admin/v1/organizations/{orgId}/keys/{accessKey}/rotate': {
    params: { orgId: string; accessKey: string };
    query: undefined;
    body: {
      readonly overlapSeconds?: number;
    } | null;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly accessKey: string;
        readonly userId: string;
        readonly label: string;
        readonly profile: 'standard' | 'legacy';
        readonly defaultContractId: string | null;
        readonly requiresV2: boolean;
        readonly enabled: boolean;
        readonly createdAt: string;
        readonly rotatedAt: string | null;
        readonly secretKey: string;
      };
    };
  };
  /** List custom models. */
  'GET /admin/v1/organizations/{orgId}/models': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly mid: string;
        readonly userId: string;
        readonly orgId: string;
        readonly name: string;
        readonly field: string;
        readonly firstLang: string;
        readonly secondLang: string;
      })[];
    };
  };
  /** Delete a model with its pairs. */
  'DELETE /admin/v1/organizations/{orgId}/models/{mid}': {
    params: { orgId: string; mid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** A model with its evaluation. */
  'GET /admin/v1/organizations/{orgId}/models/{mid}': {
    params: { orgId: string; mid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly mid: string;
        readonly userId: string;
        readonly orgId: string;
        readonly name: string;
        readonly field: string;
        readonly firstLang: string;
        readonly secondLang: string;
        readonly version: number;
        readonly baseVersion: string | null;
        readonly evaluation: {
          readonly pairs: number;
          readonly before: number;
          readonly after: number;
          readonly examples: readonly ({
            readonly source: string;
            readonly reference: string;
            readonly before: string;
            readonly after: string;
          })[];
        } | null;
        readonly terms: readonly ({
          readonly fromText: string;
          readonly toText: string;
          readonly count: number;
          readonly share: number;
        })[];
      };
    };
  };
  /** Rename a model. */
  'PUT /admin/v1/organizations/{orgId}/models/{mid}': {
    params: { orgId: string; mid: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly mid: string;
        readonly userId: string;
        readonly orgId: string;
        readonly name: string;
        readonly field: string;
        readonly firstLang: string;
        readonly secondLang: string;
      };
    };
  };
  /** Export the pairs of a model. */
  'GET /admin/v1/organizations/{orgId}/models/{mid}/export': {
    params: { orgId: string; mid: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx' };
    body: undefined;
    answer: unknown;
  };
  /** Train a model again, with more pairs. */
  'POST /admin/v1/organizations/{orgId}/models/{mid}/train': {
    params: { orgId: string; mid: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly jid: string;
      };
    };
  };
  /** List (phrase-dictionary). */
  'GET /admin/v1/organizations/{orgId}/phrase-dictionaries': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      })[];
    };
  };
  /** Create (phrase-dictionary). */
  'POST /admin/v1/organizations/{orgId}/phrase-dictionaries': {
    params: { orgId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      };
    };
  };
  /** Delete (phrase-dictionary). */
  'DELETE /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Show (phrase-dictionary). */
  'GET /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      };
    };
  };
  /** Rename (phrase-dictionary). */
  'PUT /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
        readonly createdAt: string;
        readonly updatedAt: string;
      };
    };
  };
  /** What it is bound to (phrase-dictionary). */
  'GET /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}/bindings': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: number;
        readonly userId?: string;
        readonly groupId?: string;
        readonly fieldId?: string;
      })[];
    };
  };
  /** Bind (phrase-dictionary). */
  'POST /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}/bindings': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: {
      readonly userId?: string;
      readonly groupId?: string;
      readonly fieldId?: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Unbind (phrase-dictionary). */
  'DELETE /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}/bindings/{bindingId}': {
    params: { orgId: string; listId: string; bindingId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Empty (phrase-dictionary). */
  'DELETE /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}/entries': {
    params: { orgId: string; listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** Export as a table (phrase-dictionary). */
  'GET /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}/export': {
    params: { orgId: string; listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx' };
    body: undefined;
    answer: unknown;
  };
  /** Import a table; 202 when it is large and goes on in the background (phrase-dictionary). */
  'POST /admin/v1/organizations/{orgId}/phrase-dictionaries/{listId}/import': {
    params: { orgId: string; listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly importId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly total: number;
        readonly done: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly errorMessage: string | null;
      };
    };
  };
  /** Cancel a training job. */
  'DELETE /admin/v1/organizations/{orgId}/training-jobs/{jid}': {
    params: { orgId: string; jid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly jobStatus: string;
        readonly mid: string;
        readonly userId: string;
        readonly orgId: string;
        readonly name: string;
        readonly field: string;
        readonly firstLang: string;
        readonly secondLang: string;
        readonly errorCode: number | null;
        readonly errorMessage: string | null;
        readonly progress?: number;
        readonly upload?: {
          readonly pairs: number;
          readonly repeated: number;
          readonly badRows: number;
          readonly examples: readonly ({
            readonly line: number;
            readonly reason: string;
          })[];
        };
      };
    };
  };
  /** One training job. */
  'GET /admin/v1/organizations/{orgId}/training-jobs/{jid}': {
    params: { orgId: string; jid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly jobStatus: string;
        readonly mid: string;
        readonly userId: string;
        readonly orgId: string;
        readonly name: string;
        readonly field: string;
        readonly firstLang: string;
        readonly secondLang: string;
        readonly errorCode: number | null;
        readonly errorMessage: string | null;
        readonly progress?: number;
        readonly upload?: {
          readonly pairs: number;
          readonly repeated: number;
          readonly badRows: number;
          readonly examples: readonly ({
            readonly line: number;
            readonly reason: string;
          })[];
        };
      };
    };
  };
  /** Usage per key, contract and day. */
  'GET /admin/v1/organizations/{orgId}/usage': {
    params: { orgId: string };
    query: { from?: string; to?: string; accessKey?: string; contractId?: string };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly day: string;
        readonly accessKey: string;
        readonly contractId: string;
        readonly requests: number;
        readonly characters: number;
        readonly words: number;
      })[];
    };
  };
  /** List users. */
  'GET /admin/v1/organizations/{orgId}/users': {
    params: { orgId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: string;
        readonly name: string;
        readonly enabled: boolean;
        readonly createdAt: string;
      })[];
    };
  };
  /** Create a user. */
  'POST /admin/v1/organizations/{orgId}/users': {
    params: { orgId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: string;
        readonly name: string;
        readonly enabled: boolean;
        readonly createdAt: string;
      };
    };
  };
  /** Enable or disable a user. */
  'PUT /admin/v1/organizations/{orgId}/users/{userId}': {
    params: { orgId: string; userId: string };
    query: undefined;
    body: {
      readonly enabled: boolean;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: string;
        readonly name: string;
        readonly enabled: boolean;
        readonly createdAt: string;
      };
    };
  };
  /** How the service does at this moment. */
  'GET /admin/v1/status': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly at: number;
        readonly process: {
          readonly upSeconds: number;
          readonly memoryBytes: number;
          readonly cpuSeconds: number;
        };
        readonly troubles: readonly ({
          readonly part: string;
          readonly message: string;
        })[];
        readonly disk: {
          readonly freeBytes: number | null;
          readonly reserveBytes: number;
        };
        readonly requests: {
          readonly count: number;
          readonly seconds: number;
          readonly buckets: readonly ({
            readonly le: number;
            readonly count: number;
          })[];
          readonly words: readonly ({
            readonly engine: string;
            readonly words: number;
          })[];
          readonly failures: readonly ({
            readonly code: number;
            readonly count: number;
          })[];
        };
        readonly backlog: {
          readonly queued: number;
          readonly running: number;
          readonly waited: number;
          readonly pending: number;
          readonly dead: number;
        };
        readonly workers: readonly ({
          readonly id: string;
          readonly host: string;
          readonly pid: number;
          readonly startedAt: string;
          readonly silentSeconds: number;
          readonly translations: number;
        })[];
        readonly model: {
          readonly waiting: number;
          readonly running: number;
          readonly threads: number;
          readonly models: readonly ({
            readonly name: string;
            readonly version: string;
            readonly loaded: boolean;
            readonly bytes: number;
            readonly sentences: number;
            readonly tokens: number;
          })[];
        };
      };
    };
  };
  /** Delete the callback URL and stop notifications. */
  'DELETE /api/v1/callback': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** The callback URL of the access key. */
  'GET /api/v1/callback': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly callbackUrl: string | null;
      };
    };
  };
  /** Set the callback URL of the access key. */
  'PUT /api/v1/callback': {
    params: undefined;
    query: undefined;
    body: {
      readonly callbackUrl: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: null;
    };
  };
  /** The hundred latest notifications of the access key, newest first. */
  'GET /api/v1/callback/deliveries': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly id: string;
        readonly url: string;
        readonly event: 'translation.finished' | 'translation.failed' | 'file.finished' | 'file.failed' | 'training.finished' | 'training.failed';
        readonly subjectId: string;
        readonly state: 'pending' | 'delivered' | 'dead' | 'cancelled';
        readonly attempts: number;
        readonly lastStatus: number | null;
        readonly lastError: string | null;
        readonly createdAt: string;
        readonly nextAttemptAt: string | null;
      })[];
    };
  };
  /** Send a notification that has not arrived again, now. */
  'POST /api/v1/callback/deliveries/{deliveryId}/resend': {
    params: { deliveryId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Contracts that the caller may use. */
  'GET /api/v1/contracts': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly contracts: readonly ({
          readonly id: string;
          readonly name: string;
          readonly kind: 'text' | 'file';
          readonly engine: 't4oo' | 'real-time' | 'custom';
          readonly charQuota: number | null;
          readonly ratePerMinute: number | null;
          readonly isDefault: boolean;
          readonly strict: boolean;
          readonly search: 'fast' | 'best' | null;
          readonly formats: 'keep' | 'convert';
          readonly names: 'customary' | 'keep';
          readonly formality: 'auto' | 'polite' | 'plain';
          readonly inference: 'local' | 'pool' | 'chat';
          readonly usedThisMonth: {
            readonly requests: number;
            readonly characters: number;
            readonly words: number;
          };
        })[];
      };
    };
  };
  /** All entries of the user. */
  'GET /api/v1/dictionary': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly entries: readonly ({
          readonly id: number;
          readonly fromLang: string;
          readonly fromText: string;
          readonly toLang: string;
          readonly toText: string;
        })[];
      };
    };
  };
  /** Add or replace one entry. */
  'POST /api/v1/dictionary': {
    params: undefined;
    query: undefined;
    body: {
      readonly fromLang: string;
      readonly fromText: string;
      readonly toLang: string;
      readonly toText: string;
    };
    answer: {
      readonly status: 'success';
    };
  };
  /** Add or replace many entries, all or none. */
  'POST /api/v1/dictionary/bulk': {
    params: undefined;
    query: undefined;
    body: readonly ({
      readonly fromLang: string;
      readonly fromText: string;
      readonly toLang: string;
      readonly toText: string;
    })[];
    answer: {
      readonly status: 'success';
    };
  };
  /** Delete every entry of the user. */
  'DELETE /api/v1/dictionary/dictionary-all': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Entries, newest first, page by page (user dictionary). */
  'GET /api/v1/dictionary/entries': {
    params: undefined;
    query: { search?: string; fromLang?: string; toLang?: string; offset?: string; limit?: string };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly total: number;
        readonly entries: readonly ({
          readonly id: number;
          readonly fromLang: string;
          readonly fromText: string;
          readonly toLang: string;
          readonly toText: string;
        })[];
        readonly lastChange: {
          readonly action: 'add' | 'change' | 'delete' | 'clear' | 'import';
          readonly entries: number;
          readonly at: string;
        } | null;
      };
    };
  };
  /** Export the dictionary of the user as a table. */
  'GET /api/v1/dictionary/export': {
    params: undefined;
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx' };
    body: undefined;
    answer: unknown;
  };
  /** Import a table into the dictionary of the user. */
  'POST /api/v1/dictionary/import': {
    params: undefined;
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly total: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
      };
    };
  };
  /** What an import would add, change and refuse; nothing is changed (user dictionary). */
  'POST /api/v1/dictionary/import/preview': {
    params: undefined;
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly total: number;
        readonly complete: boolean;
        readonly added: number;
        readonly changed: number;
        readonly unchanged: number;
        readonly repeated: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly rows: readonly ({
          readonly line: number;
          readonly fromLang: string;
          readonly fromText: string;
          readonly toLang: string;
          readonly toText: string;
          readonly before: string | null;
        })[];
      };
    };
  };
  /** Take the last change back, as long as nothing came after it (user dictionary). */
  'POST /api/v1/dictionary/undo': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Delete an entry. */
  'DELETE /api/v1/dictionary/{id}': {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Change an entry. */
  'PUT /api/v1/dictionary/{id}': {
    params: { id: string };
    query: undefined;
    body: {
      readonly fromLang: string;
      readonly fromText: string;
      readonly toLang: string;
      readonly toText: string;
    };
    answer: {
      readonly status: 'success';
    };
  };
  /** Translated files as a ZIP archive. */
  'GET /api/v1/downloads': {
    params: undefined;
    query: { ids: string };
    body: undefined;
    answer: unknown;
  };
  /** One translated file as it is. */
  'GET /api/v1/downloads/{translateItemId}': {
    params: { translateItemId: string };
    query: undefined;
    body: undefined;
    answer: unknown;
  };
  /** The sentences of a translated file beside their translations. */
  'GET /api/v1/downloads/{translateItemId}/bilingual': {
    params: { translateItemId: string };
    query: { format: string };
    body: undefined;
    answer: unknown;
  };
  /** Bring the revised bilingual file back. */
  'POST /api/v1/downloads/{translateItemId}/revised': {
    params: { translateItemId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly phrasePairId: number;
        readonly pairs: number;
      };
    };
  };
  /** Specialised fields of the phrase-pair engine. */
  'GET /api/v1/field/list': {
    params: undefined;
    query: { engine: 't4oo'; language: 'ja' | 'en'; level?: '1' | '2' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly fields: readonly ({
          readonly id: string;
          readonly name: string;
          readonly parent?: string;
        })[];
      };
    };
  };
  /** Translate files. */
  'POST /api/v1/file-translate': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly translateId: string;
      };
    };
  };
  /** All of the organization, for t4ooGlossaryId (glossary). */
  'GET /api/v1/glossaries': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly glossaries: readonly ({
          readonly id: number;
          readonly name: string;
          readonly entries: number;
        })[];
      };
    };
  };
  /** Create; it applies by itself to the requests of the user who made it (glossary). */
  'POST /api/v1/glossaries': {
    params: undefined;
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
      };
    };
  };
  /** Delete with all entries (glossary). */
  'DELETE /api/v1/glossaries/{listId}': {
    params: { listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Rename (glossary). */
  'PUT /api/v1/glossaries/{listId}': {
    params: { listId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
      };
    };
  };
  /** Delete every entry (glossary). */
  'DELETE /api/v1/glossaries/{listId}/entries': {
    params: { listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Entries, newest first, page by page (glossary). */
  'GET /api/v1/glossaries/{listId}/entries': {
    params: { listId: string };
    query: { search?: string; fromLang?: string; toLang?: string; offset?: string; limit?: string };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly total: number;
        readonly entries: readonly ({
          readonly id: number;
          readonly fromLang: string;
          readonly fromText: string;
          readonly toLang: string;
          readonly toText: string;
        })[];
        readonly lastChange: {
          readonly action: 'add' | 'change' | 'delete' | 'clear' | 'import';
          readonly entries: number;
          readonly at: string;
        } | null;
      };
    };
  };
  /** Add or replace entries, all or none (glossary). */
  'POST /api/v1/glossaries/{listId}/entries': {
    params: { listId: string };
    query: undefined;
    body: readonly ({
      readonly fromLang: string;
      readonly fromText: string;
      readonly toLang: string;
      readonly toText: string;
    })[];
    answer: {
      readonly status: 'success';
    };
  };
  /** Delete an entry (glossary). */
  'DELETE /api/v1/glossaries/{listId}/entries/{entryId}': {
    params: { listId: string; entryId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Change an entry (glossary). */
  'PUT /api/v1/glossaries/{listId}/entries/{entryId}': {
    params: { listId: string; entryId: string };
    query: undefined;
    body: {
      readonly fromLang: string;
      readonly fromText: string;
      readonly toLang: string;
      readonly toText: string;
    };
    answer: {
      readonly status: 'success';
    };
  };
  /** Export as a table (glossary). */
  'GET /api/v1/glossaries/{listId}/export': {
    params: { listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx' };
    body: undefined;
    answer: unknown;
  };
  /** Import a table; 202 when it is large and goes on in the background (glossary). */
  'POST /api/v1/glossaries/{listId}/import': {
    params: { listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly importId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly total: number;
        readonly done: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly errorMessage: string | null;
      };
    };
  };
  /** What an import would add, change and refuse; nothing is changed (glossary). */
  'POST /api/v1/glossaries/{listId}/import/preview': {
    params: { listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly total: number;
        readonly complete: boolean;
        readonly added: number;
        readonly changed: number;
        readonly unchanged: number;
        readonly repeated: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly rows: readonly ({
          readonly line: number;
          readonly fromLang: string;
          readonly fromText: string;
          readonly toLang: string;
          readonly toText: string;
          readonly before: string | null;
        })[];
      };
    };
  };
  /** Take the last change back, as long as nothing came after it (glossary). */
  'POST /api/v1/glossaries/{listId}/undo': {
    params: { listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Check that authentication works. */
  'GET /api/v1/hello': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly message: 'hello, world!';
    };
  };
  /** How far an import is. */
  'GET /api/v1/imports/{importId}': {
    params: { importId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly importId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly total: number;
        readonly done: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly errorMessage: string | null;
      };
    };
  };
  /** Languages of text translation. */
  'GET /api/v1/languages': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly languages: readonly ({
          readonly language: string;
          readonly abbreviation: string;
          readonly description: string;
        })[];
      };
    };
  };
  /** Languages of one engine. */
  'GET /api/v1/languages/engine/{engine}': {
    params: { engine: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly languages: readonly ({
          readonly language: string;
          readonly abbreviation: string;
          readonly description: string;
        })[];
      };
    };
  };
  /** All of the organization, for t4ooCategoryId (phrase-pair dictionary). */
  'GET /api/v1/phrase-pairs': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly phrasePairs: readonly ({
          readonly id: number;
          readonly name: string;
          readonly entries: number;
        })[];
      };
    };
  };
  /** Create; it applies by itself to the requests of the user who made it (phrase-pair dictionary). */
  'POST /api/v1/phrase-pairs': {
    params: undefined;
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
      };
    };
  };
  /** Delete with all entries (phrase-pair dictionary). */
  'DELETE /api/v1/phrase-pairs/{listId}': {
    params: { listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Rename (phrase-pair dictionary). */
  'PUT /api/v1/phrase-pairs/{listId}': {
    params: { listId: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly id: number;
        readonly name: string;
        readonly entries: number;
      };
    };
  };
  /** Delete every entry (phrase-pair dictionary). */
  'DELETE /api/v1/phrase-pairs/{listId}/entries': {
    params: { listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Entries, newest first, page by page (phrase-pair dictionary). */
  'GET /api/v1/phrase-pairs/{listId}/entries': {
    params: { listId: string };
    query: { search?: string; fromLang?: string; toLang?: string; offset?: string; limit?: string };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly total: number;
        readonly entries: readonly ({
          readonly id: number;
          readonly fromLang: string;
          readonly fromText: string;
          readonly toLang: string;
          readonly toText: string;
        })[];
        readonly lastChange: {
          readonly action: 'add' | 'change' | 'delete' | 'clear' | 'import';
          readonly entries: number;
          readonly at: string;
        } | null;
      };
    };
  };
  /** Add or replace entries, all or none (phrase-pair dictionary). */
  'POST /api/v1/phrase-pairs/{listId}/entries': {
    params: { listId: string };
    query: undefined;
    body: readonly ({
      readonly fromLang: string;
      readonly fromText: string;
      readonly toLang: string;
      readonly toText: string;
    })[];
    answer: {
      readonly status: 'success';
    };
  };
  /** Delete an entry (phrase-pair dictionary). */
  'DELETE /api/v1/phrase-pairs/{listId}/entries/{entryId}': {
    params: { listId: string; entryId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Change an entry (phrase-pair dictionary). */
  'PUT /api/v1/phrase-pairs/{listId}/entries/{entryId}': {
    params: { listId: string; entryId: string };
    query: undefined;
    body: {
      readonly fromLang: string;
      readonly fromText: string;
      readonly toLang: string;
      readonly toText: string;
    };
    answer: {
      readonly status: 'success';
    };
  };
  /** Export as a table (phrase-pair dictionary). */
  'GET /api/v1/phrase-pairs/{listId}/export': {
    params: { listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx' };
    body: undefined;
    answer: unknown;
  };
  /** Import a table; 202 when it is large and goes on in the background (phrase-pair dictionary). */
  'POST /api/v1/phrase-pairs/{listId}/import': {
    params: { listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly importId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly total: number;
        readonly done: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly errorMessage: string | null;
      };
    };
  };
  /** What an import would add, change and refuse; nothing is changed (phrase-pair dictionary). */
  'POST /api/v1/phrase-pairs/{listId}/import/preview': {
    params: { listId: string };
    query: { format: 'tsv' | 'csv' | 'tmx' | 'xlsx'; fromLang?: string; toLang?: string; encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly total: number;
        readonly complete: boolean;
        readonly added: number;
        readonly changed: number;
        readonly unchanged: number;
        readonly repeated: number;
        readonly rejectedCount: number;
        readonly rejected: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
        readonly rows: readonly ({
          readonly line: number;
          readonly fromLang: string;
          readonly fromText: string;
          readonly toLang: string;
          readonly toText: string;
          readonly before: string | null;
        })[];
      };
    };
  };
  /** Take the last change back, as long as nothing came after it (phrase-pair dictionary). */
  'POST /api/v1/phrase-pairs/{listId}/undo': {
    params: { listId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** Languages of speech recognition. */
  'GET /api/v1/stt-languages': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly languages: readonly ({
          readonly language: string;
          readonly abbreviation: string;
          readonly description: string;
        })[];
      };
    };
  };
  /** Languages of streaming speech recognition. */
  'GET /api/v1/stt-streaming-languages': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly languages: readonly ({
          readonly language: string;
          readonly abbreviation: string;
          readonly description: string;
        })[];
      };
    };
  };
  /** Which terms are missing or wrong in given translations. */
  'POST /api/v1/terms/check': {
    params: undefined;
    query: undefined;
    body: {
      readonly pairs: readonly ({
        readonly source: string;
        readonly target: string;
      })[];
      readonly sourceLang: string;
      readonly targetLang: string;
      readonly fieldId?: string;
      readonly t4ooGlossaryId?: string | number;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly terms: number;
        readonly findings: readonly ({
          readonly index: number;
          readonly kind: 'missing' | 'wrong';
          readonly fromText: string;
          readonly toText: string;
          readonly tier: string;
          readonly found: string;
          readonly instead?: string;
        })[];
      };
    };
  };
  /** Exchange access key and secret key for a token. */
  'POST /api/v1/token': {
    params: undefined;
    query: undefined;
    body: {
      readonly accessKey: string;
      readonly secretKey: string;
      readonly duration?: number;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly encodedJWT: string;
      };
    };
  };
  /** Fields of the custom-model engine for two languages. */
  'GET /api/v1/training/fields/sourceLang/{sourceLang}/targetLang/{targetLang}': {
    params: { sourceLang: string; targetLang: string };
    query: undefined;
    body: undefined;
    answer: readonly ({
      readonly lid: string;
      readonly name: {
        readonly en: string;
        readonly ja: string;
      };
      readonly orgId: string;
      readonly parent_lid: string;
      readonly source_lang: string;
      readonly target_lang: string;
      readonly trainable: boolean;
      readonly updatedAt: number;
    })[];
  };
  /** Cancel a training job that has not ended. */
  'DELETE /api/v1/training/job/{jid}': {
    params: { jid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly jobStatus: string;
      readonly mid: string;
      readonly userId: string;
      readonly orgId: string;
      readonly name: string;
      readonly field: string;
      readonly firstLang: string;
      readonly secondLang: string;
      readonly errorCode: number | null;
      readonly errorMessage: string | null;
      readonly progress?: number;
      readonly upload?: {
        readonly pairs: number;
        readonly repeated: number;
        readonly badRows: number;
        readonly examples: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
      };
    };
  };
  /** One training job. */
  'GET /api/v1/training/job/{jid}': {
    params: { jid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly jobStatus: string;
      readonly mid: string;
      readonly userId: string;
      readonly orgId: string;
      readonly name: string;
      readonly field: string;
      readonly firstLang: string;
      readonly secondLang: string;
      readonly errorCode: number | null;
      readonly errorMessage: string | null;
      readonly progress?: number;
      readonly upload?: {
        readonly pairs: number;
        readonly repeated: number;
        readonly badRows: number;
        readonly examples: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
      };
    };
  };
  /** The latest trainings of the organization. */
  'GET /api/v1/training/jobs': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: readonly ({
      readonly jid: string;
      readonly jobStatus: string;
      readonly mid: string;
      readonly userId: string;
      readonly orgId: string;
      readonly name: string;
      readonly field: string;
      readonly firstLang: string;
      readonly secondLang: string;
      readonly errorCode: number | null;
      readonly errorMessage: string | null;
      readonly progress?: number;
      readonly upload?: {
        readonly pairs: number;
        readonly repeated: number;
        readonly badRows: number;
        readonly examples: readonly ({
          readonly line: number;
          readonly reason: string;
        })[];
      };
      readonly createdAt: string;
      readonly finishedAt: string | null;
    })[];
  };
  /** Delete a model of the organization with its pairs and jobs. */
  'DELETE /api/v1/training/model/{mid}': {
    params: { mid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** One model. */
  'GET /api/v1/training/model/{mid}': {
    params: { mid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly mid: string;
      readonly userId: string;
      readonly orgId: string;
      readonly name: string;
      readonly field: string;
      readonly firstLang: string;
      readonly secondLang: string;
      readonly version?: number;
      readonly baseVersion?: string | null;
      readonly evaluation?: {
        readonly pairs: number;
        readonly before: number;
        readonly after: number;
        readonly examples: readonly ({
          readonly source: string;
          readonly reference: string;
          readonly before: string;
          readonly after: string;
        })[];
      } | null;
      readonly terms?: readonly ({
        readonly fromText: string;
        readonly toText: string;
        readonly count: number;
        readonly share: number;
      })[];
    };
  };
  /** Rename a model of the organization. */
  'PUT /api/v1/training/model/{mid}': {
    params: { mid: string };
    query: undefined;
    body: {
      readonly name: string;
    };
    answer: {
      readonly status: 'success';
    };
  };
  /** Train a model again, with more pairs. */
  'POST /api/v1/training/model/{mid}/train': {
    params: { mid: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly jid: string;
    };
  };
  /** Versions of a model, newest first. */
  'GET /api/v1/training/model/{mid}/versions': {
    params: { mid: string };
    query: undefined;
    body: undefined;
    answer: readonly ({
      readonly version: number;
      readonly jid: string;
      readonly baseVersion: string;
      readonly pairs: number;
      readonly evaluation: {
        readonly pairs: number;
        readonly before: number;
        readonly after: number;
      };
      readonly createdAt: string;
    })[];
  };
  /** All models of the organization. */
  'GET /api/v1/training/models': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: readonly ({
      readonly mid: string;
      readonly userId: string;
      readonly orgId: string;
      readonly name: string;
      readonly field: string;
      readonly firstLang: string;
      readonly secondLang: string;
    })[];
  };
  /** What a training would be given; nothing is trained. */
  'POST /api/v1/training/preview': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly pairs: number;
      readonly repeated: number;
      readonly badRows: number;
      readonly examples: readonly ({
        readonly line: number;
        readonly reason: string;
      })[];
      readonly rows: readonly ({
        readonly fromText: string;
        readonly toText: string;
      })[];
      readonly refusal: string | null;
    };
  };
  /** Train a model. */
  'POST /api/v1/training/train': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly name: string;
      readonly jid: string;
    };
  };
  /** Translate texts and wait for the result. */
  'POST /api/v1/translate': {
    params: undefined;
    query: undefined;
    body: {
      readonly fieldId?: string;
      readonly text: readonly (string)[];
      readonly sourceLang: string;
      readonly targetLang: string;
      readonly contractId?: string;
      readonly alternatives?: number;
      readonly type?: unknown;
      readonly names?: 'customary' | 'keep';
      readonly formality?: 'auto' | 'polite' | 'plain';
      readonly context?: string;
      readonly autoSplit?: boolean;
      readonly removeFakeLineBreak?: boolean;
      readonly t4ooCategoryId?: string | number;
      readonly t4ooGlossaryId?: string | number;
      readonly isT4ooSplit?: boolean;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly taskId: string;
        readonly translationResult: readonly ({
          readonly sourceText: string;
          readonly translatedText: string;
        })[];
        readonly wordCount: number;
        readonly explain?: readonly ({
          readonly detectedLang: string;
          readonly segments: number;
          readonly phrasePairs: number;
          readonly cacheHits: number;
          readonly secondTries: number;
          readonly terms: readonly ({
            readonly fromText: string;
            readonly toText: string;
            readonly tier: string;
            readonly applied: boolean;
            readonly found?: string;
          })[];
          readonly untranslated?: true;
          readonly checks: readonly ({
            readonly check: string;
            readonly outcome: string;
            readonly source?: string;
            readonly wanted?: string;
          })[];
          readonly register?: {
            readonly asked: 'auto' | 'polite' | 'plain';
            readonly chosen?: 'polite' | 'plain';
            readonly isHeeded: boolean;
          };
          readonly sentences: readonly ({
            readonly source: string;
            readonly sourceStart: number;
            readonly target: string;
            readonly targetStart: number;
            readonly by: string;
            readonly quality?: number;
            readonly untranslated?: true;
            readonly terms: readonly ({
              readonly fromText: string;
              readonly toText: string;
              readonly tier: string;
              readonly applied: boolean;
              readonly found?: string;
            })[];
            readonly alternatives?: readonly ({
              readonly text: string;
              readonly quality: number;
            })[];
          })[];
        })[];
      };
    };
  };
  /** All file translations of the account, newest first. */
  'GET /api/v1/translate-result/all': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly translateId: string;
        readonly done: boolean;
        readonly langs: readonly (string)[];
        readonly fieldId: number | string;
        readonly createdAt: string;
        readonly items: readonly ({
          readonly id: number;
          readonly translateItemId: string;
          readonly lang: string;
          readonly wordCount: number | null;
          readonly detectedLang: string | null;
          readonly encoding?: string;
          readonly done: boolean;
          readonly originalName: string;
          readonly downloaded: boolean;
          readonly error: boolean;
          readonly errorCode?: number;
          readonly errorMessage?: string;
          readonly progress: {
            readonly done: number;
            readonly total: number;
          };
          readonly untranslated: number;
          readonly overflowPages?: readonly (number)[];
        })[];
      })[];
    };
  };
  /** Cancel a file translation that has not ended. */
  'DELETE /api/v1/translate-result/{translateId}': {
    params: { translateId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
    };
  };
  /** How a file translation stands. */
  'GET /api/v1/translate-result/{translateId}': {
    params: { translateId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly translateId: string;
        readonly done: boolean;
        readonly langs: readonly (string)[];
        readonly fieldId: number | string;
        readonly createdAt: string;
        readonly items: readonly ({
          readonly id: number;
          readonly translateItemId: string;
          readonly lang: string;
          readonly wordCount: number | null;
          readonly detectedLang: string | null;
          readonly encoding?: string;
          readonly done: boolean;
          readonly originalName: string;
          readonly downloaded: boolean;
          readonly error: boolean;
          readonly errorCode?: number;
          readonly errorMessage?: string;
          readonly progress: {
            readonly done: number;
            readonly total: number;
          };
          readonly untranslated: number;
          readonly overflowPages?: readonly (number)[];
        })[];
      };
    };
  };
  /** The hundred latest submitted translations of the account, newest first. */
  'GET /api/v1/translate/async': {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: readonly ({
        readonly queueId: string;
        readonly state: 'queued' | 'running' | 'finished' | 'failed';
        readonly engine: 't4oo' | 'real-time' | 'custom';
        readonly sourceLang: string;
        readonly targetLang: string;
        readonly characters: number;
        readonly progress: {
          readonly done: number;
          readonly total: number;
        };
        readonly error: {
          readonly code: number;
          readonly message: string;
        } | null;
        readonly createdAt: string;
        readonly finishedAt: string | null;
      })[];
    };
  };
  /** Submit texts for translation; the result is fetched later. */
  'POST /api/v1/translate/async': {
    params: undefined;
    query: undefined;
    body: {
      readonly fieldId?: string;
      readonly text: readonly (string)[];
      readonly sourceLang: string;
      readonly targetLang: string;
      readonly contractId?: string;
      readonly alternatives?: number;
      readonly type?: unknown;
      readonly names?: 'customary' | 'keep';
      readonly formality?: 'auto' | 'polite' | 'plain';
      readonly context?: string;
      readonly autoSplit?: boolean;
      readonly removeFakeLineBreak?: boolean;
      readonly t4ooCategoryId?: string | number;
      readonly t4ooGlossaryId?: string | number;
      readonly isT4ooSplit?: boolean;
    };
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly queueId: string;
      };
    };
  };
  /** Result of a submitted translation. */
  'GET /api/v1/translate/async/{queueId}': {
    params: { queueId: string };
    query: undefined;
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly taskId: string;
        readonly translationResult: readonly ({
          readonly sourceText: string;
          readonly translatedText: string;
        })[];
        readonly wordCount: number;
        readonly explain?: readonly ({
          readonly detectedLang: string;
          readonly segments: number;
          readonly phrasePairs: number;
          readonly cacheHits: number;
          readonly secondTries: number;
          readonly terms: readonly ({
            readonly fromText: string;
            readonly toText: string;
            readonly tier: string;
            readonly applied: boolean;
            readonly found?: string;
          })[];
          readonly untranslated?: true;
          readonly checks: readonly ({
            readonly check: string;
            readonly outcome: string;
            readonly source?: string;
            readonly wanted?: string;
          })[];
          readonly register?: {
            readonly asked: 'auto' | 'polite' | 'plain';
            readonly chosen?: 'polite' | 'plain';
            readonly isHeeded: boolean;
          };
          readonly sentences: readonly ({
            readonly source: string;
            readonly sourceStart: number;
            readonly target: string;
            readonly targetStart: number;
            readonly by: string;
            readonly quality?: number;
            readonly untranslated?: true;
            readonly terms: readonly ({
              readonly fromText: string;
              readonly toText: string;
              readonly tier: string;
              readonly applied: boolean;
              readonly found?: string;
            })[];
            readonly alternatives?: readonly ({
              readonly text: string;
              readonly quality: number;
            })[];
          })[];
        })[];
      };
    } | {
      readonly status: 'success';
      readonly data: {
        readonly message: 'In progress...';
        readonly progress: {
          readonly done: number;
          readonly total: number;
        };
      };
    };
  };
  /** What the access keys of the user have translated, by day, key and contract. */
  'GET /api/v1/usage': {
    params: undefined;
    query: { from?: string; to?: string };
    body: undefined;
    answer: {
      readonly status: 'success';
      readonly data: {
        readonly usage: readonly ({
          readonly day: string;
          readonly accessKey: string;
          readonly contractId: string;
          readonly requests: number;
          readonly characters: number;
          readonly words: number;
        })[];
      };
    };
  };
}
