CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"origin" text NOT NULL,
	"action" text NOT NULL,
	"org_id" text,
	"detail" json NOT NULL,
	"status" integer
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"access_key" text NOT NULL,
	"org_id" text NOT NULL,
	"key" text NOT NULL,
	"body" "bytea" NOT NULL,
	"queue_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_access_key_key_pk" PRIMARY KEY("access_key","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_access_key_access_keys_access_key_fk" FOREIGN KEY ("access_key") REFERENCES "public"."access_keys"("access_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_org_id_id_index" ON "audit_entries" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_index" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
DROP INDEX "contracts_org_id_index";--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_orgId_id_unique" UNIQUE("org_id","id");--> statement-breakpoint
ALTER TABLE "access_keys" ADD COLUMN "default_contract_id" text;--> statement-breakpoint
ALTER TABLE "access_keys" ADD COLUMN "requires_signature_v2" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_org_id_default_contract_id_contracts_org_id_id_fk" FOREIGN KEY ("org_id","default_contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What was remembered of the last minutes cannot be carried over: it lacks the signatures.
TRUNCATE "nonces";--> statement-breakpoint
ALTER TABLE "nonces" DROP CONSTRAINT "nonces_access_key_fingerprint_pk";--> statement-breakpoint
ALTER TABLE "nonces" DROP COLUMN "fingerprint";--> statement-breakpoint
ALTER TABLE "nonces" ADD COLUMN "signature" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "nonces" ADD COLUMN "request" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "nonces" ADD COLUMN "body" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "nonces" ADD CONSTRAINT "nonces_access_key_signature_pk" PRIMARY KEY("access_key","signature");--> statement-breakpoint
-- Counters of the running minute begin anew, under what they now count by.
DROP TABLE "token_failures";--> statement-breakpoint
DROP FUNCTION "admit_and_book"(text, text, text, integer, integer, integer, bigint[], bigint[]);--> statement-breakpoint
DROP FUNCTION "take_rate"(text, text, integer, integer);--> statement-breakpoint
DROP TABLE "rate_windows";--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_windows" (
	"subject" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "failed_credentials" (
	"subject" text PRIMARY KEY NOT NULL,
	"paced_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Takes up to "wanted" requests of a subject's minute; answers how many pass. The first request opens a minute; one
-- beyond the limit closes the subject for 60 seconds.
CREATE FUNCTION "take_rate"(subject text, wanted integer, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  r rate_windows%ROWTYPE;
  used integer := 0;
  passed integer;
BEGIN
  LOOP
    SELECT * INTO r FROM rate_windows w WHERE w.subject = take_rate.subject FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_windows (subject, started_at, count) VALUES (take_rate.subject, clock_timestamp(), 0)
      ON CONFLICT ON CONSTRAINT rate_windows_pkey DO NOTHING;
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
  UPDATE rate_windows w SET
    started_at = r.started_at,
    count = used + passed,
    blocked_until = CASE WHEN passed < wanted THEN moment + interval '60 seconds' END
  WHERE w.subject = take_rate.subject;
  RETURN passed;
END
$$;
--> statement-breakpoint
-- Takes the rate for requests "first" to "last" of one key and contract, and books those that pass, the first ones first.
-- A function, because its statements are planned once per connection. Answers how many passed.
CREATE FUNCTION "admit_and_book"(
  subject text, key text, org text, contract text, most integer, first integer, last integer,
  characters bigint[], words bigint[]
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  passed integer := take_rate(subject, last - first + 1, most);
  all_characters bigint := 0;
  all_words bigint := 0;
BEGIN
  IF passed > 0 THEN
    FOR at IN first .. first + passed - 1 LOOP
      all_characters := all_characters + characters[at];
      all_words := all_words + words[at];
    END LOOP;
    INSERT INTO usage_days AS u (org_id, access_key, contract_id, day, requests, characters, words)
    VALUES (org, key, contract, (now() AT TIME ZONE 'utc')::date, passed, all_characters, all_words)
    ON CONFLICT ON CONSTRAINT usage_days_org_id_access_key_contract_id_day_pk DO UPDATE SET
      requests = u.requests + excluded.requests,
      characters = u.characters + excluded.characters,
      words = u.words + excluded.words;
  END IF;
  RETURN passed;
END
$$;
--> statement-breakpoint
-- Counts a failure of a subject that may have "most" of them in "window_ms", and as many at once (generic cell rate
-- algorithm). Answers 0 when it is in the pace, else the milliseconds until the next one would be; then it is not counted.
CREATE FUNCTION "pace_failure"(subject text, most integer, window_ms integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  every interval := window_ms * interval '1 millisecond' / most;
  counted boolean;
  paced timestamptz;
BEGIN
  INSERT INTO failed_credentials AS f (subject, paced_until) VALUES (pace_failure.subject, clock_timestamp() + every)
    ON CONFLICT ON CONSTRAINT failed_credentials_pkey DO UPDATE
      SET paced_until = greatest(f.paced_until, clock_timestamp()) + every
      WHERE f.paced_until <= clock_timestamp() + every * (most - 1)
    RETURNING true INTO counted;
  IF counted THEN
    RETURN 0;
  END IF;
  SELECT f.paced_until INTO paced FROM failed_credentials f WHERE f.subject = pace_failure.subject;
  RETURN greatest(1, ceil(extract(epoch FROM paced - clock_timestamp() - every * (most - 1)) * 1000));
END
$$;
