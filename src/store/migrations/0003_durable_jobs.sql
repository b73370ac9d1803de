CREATE TABLE "translation_batches" (
	"org_id" text NOT NULL,
	"queue_id" text NOT NULL,
	"first" integer NOT NULL,
	"results" json NOT NULL,
	CONSTRAINT "translation_batches_queue_id_first_pk" PRIMARY KEY("queue_id","first")
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
DROP INDEX "translation_jobs_org_id_access_key_state_index";--> statement-breakpoint
ALTER TABLE "callback_deliveries" ALTER COLUMN "body" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "callback_deliveries" ALTER COLUMN "next_attempt_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "callback_deliveries" ALTER COLUMN "next_attempt_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_jobs" ALTER COLUMN "request" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "translation_jobs" ALTER COLUMN "result" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "callback_deliveries" ADD COLUMN "host" text NOT NULL;--> statement-breakpoint
ALTER TABLE "callback_deliveries" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "plan" json;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "task_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "size_class" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "quota_month" text;--> statement-breakpoint
ALTER TABLE "translation_batches" ADD CONSTRAINT "translation_batches_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_batches" ADD CONSTRAINT "translation_batches_org_id_queue_id_translation_jobs_org_id_queue_id_fk" FOREIGN KEY ("org_id","queue_id") REFERENCES "public"."translation_jobs"("org_id","queue_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_deliveries_due" ON "callback_deliveries" USING btree ("next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "callback_deliveries_host" ON "callback_deliveries" USING btree ("host","leased_until") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "callback_deliveries_created_at_index" ON "callback_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "translation_jobs_waiting" ON "translation_jobs" USING btree ("org_id","user_id","size_class","queued_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "translation_jobs_longest_waiting" ON "translation_jobs" USING btree ("queued_at") WHERE state = 'queued' and size_class > 0;--> statement-breakpoint
CREATE INDEX "translation_jobs_backlog" ON "translation_jobs" USING btree ("org_id","user_id","characters") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "translation_jobs_worker" ON "translation_jobs" USING btree ("worker") WHERE state = 'running';