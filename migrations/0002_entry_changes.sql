CREATE TABLE "entry_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entry_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"owner" text NOT NULL,
	"entry_ids" bigint[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entry_changes" ADD CONSTRAINT "entry_changes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_changes_kind_owner_id_index" ON "entry_changes" USING btree ("kind","owner","id");--> statement-breakpoint
CREATE INDEX "entry_changes_created_at_index" ON "entry_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "dictionary_entries_user_id_id_index" ON "dictionary_entries" USING btree ("user_id","id");--> statement-breakpoint
-- Names the entries that a statement touched, so that whoever keeps the others in memory reads these alone. Arguments:
-- the kind, and the column that says whose they are. Of an organization that is just being deleted nobody asks.
CREATE FUNCTION "log_changed_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO entry_changes (org_id, kind, owner, entry_ids)
     SELECT t.org_id, $1, t.%1$I::text, CASE WHEN count(*) <= 2000 THEN array_agg(t.id) END
     FROM touched t WHERE EXISTS (SELECT FROM organizations o WHERE o.id = t.org_id)
     GROUP BY t.org_id, t.%1$I', TG_ARGV[1])
  USING TG_ARGV[0];
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "log_inserted" AFTER INSERT ON "dictionary_entries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('dictionary', 'user_id');--> statement-breakpoint
CREATE TRIGGER "log_updated" AFTER UPDATE ON "dictionary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('dictionary', 'user_id');--> statement-breakpoint
CREATE TRIGGER "log_deleted" AFTER DELETE ON "dictionary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('dictionary', 'user_id');--> statement-breakpoint
CREATE TRIGGER "log_inserted" AFTER INSERT ON "glossary_entries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('glossary', 'glossary_id');--> statement-breakpoint
CREATE TRIGGER "log_updated" AFTER UPDATE ON "glossary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('glossary', 'glossary_id');--> statement-breakpoint
CREATE TRIGGER "log_deleted" AFTER DELETE ON "glossary_entries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('glossary', 'glossary_id');--> statement-breakpoint
CREATE TRIGGER "log_inserted" AFTER INSERT ON "phrase_pairs" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('phrase-dictionary', 'dictionary_id');--> statement-breakpoint
CREATE TRIGGER "log_updated" AFTER UPDATE ON "phrase_pairs" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('phrase-dictionary', 'dictionary_id');--> statement-breakpoint
CREATE TRIGGER "log_deleted" AFTER DELETE ON "phrase_pairs" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_changed_entries('phrase-dictionary', 'dictionary_id');
