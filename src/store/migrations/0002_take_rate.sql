-- Asks for `wanted` requests of a key that may send `most` in a minute; answers how many of them may pass.
-- The row lock makes the answer exact for any number of processes.
CREATE FUNCTION "take_rate"(key text, org text, wanted integer, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  r rate_windows%ROWTYPE;
  used integer;
  passed integer;
BEGIN
  INSERT INTO rate_windows (access_key, org_id, started_at, count) VALUES (key, org, moment, 0)
    ON CONFLICT (access_key) DO NOTHING;
  SELECT * INTO r FROM rate_windows WHERE access_key = key FOR UPDATE;
  -- After waiting for the lock the clock has moved on.
  moment := clock_timestamp();
  IF r.blocked_until > moment THEN
    RETURN 0;
  END IF;
  IF r.blocked_until IS NOT NULL OR r.started_at <= moment - interval '60 seconds' THEN
    r.started_at := moment;
    used := 0;
  ELSE
    used := r.count;
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
