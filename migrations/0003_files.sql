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
ALTER TABLE "file_items" ADD CONSTRAINT "file_items_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_items" ADD CONSTRAINT "file_items_org_id_translate_id_file_translations_org_id_translate_id_fk" FOREIGN KEY ("org_id","translate_id") REFERENCES "public"."file_translations"("org_id","translate_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sentences" ADD CONSTRAINT "file_sentences_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sentences" ADD CONSTRAINT "file_sentences_org_id_item_id_file_items_org_id_item_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."file_items"("org_id","item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sources" ADD CONSTRAINT "file_sources_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_sources" ADD CONSTRAINT "file_sources_org_id_translate_id_file_translations_org_id_translate_id_fk" FOREIGN KEY ("org_id","translate_id") REFERENCES "public"."file_translations"("org_id","translate_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_translations" ADD CONSTRAINT "file_translations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_items_translate_id_index" ON "file_items" USING btree ("translate_id");--> statement-breakpoint
CREATE INDEX "file_translations_org_id_user_id_created_at_index" ON "file_translations" USING btree ("org_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "file_translations_expires_at_index" ON "file_translations" USING btree ("expires_at");