CREATE SEQUENCE "public"."job_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 99999999 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."model_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9999999 START WITH 1 CACHE 1;--> statement-breakpoint
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
	"event" text NOT NULL,
	"subject_id" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"rejected" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_message" text,
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
	"fingerprint" "bytea" NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "nonces_access_key_fingerprint_pk" PRIMARY KEY("access_key","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "custom_model_pairs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "custom_model_pairs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"mid" text NOT NULL,
	"from_key" "bytea" NOT NULL,
	"from_text" text NOT NULL,
	"to_text" text NOT NULL,
	CONSTRAINT "custom_model_pairs_mid_fromKey_unique" UNIQUE("mid","from_key")
);
--> statement-breakpoint
CREATE TABLE "custom_model_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"mid" text NOT NULL,
	"version" integer NOT NULL,
	"base_version" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"evaluation" jsonb NOT NULL,
	"index" "bytea",
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
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
CREATE TABLE "translation_jobs" (
	"queue_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_key" text NOT NULL,
	"contract_id" text NOT NULL,
	"engine" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"request" jsonb NOT NULL,
	"result" jsonb,
	"error_code" integer,
	"error_message" text,
	"error_index" integer,
	"characters" integer NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_jobs_orgId_queueId_unique" UNIQUE("org_id","queue_id")
);
--> statement-breakpoint
CREATE TABLE "translation_segments" (
	"org_id" text NOT NULL,
	"queue_id" text NOT NULL,
	"element" integer NOT NULL,
	"piece" integer NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "translation_segments_queue_id_element_piece_pk" PRIMARY KEY("queue_id","element","piece")
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"access_key" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "token_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
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
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_entries" ADD CONSTRAINT "glossary_entries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_entries" ADD CONSTRAINT "glossary_entries_org_id_glossary_id_glossaries_org_id_id_fk" FOREIGN KEY ("org_id","glossary_id") REFERENCES "public"."glossaries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nonces" ADD CONSTRAINT "nonces_access_key_access_keys_access_key_fk" FOREIGN KEY ("access_key") REFERENCES "public"."access_keys"("access_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nonces" ADD CONSTRAINT "nonces_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_pairs" ADD CONSTRAINT "custom_model_pairs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_pairs" ADD CONSTRAINT "custom_model_pairs_org_id_mid_custom_models_org_id_mid_fk" FOREIGN KEY ("org_id","mid") REFERENCES "public"."custom_models"("org_id","mid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_versions" ADD CONSTRAINT "custom_model_versions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_versions" ADD CONSTRAINT "custom_model_versions_org_id_mid_custom_models_org_id_mid_fk" FOREIGN KEY ("org_id","mid") REFERENCES "public"."custom_models"("org_id","mid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_models" ADD CONSTRAINT "custom_models_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_models" ADD CONSTRAINT "custom_models_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD CONSTRAINT "training_jobs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD CONSTRAINT "training_jobs_org_id_mid_custom_models_org_id_mid_fk" FOREIGN KEY ("org_id","mid") REFERENCES "public"."custom_models"("org_id","mid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_org_id_group_id_groups_org_id_id_fk" FOREIGN KEY ("org_id","group_id") REFERENCES "public"."groups"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_org_id_user_id_users_org_id_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."users"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phrase_dictionaries" ADD CONSTRAINT "phrase_dictionaries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phrase_pairs" ADD CONSTRAINT "phrase_pairs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phrase_pairs" ADD CONSTRAINT "phrase_pairs_org_id_dictionary_id_phrase_dictionaries_org_id_id_fk" FOREIGN KEY ("org_id","dictionary_id") REFERENCES "public"."phrase_dictionaries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD CONSTRAINT "translation_jobs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_segments" ADD CONSTRAINT "translation_segments_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_segments" ADD CONSTRAINT "translation_segments_org_id_queue_id_translation_jobs_org_id_queue_id_fk" FOREIGN KEY ("org_id","queue_id") REFERENCES "public"."translation_jobs"("org_id","queue_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resource_bindings_org_id_user_id_index" ON "resource_bindings" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "resource_bindings_org_id_group_id_index" ON "resource_bindings" USING btree ("org_id","group_id");--> statement-breakpoint
CREATE INDEX "callback_deliveries_org_id_state_created_at_index" ON "callback_deliveries" USING btree ("org_id","state","created_at");--> statement-breakpoint
CREATE INDEX "callback_deliveries_access_key_state_index" ON "callback_deliveries" USING btree ("access_key","state");--> statement-breakpoint
CREATE INDEX "contracts_org_id_index" ON "contracts" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "import_jobs_org_id_created_at_index" ON "import_jobs" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "access_keys_org_id_user_id_index" ON "access_keys" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "nonces_seen_at_index" ON "nonces" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "training_jobs_org_id_created_at_index" ON "training_jobs" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "translation_jobs_org_id_access_key_state_index" ON "translation_jobs" USING btree ("org_id","access_key","state");--> statement-breakpoint
CREATE INDEX "translation_jobs_expires_at_index" ON "translation_jobs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "usage_days_org_id_day_index" ON "usage_days" USING btree ("org_id","day");