ALTER TABLE "file_items" ADD COLUMN "faults" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What waits for somebody who is disabled ends without having begun.
DROP TRIGGER "state_edges" ON "translation_jobs";--> statement-breakpoint
CREATE TRIGGER "state_edges" BEFORE UPDATE OF "state" ON "translation_jobs" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION refuse_state_edge('queued>running', 'queued>failed', 'running>queued', 'running>finished', 'running>failed');
