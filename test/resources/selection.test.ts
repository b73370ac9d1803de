import { describe, expect, it } from 'vitest';
import type { Caller } from '#src/accounts/caller.js';
import type { Lang } from '#src/base/lang.js';
import type { ResourceSelection } from '#src/requests/resource-port.js';
import { normalisePhrase } from '#src/translate/plan/normal-phrase.js';
import { caller, resources, withResources } from './fixture.js';
import { colleague, dictionaryOf, newCaller, newGroup, ResourceModule, tsv } from './resource-module.js';

withResources();

/** Contracts are field 2572, under law 2571, under business 2570. */
const CONTRACTS = '2572';

function selection(who: Caller, more: Partial<ResourceSelection> = {}): ResourceSelection {
  return {
    caller: who,
    engine: 't4oo',
    fieldId: CONTRACTS,
    categories: undefined,
    glossaries: undefined,
    ...more,
  };
}

async function phrasebook(owner: Caller, name: string, ...rows: readonly (readonly [string, string])[]) {
  const { id } = await resources.lists.create(owner.orgId, 'phrase-dictionary', name);
  const report = await resources.imports.submit(owner.orgId, 'phrase-dictionary', id, {
    format: 'tsv',
    from: 'ja',
    to: 'en',
    bytes: tsv(...rows),
  });
  expect(report).toMatchObject({ state: 'finished', done: rows.length, rejectedCount: 0 });
  return id;
}

async function glossary(owner: Caller, name: string, ...rows: readonly (readonly [string, string])[]) {
  const { id } = await resources.lists.create(owner.orgId, 'glossary', name);
  await resources.imports.submit(owner.orgId, 'glossary', id, {
    format: 'tsv',
    from: 'ja',
    to: 'en',
    bytes: tsv(...rows),
  });
  return id;
}

async function answer(request: ResourceSelection, text: string, to: Lang = 'en', module_ = resources) {
  const { phrases } = await module_.selector.select(request);
  const key = normalisePhrase(text);
  return (await phrases?.exact([key], 'ja', to))?.get(key);
}

async function terms(request: ResourceSelection, from: Lang = 'ja', to: Lang = 'en') {
  const selected = await resources.selector.select(request);
  const entries = await Promise.all(selected.terms?.lists.map((list) => list.load(from, to)) ?? []);
  return entries.flat().map((entry) => `${entry.fromText}=${entry.toText} ${entry.tier}`);
}

describe('phrase pairs', () => {
  it('are found whatever the width, case and final punctuation of the text', async () => {
    const id = await phrasebook(caller, 'greetings', ['こんにちは。', 'Hello.'], ['ＡＢＣ計画', 'Plan ABC']);
    const request = selection(caller, { categories: String(id) });
    expect(await answer(request, 'こんにちは！')).toBe('Hello.');
    expect(await answer(request, 'abc計画')).toBe('Plan ABC');
    expect(await answer(request, 'さようなら')).toBeUndefined();
    expect(await answer(request, 'こんにちは', 'zh-CN')).toBeUndefined();
  });

  it('answer a question from a statement, and a question that lacks its mark', async () => {
    const id = await phrasebook(caller, 'questions', ['本当', 'Really.'], ['お元気ですか？', 'How are you?']);
    const request = selection(caller, { categories: String(id) });
    expect(await answer(request, '本当？')).toBe('Really?');
    expect(await answer(request, 'お元気ですか')).toBe('How are you?');
  });

  it('of the dictionary named first win', async () => {
    const first = await phrasebook(caller, 'first', ['犬', 'dog']);
    const second = await phrasebook(caller, 'second', ['犬', 'hound'], ['猫', 'cat']);
    expect(await answer(selection(caller, { categories: `${first},${second}` }), '犬')).toBe('dog');
    expect(await answer(selection(caller, { categories: ` ${second} , ${first}` }), '犬')).toBe('hound');
    expect(await answer(selection(caller, { categories: `${first},${second}` }), '猫')).toBe('cat');
  });

  it('do not apply when nothing is bound, and not with -1 when something is', async () => {
    const id = await phrasebook(caller, 'bound', ['犬', 'dog']);
    expect((await resources.selector.select(selection(caller))).phrases).toBeUndefined();
    await resources.bindings.bind(caller.orgId, 'phrase-dictionary', id, { userId: caller.userId });
    expect(await answer(selection(caller), '犬')).toBe('dog');
    expect(
      (await resources.selector.select(selection(caller, { categories: '-1' }))).phrases,
    ).toBeUndefined();
  });

  it('do not apply with the other engines', async () => {
    const id = await phrasebook(caller, 'other engines', ['犬', 'dog']);
    for (const engine of ['real-time', 'custom'] as const) {
      const selected = await resources.selector.select(selection(caller, { engine, categories: String(id) }));
      expect(selected.phrases).toBeUndefined();
    }
  });

  it('find near matches, best first, with their similarity', async () => {
    const id = await phrasebook(
      caller,
      'near',
      ['この契約は日本法に準拠する。', 'This agreement is governed by the laws of Japan.'],
      ['この契約は中国法に準拠する。', 'This agreement is governed by the laws of China.'],
      ['本日は晴天なり。', 'It is fine today.'],
    );
    const { phrases } = await resources.selector.select(selection(caller, { categories: String(id) }));
    const near = (await phrases?.near('この契約は韓国法に準拠する。', 'ja', 'en')) ?? [];
    expect(near.map((pair) => [pair.target.slice(-6), pair.similarity])).toEqual([
      ['China.', 12 / 13],
      ['Japan.', 11 / 13],
    ]);
    expect((await phrases?.near('この契約は日本法に準拠する', 'ja', 'en'))?.[0]?.similarity).toBe(1);
    expect(await phrases?.near('まったく別の話', 'ja', 'en')).toEqual([]);
  });
});

describe('bindings', () => {
  it('to a field count for the fields below it, and for nobody elsewhere', async () => {
    const id = await phrasebook(caller, 'law', ['甲', 'Party A']);
    await resources.bindings.bind(caller.orgId, 'phrase-dictionary', id, { fieldId: '2571' });
    expect(await answer(selection(caller), '甲')).toBe('Party A');
    expect(await answer(selection(caller, { fieldId: '2571' }), '甲')).toBe('Party A');
    expect(await answer(selection(caller, { fieldId: '2570' }), '甲')).toBeUndefined();
    expect(await answer(selection(await colleague(resources.store, caller.orgId)), '甲')).toBe('Party A');
  });

  it('to a user in a field need both', async () => {
    const id = await phrasebook(caller, 'mine in law', ['甲', 'Party A']);
    const request = { userId: caller.userId, fieldId: '2571' };
    await resources.bindings.bind(caller.orgId, 'phrase-dictionary', id, request);
    expect(await answer(selection(caller), '甲')).toBe('Party A');
    expect(await answer(selection(caller, { fieldId: '1' }), '甲')).toBeUndefined();
    expect(await answer(selection(await colleague(resources.store, caller.orgId)), '甲')).toBeUndefined();
  });

  it('of the user go before those of a group, and these before those of everybody', async () => {
    const group = await newGroup(resources.store, caller.orgId, [caller.userId]);
    const everybody = await phrasebook(
      caller,
      'a',
      ['甲', 'everybody'],
      ['乙', 'everybody'],
      ['丙', 'everybody'],
    );
    const ours = await phrasebook(caller, 'b', ['甲', 'group'], ['乙', 'group']);
    const mine = await phrasebook(caller, 'c', ['甲', 'user']);
    const { orgId, userId } = caller;
    await resources.bindings.bind(orgId, 'phrase-dictionary', everybody, { fieldId: '2570' });
    await resources.bindings.bind(orgId, 'phrase-dictionary', ours, { groupId: group });
    await resources.bindings.bind(orgId, 'phrase-dictionary', mine, { userId });
    expect(await answer(selection(caller), '甲')).toBe('user');
    expect(await answer(selection(caller), '乙')).toBe('group');
    expect(await answer(selection(caller), '丙')).toBe('everybody');
    expect(await answer(selection(await colleague(resources.store, orgId)), '乙')).toBe('everybody');
  });

  it('can be listed and undone; binding twice is binding once', async () => {
    const { orgId, userId } = caller;
    const id = await phrasebook(caller, 'undone', ['犬', 'dog']);
    await resources.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
    await resources.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
    const [binding, ...others] = await resources.bindings.of(orgId, 'phrase-dictionary', id);
    expect(others).toEqual([]);
    expect(binding).toEqual({ id: expect.any(Number), userId });
    await resources.bindings.unbind(orgId, 'phrase-dictionary', id, binding?.id ?? 0);
    expect((await resources.selector.select(selection(caller))).phrases).toBeUndefined();
  });

  it.each([
    ['nothing', {}, 40200],
    ['an unknown user', { userId: 'nobody' }, 40203],
    ['an unknown group', { groupId: 'nobody' }, 40203],
    ['an unknown field', { fieldId: '999999' }, 40203],
    ['a user and a group', { userId: 'a', groupId: 'b' }, 40201],
  ])('to %s are refused', async (_, request, code) => {
    const id = await phrasebook(caller, 'refused', ['犬', 'dog']);
    const binding = resources.bindings.bind(caller.orgId, 'phrase-dictionary', id, request);
    await expect(binding).rejects.toMatchObject({ code });
  });
});

describe('terms', () => {
  it('come from the user dictionary with every engine', async () => {
    await resources.entries.put(dictionaryOf(caller), [
      { fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' },
    ]);
    for (const engine of ['t4oo', 'real-time', 'custom'] as const) {
      expect(await terms(selection(caller, { engine }))).toEqual(['犬=dog dictionary']);
      expect(await terms(selection(caller, { engine }), 'en', 'ja')).toEqual([]);
    }
  });

  it('come in the order dictionary, personal glossary, group glossary', async () => {
    const { orgId, userId } = caller;
    const group = await newGroup(resources.store, orgId, [userId]);
    const ours = await glossary(caller, 'ours', ['犬', 'canine']);
    const mine = await glossary(caller, 'mine', ['犬', 'hound']);
    await resources.bindings.bind(orgId, 'glossary', ours, { groupId: group });
    await resources.bindings.bind(orgId, 'glossary', mine, { userId });
    await resources.entries.put(dictionaryOf(caller), [
      { fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' },
    ]);
    const all = ['犬=dog dictionary', '犬=hound personal-glossary', '犬=canine group-glossary'];
    expect(await terms(selection(caller))).toEqual(all);
    expect(await terms(selection(caller, { glossaries: `${ours},${mine}` }))).toEqual(all);
    expect(await terms(selection(caller, { glossaries: String(ours) }))).toEqual([all[0], all[2]]);
    expect(await terms(selection(caller, { glossaries: '-1' }))).toEqual([all[0]]);
    expect(await terms(selection(caller, { engine: 'real-time' }))).toEqual([all[0]]);
  });
});

describe('versions', () => {
  async function versions() {
    const selected = await resources.selector.select(selection(caller));
    return {
      terms: selected.terms?.lists.map(({ version }) => version).join(' '),
      phrases: selected.phrases?.version,
    };
  }

  it('change with every change, and only then', async () => {
    const { orgId, userId } = caller;
    const id = await phrasebook(caller, 'versioned', ['犬', 'dog']);
    await resources.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
    const before = await versions();
    expect(await versions()).toEqual(before);
    await resources.imports.submit(orgId, 'phrase-dictionary', id, {
      format: 'tsv',
      from: 'ja',
      to: 'en',
      bytes: tsv(['犬', 'hound']),
    });
    const imported = await versions();
    expect(imported.phrases).not.toBe(before.phrases);
    expect(imported.terms).toBe(before.terms);
    expect(await answer(selection(caller), '犬')).toBe('hound');
    await resources.entries.clear({ kind: 'phrase-dictionary', orgId, listId: id });
    expect((await versions()).phrases).not.toBe(imported.phrases);
    expect(await answer(selection(caller), '犬')).toBeUndefined();
    await resources.entries.put(dictionaryOf(caller), [
      { fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' },
    ]);
    expect((await versions()).terms).not.toBe(before.terms);
  });

  it('reach another process on the same database', async () => {
    const { orgId, userId } = caller;
    const other = await ResourceModule.open(resources.store);
    try {
      const id = await phrasebook(caller, 'two processes', ['犬', 'dog']);
      await resources.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
      await expect.poll(() => answer(selection(caller), '犬', 'en', other)).toBe('dog');
      const bytes = tsv(['犬', 'hound']);
      await resources.imports.submit(orgId, 'phrase-dictionary', id, {
        format: 'tsv',
        from: 'ja',
        to: 'en',
        bytes,
      });
      await expect.poll(() => answer(selection(caller), '犬', 'en', other), { timeout: 2000 }).toBe('hound');
    } finally {
      await other.close();
    }
  });
});

describe('another organization', () => {
  it.each(['0', '999999999', 'abc', '1e3', '-2', '1,-1'])('and unknown ids are one: %s', async (ids) => {
    await expect(resources.selector.select(selection(caller, { categories: ids }))).rejects.toMatchObject({
      code: 40203,
    });
    await expect(resources.selector.select(selection(caller, { glossaries: ids }))).rejects.toMatchObject({
      code: 40203,
    });
  });

  it('cannot name, see, change or bind lists that are not its own', async () => {
    const stranger = await newCaller(resources.store);
    const book = await phrasebook(caller, 'secret', ['犬', 'dog']);
    const words = await glossary(caller, 'secret', ['犬', 'dog']);
    const unknown = { code: 40203 };
    const { orgId, userId } = stranger;
    await expect(
      resources.selector.select(selection(stranger, { categories: String(book) })),
    ).rejects.toMatchObject(unknown);
    await expect(
      resources.selector.select(selection(stranger, { glossaries: String(words) })),
    ).rejects.toMatchObject(unknown);
    for (const [kind, id] of [
      ['phrase-dictionary', book],
      ['glossary', words],
    ] as const) {
      expect(await resources.lists.all(orgId, kind)).toEqual([]);
      await expect(resources.lists.find(orgId, kind, id)).rejects.toMatchObject(unknown);
      await expect(resources.lists.rename(orgId, kind, id, 'x')).rejects.toMatchObject(unknown);
      await expect(resources.entries.clear({ kind, orgId, listId: id })).rejects.toMatchObject(unknown);
      await expect(resources.lists.remove(orgId, kind, id)).rejects.toMatchObject(unknown);
      await expect(resources.bindings.bind(orgId, kind, id, { userId })).rejects.toMatchObject(unknown);
      expect(await resources.bindings.of(orgId, kind, id)).toEqual([]);
      const foreign = resources.bindings.bind(caller.orgId, kind, id, { userId });
      await expect(foreign).rejects.toMatchObject(unknown);
      const bytes = tsv(['猫', 'cat']);
      await expect(
        resources.imports.submit(orgId, kind, id, { format: 'tsv', from: 'ja', to: 'en', bytes }),
      ).rejects.toMatchObject(unknown);
      const rows = [];
      for await (const row of resources.lists.walk(orgId, kind, id)) rows.push(row);
      expect(rows).toEqual([]);
      expect((await resources.lists.find(caller.orgId, kind, id)).entries).toBe(1);
    }
    const [report] = await resources.imports.all(caller.orgId);
    await expect(resources.imports.find(orgId, report?.importId ?? '')).rejects.toMatchObject(unknown);
    expect(await resources.imports.all(orgId)).toEqual([]);
  });

  it('has dictionary entries of its own, as every user has', async () => {
    await resources.entries.put(dictionaryOf(caller), [
      { fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' },
    ]);
    const [entry] = await resources.entries.all(dictionaryOf(caller));
    for (const other of [await newCaller(resources.store), await colleague(resources.store, caller.orgId)]) {
      expect(await resources.entries.all(dictionaryOf(other))).toEqual([]);
      expect(await terms(selection(other))).toEqual([]);
      const pair = { fromLang: 'ja', fromText: 'x', toLang: 'en', toText: 'y' };
      await expect(resources.entries.remove(dictionaryOf(other), entry?.id ?? 0)).rejects.toMatchObject({
        code: 40203,
      });
      await expect(resources.entries.update(dictionaryOf(other), entry?.id ?? 0, pair)).rejects.toMatchObject(
        {
          code: 40203,
        },
      );
      await resources.entries.clear(dictionaryOf(other));
    }
    expect(await resources.entries.all(dictionaryOf(caller))).toHaveLength(1);
  });
});
