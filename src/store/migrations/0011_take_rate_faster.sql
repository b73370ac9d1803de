-- The same rule as before; the row of a key that is known is found by the first statement.
CREATE OR REPLACE FUNCTION "take_rate"(key text, org text, wanted integer, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  r rate_windows%ROWTYPE;
  used integer := 0;
  passed integer;
BEGIN
  LOOP
    SELECT * INTO r FROM rate_windows WHERE access_key = key FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_windows (access_key, org_id, started_at, count) VALUES (key, org, clock_timestamp(), 0)
      ON CONFLICT (access_key) DO NOTHING;
  END LOOP;
  -- Read after the lock was had: waiting for it takes time.
  moment := clock_timestamp();
  IF r.blocked_until > moment THEN
    RETURN 0;
  END IF;
  IF r.blocked_until IS NULL AND r.started_at > moment - interval '60 seconds' THEN
    used := r.count;
  ELSE
    r.started_at := moment;
  END IF;
  passed := greatest(0, least(wanted, most - used));
  UPDATE rate_windows SET
    started_at = r.started_at,
    count = used + passed,
    blocked_until = CASE WHEN passed < wanted THEN moment + interval '60 seconds' END
  WHERE access_key = key;
  RETURN passed;
END
$$;
