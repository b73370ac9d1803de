DROP TABLE "custom_model_pairs" CASCADE;--> statement-breakpoint
ALTER TABLE "custom_model_versions" DROP COLUMN "index";