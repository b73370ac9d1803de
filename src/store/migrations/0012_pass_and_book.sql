-- Takes the rate for requests "first" to "last" of one key and contract, and books those that pass, the first ones first.
-- A function, because its statements are planned once per connection. Answers how many passed.
CREATE FUNCTION "pass_and_book"(
  key text, org text, contract text, most integer, first integer, last integer, characters bigint[], words bigint[]
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  passed integer := take_rate(key, org, last - first + 1, most);
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
