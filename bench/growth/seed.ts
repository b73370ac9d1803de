import type pg from 'pg';
import type { Tenant } from '../robustness/tenant.js';
import type { StoredChange } from './request-times.js';

/** A made-up word of four to six letters for a number; neighbours have nothing in common. */
const WORDS = `
create or replace function bench_word(number bigint) returns text language sql immutable as $$
  select string_agg(substr('bcdfglmnprstvkz', 1 + (hash >> (at * 7)) % 15, 1) || substr('aeiou', 1 + (hash >> (at * 7 + 4)) % 5, 1), '')
  from (select abs(hashtext(number::text)) as hash) h, generate_series(0, 2) as at
$$`;

/**
 * Phrase pairs of one dictionary that applies to all requests of the tenant; the last of them is made by the change.
 * Lower case without a full stop: their own keys.
 */
export async function seedPhrasePairs(pool: pg.Pool, tenant: Tenant, pairs: number): Promise<StoredChange> {
  await pool.query(WORDS);
  const { rows } = await pool.query<{ id: string }>(
    `insert into phrase_dictionaries (org_id, name, version, pair_count) values ($1, 'growth', 1, $2) returning id`,
    [tenant.organizationId, pairs - 1],
  );
  const id = rows[0]?.id;
  await pool.query(
    `insert into resource_bindings (org_id, user_id, dictionary_id)
     select org_id, user_id, $2 from access_keys where access_key = $1`,
    [tenant.accessKey, id],
  );
  await pool.query(
    `insert into phrase_pairs (org_id, dictionary_id, from_lang, to_lang, from_text, to_text, from_key)
     select $1, $2, 'en', 'ja', text, '部品' || n, sha256(convert_to(text, 'UTF8'))
     from generate_series(1, $3::bigint) as n,
       lateral (select 'fit the ' || bench_word(n) || ' to the ' || bench_word(n * 7 + 1) || ' of unit ' || n as text) as t`,
    [tenant.organizationId, id, pairs - 1],
  );
  await pool.query('analyze phrase_pairs');
  return async (client, at) => {
    const pair = { fromLang: 'en', fromText: 'this pair was added', toLang: 'ja', toText: `追加${at}` };
    accepted(await client.call('POST', `/api/v1/phrase-pairs/${id}/entries`, [pair]));
  };
}

function accepted({ status }: { readonly status: number }): void {
  if (status !== 200) throw new Error(`A change was answered with ${status}.`);
}

/**
 * Entries of the dictionary of the tenant's user, announced as an import would; the last of them is made by the change.
 */
export async function seedDictionary(pool: pg.Pool, tenant: Tenant, entries: number): Promise<StoredChange> {
  await pool.query(WORDS);
  await pool.query(
    `insert into dictionary_entries (org_id, user_id, from_lang, from_text, to_lang, to_text)
     select org_id, user_id, 'en', bench_word(n) || ' ' || bench_word(n * 7 + 1) || n, 'ja', '用語' || n
     from access_keys, generate_series(1, $2::bigint) as n where access_key = $1`,
    [tenant.accessKey, entries - 1],
  );
  await pool.query('analyze dictionary_entries');
  await pool.query(
    `with changed as (
       update users set dictionary_version = dictionary_version + 1 where org_id = $1 returning id
     ) select pg_notify('kotobashi_changes', 'dictionary ' || id) from changed`,
    [tenant.organizationId],
  );
  return async (client, at) => {
    const entry = { fromLang: 'en', fromText: 'added word', toLang: 'ja', toText: `追加${at}` };
    accepted(await client.call('POST', '/api/v1/dictionary', entry));
  };
}

/** Copies of a trained model, each with its own rows. */
export async function copyModel(pool: pg.Pool, mid: string, copies: number): Promise<readonly string[]> {
  const mids: string[] = [];
  for (let at = 0; at < copies; at += 1) {
    const { rows } = await pool.query<{ mid: string }>(
      `with model as (
         insert into custom_models (org_id, user_id, name, field, first_lang, second_lang, version)
         select org_id, user_id, name, field, first_lang, second_lang, version from custom_models where mid = $1
         returning org_id, mid
       ), job as (
         insert into training_jobs (org_id, mid, user_id, access_key, contract_id, state, upload)
         select j.org_id, model.mid, user_id, access_key, contract_id, state, upload
         from training_jobs j, model where j.mid = $1 limit 1
         returning jid
       ), pairs as (
         insert into training_pairs (org_id, jid, position, from_text, to_text)
         select p.org_id, job.jid, position, from_text, to_text
         from training_pairs p join training_jobs j using (jid), job where j.mid = $1
       ), version as (
         insert into custom_model_versions (org_id, mid, version, jid, base_version, parameters, evaluation, terms)
         select v.org_id, model.mid, version, job.jid, base_version, parameters, evaluation, terms
         from custom_model_versions v, model, job where v.mid = $1
       ), chunks as (
         insert into custom_model_chunks (org_id, mid, version, number, bytes)
         select c.org_id, model.mid, version, number, bytes from custom_model_chunks c, model where c.mid = $1
       ) select mid from model`,
      [mid],
    );
    mids.push(...rows.map((row) => row.mid));
  }
  return mids;
}
