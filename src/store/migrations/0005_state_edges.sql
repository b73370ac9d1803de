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
  EXECUTE FUNCTION refuse_state_edge('pending>delivered', 'pending>dead', 'pending>cancelled', 'dead>pending');
