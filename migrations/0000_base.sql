CREATE SEQUENCE "public"."job_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 99999999 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."model_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9999999 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"origin" text NOT NULL,
	"action" text NOT NULL,
	"org_id" text,
	"detail" json NOT NULL,
	"status" integer
);
--> statement-breakpoint
CREATE TABLE "resource_bindings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_bindings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"dictionary_id" bigint,
	"glossary_id" bigint,
	"user_id" text,
	"group_id" text,
	"field_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_bindings_orgId_dictionaryId_glossaryId_userId_groupId_fieldId_unique" UNIQUE NULLS NOT DISTINCT("org_id","dictionary_id","glossary_id","user_id","group_id","field_id"),
	CONSTRAINT "one_resource" CHECK (num_nonnulls("resource_bindings"."dictionary_id", "resource_bindings"."glossary_id") = 1),
	CONSTRAINT "one_subject" CHECK (num_nonnulls("resource_bindings"."user_id", "resource_bindings"."group_id") <= 1),
	CONSTRAINT "bound_to_something" CHECK (num_nonnulls("resource_bindings"."user_id", "resource_bindings"."group_id", "resource_bindings"."field_id") >= 1)
);
--> statement-breakpoint
CREATE TABLE "callback_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"access_key" text NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"event" text NOT NULL,
	"subject_id" text NOT NULL,
	"body" json NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "callbacks" (
	"access_key" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_quotas" (
	"contract_id" text NOT NULL,
	"org_id" text NOT NULL,
	"month" date NOT NULL,
	"characters" bigint NOT NULL,
	CONSTRAINT "contract_quotas_contract_id_month_pk" PRIMARY KEY("contract_id","month")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"engine" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"char_quota" bigint,
	"rate_per_minute" integer,
	"strict" boolean DEFAULT false NOT NULL,
	"search" text,
	"formats" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contracts_orgId_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "dictionary_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dictionary_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"from_lang" text NOT NULL,
	"from_text" text NOT NULL,
	"to_lang" text NOT NULL,
	"to_text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dictionary_entries_orgId_userId_fromLang_toLang_fromText_unique" UNIQUE("org_id","user_id","from_lang","to_lang","from_text")
);
--> statement-breakpoint
CREATE TABLE "file_items" (
	"item_id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"translate_id" text NOT NULL,
	"org_id" text NOT NULL,
	"position" smallint NOT NULL,
	"lang" text NOT NULL,
	"request" json NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"claim" text,
	"detected_lang" text,
	"word_count" integer,
	"characters" bigint,
	"quota_month" text,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"untranslated" integer DEFAULT 0 NOT NULL,
	"result" "bytea",
	"error_code" integer,
	"error_message" text,
	"downloaded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "file_items_orgId_itemId_unique" UNIQUE("org_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "file_sentences" (
	"item_id" text NOT NULL,
	"org_id" text NOT NULL,
	"batch" integer NOT NULL,
	"sentences" json NOT NULL,
	CONSTRAINT "file_sentences_item_id_batch_pk" PRIMARY KEY("item_id","batch")
);
--> statement-breakpoint
CREATE TABLE "file_sources" (
	"translate_id" text NOT NULL,
	"org_id" text NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "file_sources_translate_id_position_pk" PRIMARY KEY("translate_id","position")
);
--> statement-breakpoint
CREATE TABLE "file_translations" (
	"translate_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_key" text NOT NULL,
	"contract_id" text NOT NULL,
	"field_id" text NOT NULL,
	"langs" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "file_translations_orgId_translateId_unique" UNIQUE("org_id","translate_id")
);
--> statement-breakpoint
CREATE TABLE "glossaries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "glossaries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "glossaries_orgId_name_unique" UNIQUE("org_id","name"),
	CONSTRAINT "glossaries_orgId_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "glossary_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "glossary_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"glossary_id" bigint NOT NULL,
	"from_lang" text NOT NULL,
	"to_lang" text NOT NULL,
	"from_text" text NOT NULL,
	"to_text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "glossary_entries_glossaryId_fromLang_toLang_fromText_unique" UNIQUE("glossary_id","from_lang","to_lang","from_text")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"access_key" text NOT NULL,
	"org_id" text NOT NULL,
	"key" text NOT NULL,
	"body" "bytea" NOT NULL,
	"queue_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_access_key_key_pk" PRIMARY KEY("access_key","key")
);
--> statement-breakpoint
CREATE TABLE "import_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"target" text NOT NULL,
	"target_id" bigint NOT NULL,
	"format" text NOT NULL,
	"source" "bytea",
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"rejected_count" integer DEFAULT 0 NOT NULL,
	"rejected" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_message" text,
	"change_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "access_keys" (
	"access_key" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"profile" text DEFAULT 'standard' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"default_contract_id" text,
	"requires_signature_v2" boolean DEFAULT false NOT NULL,
	"secret_box" "bytea" NOT NULL,
	"previous_secret_box" "bytea",
	"previous_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp with time zone,
	CONSTRAINT "access_keys_orgId_accessKey_unique" UNIQUE("org_id","access_key")
);
--> statement-breakpoint
CREATE TABLE "nonces" (
	"access_key" text NOT NULL,
	"org_id" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"request" "bytea" NOT NULL,
	"body" "bytea" NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "nonces_access_key_signature_pk" PRIMARY KEY("access_key","signature")
);
--> statement-breakpoint
CREATE TABLE "custom_model_chunks" (
	"org_id" text NOT NULL,
	"mid" text NOT NULL,
	"version" integer NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "custom_model_chunks_mid_version_number_pk" PRIMARY KEY("mid","version","number")
);
--> statement-breakpoint
CREATE TABLE "custom_model_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"mid" text NOT NULL,
	"version" integer NOT NULL,
	"jid" text NOT NULL,
	"base_version" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"evaluation" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_model_versions_mid_version_unique" UNIQUE("mid","version")
);
--> statement-breakpoint
CREATE TABLE "custom_models" (
	"mid" text PRIMARY KEY DEFAULT 'M' || lpad(nextval('model_numbers')::text, 7, '0') NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"field" text NOT NULL,
	"first_lang" text NOT NULL,
	"second_lang" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_models_orgId_mid_unique" UNIQUE("org_id","mid")
);
--> statement-breakpoint
CREATE TABLE "training_jobs" (
	"jid" text PRIMARY KEY DEFAULT 'J' || lpad(nextval('job_numbers')::text, 8, '0') NOT NULL,
	"org_id" text NOT NULL,
	"mid" text NOT NULL,
	"user_id" text NOT NULL,
	"access_key" text NOT NULL,
	"contract_id" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"error_code" integer,
	"error_message" text,
	"upload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "training_jobs_orgId_jid_unique" UNIQUE("org_id","jid")
);
--> statement-breakpoint
CREATE TABLE "training_pairs" (
	"org_id" text NOT NULL,
	"jid" text NOT NULL,
	"position" integer NOT NULL,
	"from_text" text NOT NULL,
	"to_text" text NOT NULL,
	CONSTRAINT "training_pairs_jid_position_pk" PRIMARY KEY("jid","position")
);
--> statement-breakpoint
CREATE TABLE "training_traces" (
	"org_id" text NOT NULL,
	"jid" text NOT NULL,
	"number" integer NOT NULL,
	"base_version" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "training_traces_jid_number_pk" PRIMARY KEY("jid","number")
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"org_id" text NOT NULL,
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "groups_orgId_name_unique" UNIQUE("org_id","name"),
	CONSTRAINT "groups_orgId_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"dictionary_version" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_orgId_name_unique" UNIQUE("org_id","name"),
	CONSTRAINT "users_orgId_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "phrase_dictionaries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "phrase_dictionaries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"pair_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phrase_dictionaries_orgId_name_unique" UNIQUE("org_id","name"),
	CONSTRAINT "phrase_dictionaries_orgId_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "phrase_pairs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "phrase_pairs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"dictionary_id" bigint NOT NULL,
	"from_lang" text NOT NULL,
	"to_lang" text NOT NULL,
	"from_text" text NOT NULL,
	"to_text" text NOT NULL,
	"from_key" "bytea" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phrase_pairs_dictionaryId_fromLang_toLang_fromKey_unique" UNIQUE("dictionary_id","from_lang","to_lang","from_key")
);
--> statement-breakpoint
CREATE TABLE "translation_batches" (
	"org_id" text NOT NULL,
	"queue_id" text NOT NULL,
	"first" integer NOT NULL,
	"results" json NOT NULL,
	CONSTRAINT "translation_batches_queue_id_first_pk" PRIMARY KEY("queue_id","first")
);
--> statement-breakpoint
CREATE TABLE "translation_jobs" (
	"queue_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_key" text NOT NULL,
	"contract_id" text NOT NULL,
	"engine" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"request" json NOT NULL,
	"plan" json,
	"task_id" text NOT NULL,
	"result" json,
	"error_code" integer,
	"error_message" text,
	"error_index" integer,
	"characters" integer NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"size_class" smallint DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"not_before" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"worker" text,
	"quota_month" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_jobs_orgId_queueId_unique" UNIQUE("org_id","queue_id")
);
--> statement-breakpoint
CREATE TABLE "undo_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "undo_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"owner" text NOT NULL,
	"action" text NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "undo_changes_orgId_kind_owner_unique" UNIQUE("org_id","kind","owner")
);
--> statement-breakpoint
CREATE TABLE "undo_rows" (
	"change_id" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"before" jsonb,
	CONSTRAINT "undo_rows_change_id_entry_id_pk" PRIMARY KEY("change_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "failed_credentials" (
	"subject" text PRIMARY KEY NOT NULL,
	"paced_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"subject" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"org_id" text NOT NULL,
	"access_key" text NOT NULL,
	"contract_id" text NOT NULL,
	"day" date NOT NULL,
	"requests" bigint NOT NULL,
	"characters" bigint NOT NULL,
	"words" bigint NOT NULL,
	CONSTRAINT "usage_days_org_id_access_key_contract_id_day_pk" PRIMARY KEY("org_id","access_key","contract_id","day")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"slots" text[] NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resource_bindings" ADD CONSTRAINT "resource_bindings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_bindings" ADD CONSTRAINT "resource_bindings_org_id_dictionary_id_phrase_dictionaries_org_id_id_fk" FOREIGN KEY ("org_id","dictionary_id") REFERENCES "public"."phrase_dictionaries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_bindings" ADD CONSTRAINT "resource_bindings_org_id_glossary_id_glossaries_org_id_id_fk" FOREIGN KEY ("org_id","glossary_id") REFERENCES "public"."glossaries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_bindings" ADD CONSTRAINT "resource_bindings_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_bindings" ADD CONSTRAINT "resource_bindings_org_id_group_id_groups_org_id_id_fk" FOREIGN KEY ("org_id","group_id") REFERENCES "public"."groups"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_deliveries" ADD CONSTRAINT "callback_deliveries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_deliveries" ADD CONSTRAINT "callback_deliveries_access_key_access_keys_access_key_fk" FOREIGN KEY ("access_key") REFERENCES "public"."access_keys"("access_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_access_key_access_keys_access_key_fk" FOREIGN KEY ("access_key") REFERENCES "public"."access_keys"("access_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_quotas" ADD CONSTRAINT "contract_quotas_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_quotas" ADD CONSTRAINT "contract_quotas_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dictionary_entries" ADD CONSTRAINT "dictionary_entries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dictionary_entries" ADD CONSTRAINT "dictionary_entries_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_items" ADD CONSTRAINT "file_items_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_items" ADD CONSTRAINT "file_items_org_id_translate_id_file_translations_org_id_translate_id_fk" FOREIGN KEY ("org_id","translate_id") REFERENCES "public"."file_translations"("org_id","translate_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sentences" ADD CONSTRAINT "file_sentences_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sentences" ADD CONSTRAINT "file_sentences_org_id_item_id_file_items_org_id_item_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."file_items"("org_id","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sources" ADD CONSTRAINT "file_sources_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sources" ADD CONSTRAINT "file_sources_org_id_translate_id_file_translations_org_id_translate_id_fk" FOREIGN KEY ("org_id","translate_id") REFERENCES "public"."file_translations"("org_id","translate_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_translations" ADD CONSTRAINT "file_translations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_entries" ADD CONSTRAINT "glossary_entries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_entries" ADD CONSTRAINT "glossary_entries_org_id_glossary_id_glossaries_org_id_id_fk" FOREIGN KEY ("org_id","glossary_id") REFERENCES "public"."glossaries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_access_key_access_keys_access_key_fk" FOREIGN KEY ("access_key") REFERENCES "public"."access_keys"("access_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_org_id_default_contract_id_contracts_org_id_id_fk" FOREIGN KEY ("org_id","default_contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nonces" ADD CONSTRAINT "nonces_access_key_access_keys_access_key_fk" FOREIGN KEY ("access_key") REFERENCES "public"."access_keys"("access_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nonces" ADD CONSTRAINT "nonces_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_chunks" ADD CONSTRAINT "custom_model_chunks_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_chunks" ADD CONSTRAINT "custom_model_chunks_org_id_mid_custom_models_org_id_mid_fk" FOREIGN KEY ("org_id","mid") REFERENCES "public"."custom_models"("org_id","mid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_versions" ADD CONSTRAINT "custom_model_versions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_versions" ADD CONSTRAINT "custom_model_versions_org_id_mid_custom_models_org_id_mid_fk" FOREIGN KEY ("org_id","mid") REFERENCES "public"."custom_models"("org_id","mid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_models" ADD CONSTRAINT "custom_models_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_models" ADD CONSTRAINT "custom_models_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD CONSTRAINT "training_jobs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD CONSTRAINT "training_jobs_org_id_mid_custom_models_org_id_mid_fk" FOREIGN KEY ("org_id","mid") REFERENCES "public"."custom_models"("org_id","mid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_pairs" ADD CONSTRAINT "training_pairs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_pairs" ADD CONSTRAINT "training_pairs_org_id_jid_training_jobs_org_id_jid_fk" FOREIGN KEY ("org_id","jid") REFERENCES "public"."training_jobs"("org_id","jid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_traces" ADD CONSTRAINT "training_traces_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_traces" ADD CONSTRAINT "training_traces_org_id_jid_training_jobs_org_id_jid_fk" FOREIGN KEY ("org_id","jid") REFERENCES "public"."training_jobs"("org_id","jid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_org_id_group_id_groups_org_id_id_fk" FOREIGN KEY ("org_id","group_id") REFERENCES "public"."groups"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phrase_dictionaries" ADD CONSTRAINT "phrase_dictionaries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phrase_pairs" ADD CONSTRAINT "phrase_pairs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phrase_pairs" ADD CONSTRAINT "phrase_pairs_org_id_dictionary_id_phrase_dictionaries_org_id_id_fk" FOREIGN KEY ("org_id","dictionary_id") REFERENCES "public"."phrase_dictionaries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_batches" ADD CONSTRAINT "translation_batches_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_batches" ADD CONSTRAINT "translation_batches_org_id_queue_id_translation_jobs_org_id_queue_id_fk" FOREIGN KEY ("org_id","queue_id") REFERENCES "public"."translation_jobs"("org_id","queue_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD CONSTRAINT "translation_jobs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undo_changes" ADD CONSTRAINT "undo_changes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undo_rows" ADD CONSTRAINT "undo_rows_change_id_undo_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."undo_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_org_id_id_index" ON "audit_entries" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "resource_bindings_org_id_user_id_index" ON "resource_bindings" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "resource_bindings_org_id_group_id_index" ON "resource_bindings" USING btree ("org_id","group_id");--> statement-breakpoint
CREATE INDEX "callback_deliveries_org_id_state_created_at_index" ON "callback_deliveries" USING btree ("org_id","state","created_at");--> statement-breakpoint
CREATE INDEX "callback_deliveries_access_key_state_index" ON "callback_deliveries" USING btree ("access_key","state");--> statement-breakpoint
CREATE INDEX "callback_deliveries_access_key_created_at_index" ON "callback_deliveries" USING btree ("access_key","created_at");--> statement-breakpoint
CREATE INDEX "callback_deliveries_due" ON "callback_deliveries" USING btree ("next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "callback_deliveries_host_due" ON "callback_deliveries" USING btree ("host","next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "callback_deliveries_leased" ON "callback_deliveries" USING btree ("leased_until") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "callback_deliveries_created_at_index" ON "callback_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "file_items_translate_id_index" ON "file_items" USING btree ("translate_id");--> statement-breakpoint
CREATE INDEX "file_translations_org_id_user_id_created_at_index" ON "file_translations" USING btree ("org_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "file_translations_expires_at_index" ON "file_translations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "glossary_entries_glossary_id_id_index" ON "glossary_entries" USING btree ("glossary_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_index" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "import_jobs_org_id_created_at_index" ON "import_jobs" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "access_keys_org_id_user_id_index" ON "access_keys" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "nonces_seen_at_index" ON "nonces" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "training_jobs_org_id_created_at_index" ON "training_jobs" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "phrase_pairs_dictionary_id_id_index" ON "phrase_pairs" USING btree ("dictionary_id","id");--> statement-breakpoint
CREATE INDEX "translation_jobs_waiting" ON "translation_jobs" USING btree ("org_id","user_id","size_class","queued_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "translation_jobs_longest_waiting" ON "translation_jobs" USING btree ("queued_at") WHERE state = 'queued' and size_class > 0;--> statement-breakpoint
CREATE INDEX "translation_jobs_backlog" ON "translation_jobs" USING btree ("org_id","user_id","characters") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "translation_jobs_worker" ON "translation_jobs" USING btree ("worker") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "translation_jobs_expires_at_index" ON "translation_jobs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "translation_jobs_org_id_user_id_created_at_index" ON "translation_jobs" USING btree ("org_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "usage_days_org_id_day_index" ON "usage_days" USING btree ("org_id","day");--> statement-breakpoint

-- Written by hand from here on: what the schema files cannot say.

-- Counters of the running minute: losing them in a crash of the database is harmless, writing them ahead is not free.
ALTER TABLE "rate_windows" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "failed_credentials" SET UNLOGGED;--> statement-breakpoint

-- Takes up to "wanted" requests of a subject's minute; answers how many pass. The first request opens a minute; one
-- beyond the limit closes the subject for 60 seconds.
CREATE FUNCTION "take_rate"(subject text, wanted integer, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  r rate_windows%ROWTYPE;
  used integer := 0;
  passed integer;
BEGIN
  LOOP
    SELECT * INTO r FROM rate_windows w WHERE w.subject = take_rate.subject FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_windows (subject, started_at, count) VALUES (take_rate.subject, clock_timestamp(), 0)
      ON CONFLICT ON CONSTRAINT rate_windows_pkey DO NOTHING;
  END LOOP;
  -- Read after the lock was had: waiting for it takes time.
  moment := clock_timestamp();
  IF r.blocked_until > moment THEN
    RETURN 0;
  END IF;
  IF r.blocked_until IS NULL AND r.started_at > moment - interval '60 seconds' THEN
    used := r.count;
  ELSE
    r.started_at := moment;
  END IF;
  passed := greatest(0, least(wanted, most - used));
  UPDATE rate_windows w SET
    started_at = r.started_at,
    count = used + passed,
    blocked_until = CASE WHEN passed < wanted THEN moment + interval '60 seconds' END
  WHERE w.subject = take_rate.subject;
  RETURN passed;
END
$$;--> statement-breakpoint
-- Takes the rate for requests "first" to "last" of one key and contract, and books those that pass, the first ones first.
-- A function, because its statements are planned once per connection. Answers how many passed.
CREATE FUNCTION "admit_and_book"(
  subject text, key text, org text, contract text, most integer, first integer, last integer,
  characters bigint[], words bigint[]
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  passed integer := take_rate(subject, last - first + 1, most);
  all_characters bigint := 0;
  all_words bigint := 0;
BEGIN
  IF passed > 0 THEN
    FOR at IN first .. first + passed - 1 LOOP
      all_characters := all_characters + characters[at];
      all_words := all_words + words[at];
    END LOOP;
    INSERT INTO usage_days AS u (org_id, access_key, contract_id, day, requests, characters, words)
    VALUES (org, key, contract, (now() AT TIME ZONE 'utc')::date, passed, all_characters, all_words)
    ON CONFLICT ON CONSTRAINT usage_days_org_id_access_key_contract_id_day_pk DO UPDATE SET
      requests = u.requests + excluded.requests,
      characters = u.characters + excluded.characters,
      words = u.words + excluded.words;
  END IF;
  RETURN passed;
END
$$;--> statement-breakpoint
-- Counts a failure of a subject that may have "most" of them in "window_ms", and as many at once (generic cell rate
-- algorithm). Answers 0 when it is in the pace, else the milliseconds until the next one would be; then it is not counted.
CREATE FUNCTION "pace_failure"(subject text, most integer, window_ms integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  every interval := window_ms * interval '1 millisecond' / most;
  counted boolean;
  paced timestamptz;
BEGIN
  INSERT INTO failed_credentials AS f (subject, paced_until) VALUES (pace_failure.subject, clock_timestamp() + every)
    ON CONFLICT ON CONSTRAINT failed_credentials_pkey DO UPDATE
      SET paced_until = greatest(f.paced_until, clock_timestamp()) + every
      WHERE f.paced_until <= clock_timestamp() + every * (most - 1)
    RETURNING true INTO counted;
  IF counted THEN
    RETURN 0;
  END IF;
  SELECT f.paced_until INTO paced FROM failed_credentials f WHERE f.subject = pace_failure.subject;
  RETURN greatest(1, ceil(extract(epoch FROM paced - clock_timestamp() - every * (most - 1)) * 1000));
END
$$;--> statement-breakpoint

-- The life of a job or an announcement is a table of edges, and the database itself holds every process to it. The
-- same tables stand in the code (translation-states.ts, delivery-states.ts); a test walks every edge of both.
CREATE FUNCTION "refuse_state_edge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ((OLD.state || '>' || NEW.state) = ANY (TG_ARGV)) THEN
    RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "state_edges" BEFORE UPDATE OF "state" ON "translation_jobs" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION refuse_state_edge('queued>running', 'running>queued', 'running>finished', 'running>failed');--> statement-breakpoint
CREATE TRIGGER "state_edges" BEFORE UPDATE OF "state" ON "callback_deliveries" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION refuse_state_edge('pending>delivered', 'pending>dead', 'pending>cancelled', 'dead>pending');--> statement-breakpoint
CREATE TRIGGER "state_edges" BEFORE UPDATE OF "state" ON "training_jobs" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION refuse_state_edge('queued>preparing', 'queued>failed', 'preparing>training', 'preparing>failed',
    'training>evaluating', 'training>failed', 'evaluating>finished', 'evaluating>failed');--> statement-breakpoint

-- While a transaction has named a change, every row that it touches is written down as it was before. Rows that the
-- change itself made are written down as nothing; what is written first stays.
CREATE FUNCTION "remember_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint := nullif(current_setting('kotobashi.change', true), '')::bigint;
BEGIN
  IF change IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO undo_rows (change_id, entry_id, before)
  SELECT change, r.id, CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(r) END FROM touched r
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Opens the record of a change for the rest of the transaction. Only the last change of a dictionary or list is kept.
CREATE FUNCTION "open_change"(org text, list_kind text, list_owner text, what text, after_version bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  change bigint;
BEGIN
  DELETE FROM undo_changes WHERE org_id = org AND kind = list_kind AND owner = list_owner;
  INSERT INTO undo_changes (org_id, kind, owner, action, version)
  VALUES (org, list_kind, list_owner, what, after_version) RETURNING id INTO change;
  PERFORM set_config('kotobashi.change', change::text, true);
  RETURN change;
END
$$;--> statement-breakpoint
-- Goes on with a change of several transactions; nothing is recorded any more when another change has come between.
CREATE FUNCTION "continue_change"(change bigint, after_version bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE undo_changes SET version = after_version WHERE id = change AND version = after_version - 1;
  IF FOUND THEN
    PERFORM set_config('kotobashi.change', change::text, true);
  END IF;
END
$$;--> statement-breakpoint
CREATE TRIGGER "remember_inserted" AFTER INSERT ON "dictionary_entries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_updated" AFTER UPDATE ON "dictionary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_deleted" AFTER DELETE ON "dictionary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_inserted" AFTER INSERT ON "glossary_entries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_updated" AFTER UPDATE ON "glossary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_deleted" AFTER DELETE ON "glossary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_inserted" AFTER INSERT ON "phrase_pairs" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_updated" AFTER UPDATE ON "phrase_pairs" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();--> statement-breakpoint
CREATE TRIGGER "remember_deleted" AFTER DELETE ON "phrase_pairs" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
