ALTER TABLE "file_items" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "file_items" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file_items" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_items" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_items" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "faults" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "faults" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "renewal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "translation_jobs" ADD COLUMN "faults" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "file_items_waiting" ON "file_items" USING btree ("queued_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "file_items_worker" ON "file_items" USING btree ("worker") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "import_jobs_waiting" ON "import_jobs" USING btree ("queued_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "import_jobs_worker" ON "import_jobs" USING btree ("worker") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "training_jobs_open" ON "training_jobs" USING btree ("org_id","mid") WHERE state not in ('finished', 'failed');