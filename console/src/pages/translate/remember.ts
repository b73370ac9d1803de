import type { Kotobashi } from '#client';

/** A sentence or term in two languages. */
export interface Pair {
  readonly fromLang: string;
  readonly fromText: string;
  readonly toLang: string;
  readonly toText: string;
}

/** Names are unique in an organization, and sentences belong to a person: each key has a list of its own. */
const listName = (accessKey: string) => `Own sentences (${accessKey.slice(0, 8)})`;

/** Stores a sentence as phrase pair, in a dictionary that is made when it is first needed and bound to the user. */
export async function rememberSentence(client: Kotobashi, accessKey: string, pair: Pair): Promise<void> {
  const name = listName(accessKey);
  const { answer } = await client.operations.call('GET /api/v1/phrase-pairs');
  const existing = answer.data.phrasePairs.find((list) => list.name === name);
  const list =
    existing ?? (await client.operations.call('POST /api/v1/phrase-pairs', { body: { name } })).answer.data;
  await client.operations.call('POST /api/v1/phrase-pairs/{listId}/entries', {
    params: { listId: String(list.id) },
    body: [pair],
    // Twice the same is once.
    repeatable: true,
  });
}

/** Stores a term in the dictionary of the user; the same term again gets the new translation. */
export async function rememberTerm(client: Kotobashi, pair: Pair): Promise<void> {
  await client.operations.call('POST /api/v1/dictionary', { body: pair, repeatable: true });
}
