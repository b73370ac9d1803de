import { expect, it } from 'vitest';
import { Revisions } from '#src/files/revisions.js';
import { caller, resources, withResources } from '../resources/fixture.js';

withResources();

it('first revisions that come at the same moment share one dictionary, and none is refused', async () => {
  const { store, lists, bindings } = resources;
  const revisions = new Revisions({ store, lists, bindings });
  const pair = (at: number) => ({
    fromLang: 'ja',
    fromText: `文${at}`,
    toLang: 'en',
    toText: `sentence ${at}`,
  });
  const made = await Promise.all([1, 2, 3, 4, 5].map((at) => revisions.add(caller, [pair(at)])));
  const [{ phrasePairId } = { phrasePairId: 0 }] = made;
  expect(made).toEqual(made.map(() => ({ phrasePairId, pairs: 1 })));
  expect(await lists.all(caller.orgId, 'phrase-dictionary')).toMatchObject([
    { id: phrasePairId, entries: 5 },
  ]);
  expect(await bindings.of(caller.orgId, 'phrase-dictionary', phrasePairId)).toHaveLength(1);
});
