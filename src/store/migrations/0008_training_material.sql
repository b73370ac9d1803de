ALTER TABLE "training_jobs" ADD CONSTRAINT "training_jobs_orgId_jid_unique" UNIQUE("org_id","jid");--> statement-breakpoint
CREATE TABLE "custom_model_chunks" (
	"org_id" text NOT NULL,
	"mid" text NOT NULL,
	"version" integer NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "custom_model_chunks_mid_version_number_pk" PRIMARY KEY("mid","version","number")
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
ALTER TABLE "custom_model_versions" ADD COLUMN "jid" text NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_model_versions" ADD COLUMN "terms" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "training_jobs" ADD COLUMN "upload" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_model_chunks" ADD CONSTRAINT "custom_model_chunks_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_model_chunks" ADD CONSTRAINT "custom_model_chunks_org_id_mid_custom_models_org_id_mid_fk" FOREIGN KEY ("org_id","mid") REFERENCES "public"."custom_models"("org_id","mid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_pairs" ADD CONSTRAINT "training_pairs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_pairs" ADD CONSTRAINT "training_pairs_org_id_jid_training_jobs_org_id_jid_fk" FOREIGN KEY ("org_id","jid") REFERENCES "public"."training_jobs"("org_id","jid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_traces" ADD CONSTRAINT "training_traces_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_traces" ADD CONSTRAINT "training_traces_org_id_jid_training_jobs_org_id_jid_fk" FOREIGN KEY ("org_id","jid") REFERENCES "public"."training_jobs"("org_id","jid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER "state_edges" BEFORE UPDATE OF "state" ON "training_jobs" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION refuse_state_edge('queued>preparing', 'queued>failed', 'preparing>training', 'preparing>failed',
    'training>evaluating', 'training>failed', 'evaluating>finished', 'evaluating>failed');
