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
ALTER TABLE "import_jobs" ADD COLUMN "change_id" bigint;--> statement-breakpoint
ALTER TABLE "undo_changes" ADD CONSTRAINT "undo_changes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undo_rows" ADD CONSTRAINT "undo_rows_change_id_undo_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."undo_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_deliveries_access_key_created_at_index" ON "callback_deliveries" USING btree ("access_key","created_at");--> statement-breakpoint
CREATE INDEX "translation_jobs_org_id_user_id_created_at_index" ON "translation_jobs" USING btree ("org_id","user_id","created_at");
--> statement-breakpoint
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
$$;
--> statement-breakpoint
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
$$;
--> statement-breakpoint
-- Goes on with a change of several transactions; nothing is recorded any more when another change has come between.
CREATE FUNCTION "continue_change"(change bigint, after_version bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE undo_changes SET version = after_version WHERE id = change AND version = after_version - 1;
  IF FOUND THEN
    PERFORM set_config('kotobashi.change', change::text, true);
  END IF;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "remember_inserted" AFTER INSERT ON "dictionary_entries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_updated" AFTER UPDATE ON "dictionary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_deleted" AFTER DELETE ON "dictionary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_inserted" AFTER INSERT ON "glossary_entries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_updated" AFTER UPDATE ON "glossary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_deleted" AFTER DELETE ON "glossary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_inserted" AFTER INSERT ON "phrase_pairs" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_updated" AFTER UPDATE ON "phrase_pairs" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
--> statement-breakpoint
CREATE TRIGGER "remember_deleted" AFTER DELETE ON "phrase_pairs" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION remember_rows();
