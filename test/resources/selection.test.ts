import { describe, expect, it } from 'vitest';
import type { Caller } from '#src/accounts/caller.js';
import type { Lang } from '#src/lang.js';
import type { ResourceWish } from '#src/orders/port.js';
import { normalisePhrase } from '#src/translate/memory/normalise.js';
import { caller, room } from './fixture.js';
import { colleague, newCaller, newGroup, Room, tsv } from './shelf.js';

/** Contracts are field 2572, under law 2571, under business 2570. */
const CONTRACTS = '2572';

function wish(who: Caller, more: Partial<ResourceWish> = {}): ResourceWish {
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
  const { id } = await room.lists.create(owner.orgId, 'phrase-dictionary', name);
  const report = await room.imports.submit(owner.orgId, 'phrase-dictionary', id, {
    format: 'tsv',
    from: 'ja',
    to: 'en',
    bytes: tsv(...rows),
  });
  expect(report).toMatchObject({ state: 'finished', done: rows.length, rejectedCount: 0 });
  return id;
}

async function glossary(owner: Caller, name: string, ...rows: readonly (readonly [string, string])[]) {
  const { id } = await room.lists.create(owner.orgId, 'glossary', name);
  await room.imports.submit(owner.orgId, 'glossary', id, {
    format: 'tsv',
    from: 'ja',
    to: 'en',
    bytes: tsv(...rows),
  });
  return id;
}

async function answer(request: ResourceWish, text: string, to: Lang = 'en', room_ = room) {
  const { phrases } = await room_.selector.choose(request);
  const key = normalisePhrase(text);
  return (await phrases?.exact([key], 'ja', to))?.get(key);
}

async function terms(request: ResourceWish, from: Lang = 'ja', to: Lang = 'en') {
  const chosen = await room.selector.choose(request);
  const entries = (await chosen.terms?.load(from, to)) ?? [];
  return entries.map((entry) => `${entry.fromText}=${entry.toText} ${entry.tier}`);
}

describe('phrase pairs', () => {
  it('are found whatever the width, case and final punctuation of the text', async () => {
    const id = await phrasebook(caller, 'greetings', ['こんにちは。', 'Hello.'], ['ＡＢＣ計画', 'Plan ABC']);
    const request = wish(caller, { categories: String(id) });
    expect(await answer(request, 'こんにちは！')).toBe('Hello.');
    expect(await answer(request, 'abc計画')).toBe('Plan ABC');
    expect(await answer(request, 'さようなら')).toBeUndefined();
    expect(await answer(request, 'こんにちは', 'zh-CN')).toBeUndefined();
  });

  it('answer a question from a statement, and a question that lacks its mark', async () => {
    const id = await phrasebook(caller, 'questions', ['本当', 'Really.'], ['お元気ですか？', 'How are you?']);
    const request = wish(caller, { categories: String(id) });
    expect(await answer(request, '本当？')).toBe('Really?');
    expect(await answer(request, 'お元気ですか')).toBe('How are you?');
  });

  it('of the dictionary named first win', async () => {
    const first = await phrasebook(caller, 'first', ['犬', 'dog']);
    const second = await phrasebook(caller, 'second', ['犬', 'hound'], ['猫', 'cat']);
    expect(await answer(wish(caller, { categories: `${first},${second}` }), '犬')).toBe('dog');
    expect(await answer(wish(caller, { categories: ` ${second} , ${first}` }), '犬')).toBe('hound');
    expect(await answer(wish(caller, { categories: `${first},${second}` }), '猫')).toBe('cat');
  });

  it('do not apply when nothing is bound, and not with -1 when something is', async () => {
    const id = await phrasebook(caller, 'bound', ['犬', 'dog']);
    expect((await room.selector.choose(wish(caller))).phrases).toBeUndefined();
    await room.bindings.bind(caller.orgId, 'phrase-dictionary', id, { userId: caller.userId });
    expect(await answer(wish(caller), '犬')).toBe('dog');
    expect((await room.selector.choose(wish(caller, { categories: '-1' }))).phrases).toBeUndefined();
  });

  it('do not apply with the other engines', async () => {
    const id = await phrasebook(caller, 'other engines', ['犬', 'dog']);
    for (const engine of ['real-time', 'custom'] as const) {
      const chosen = await room.selector.choose(wish(caller, { engine, categories: String(id) }));
      expect(chosen.phrases).toBeUndefined();
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
    const { phrases } = await room.selector.choose(wish(caller, { categories: String(id) }));
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
    await room.bindings.bind(caller.orgId, 'phrase-dictionary', id, { fieldId: '2571' });
    expect(await answer(wish(caller), '甲')).toBe('Party A');
    expect(await answer(wish(caller, { fieldId: '2571' }), '甲')).toBe('Party A');
    expect(await answer(wish(caller, { fieldId: '2570' }), '甲')).toBeUndefined();
    expect(await answer(wish(await colleague(room.store, caller.orgId)), '甲')).toBe('Party A');
  });

  it('to a user in a field need both', async () => {
    const id = await phrasebook(caller, 'mine in law', ['甲', 'Party A']);
    const request = { userId: caller.userId, fieldId: '2571' };
    await room.bindings.bind(caller.orgId, 'phrase-dictionary', id, request);
    expect(await answer(wish(caller), '甲')).toBe('Party A');
    expect(await answer(wish(caller, { fieldId: '1' }), '甲')).toBeUndefined();
    expect(await answer(wish(await colleague(room.store, caller.orgId)), '甲')).toBeUndefined();
  });

  it('of the user go before those of a group, and these before those of everybody', async () => {
    const group = await newGroup(room.store, caller.orgId, [caller.userId]);
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
    await room.bindings.bind(orgId, 'phrase-dictionary', everybody, { fieldId: '2570' });
    await room.bindings.bind(orgId, 'phrase-dictionary', ours, { groupId: group });
    await room.bindings.bind(orgId, 'phrase-dictionary', mine, { userId });
    expect(await answer(wish(caller), '甲')).toBe('user');
    expect(await answer(wish(caller), '乙')).toBe('group');
    expect(await answer(wish(caller), '丙')).toBe('everybody');
    expect(await answer(wish(await colleague(room.store, orgId)), '乙')).toBe('everybody');
  });

  it('can be listed and undone; binding twice is binding once', async () => {
    const { orgId, userId } = caller;
    const id = await phrasebook(caller, 'undone', ['犬', 'dog']);
    await room.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
    await room.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
    const [binding, ...others] = await room.bindings.of(orgId, 'phrase-dictionary', id);
    expect(others).toEqual([]);
    expect(binding).toEqual({ id: expect.any(Number), userId });
    await room.bindings.unbind(orgId, 'phrase-dictionary', id, binding?.id ?? 0);
    expect((await room.selector.choose(wish(caller))).phrases).toBeUndefined();
  });

  it.each([
    ['nothing', {}, 40200],
    ['an unknown user', { userId: 'nobody' }, 40203],
    ['an unknown group', { groupId: 'nobody' }, 40203],
    ['an unknown field', { fieldId: '999999' }, 40203],
    ['a user and a group', { userId: 'a', groupId: 'b' }, 40201],
  ])('to %s are refused', async (_, request, code) => {
    const id = await phrasebook(caller, 'refused', ['犬', 'dog']);
    const binding = room.bindings.bind(caller.orgId, 'phrase-dictionary', id, request);
    await expect(binding).rejects.toMatchObject({ code });
  });
});

describe('terms', () => {
  it('come from the user dictionary with every engine', async () => {
    await room.dictionary.put(caller, [{ fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' }]);
    for (const engine of ['t4oo', 'real-time', 'custom'] as const) {
      expect(await terms(wish(caller, { engine }))).toEqual(['犬=dog dictionary']);
      expect(await terms(wish(caller, { engine }), 'en', 'ja')).toEqual([]);
    }
  });

  it('come in the order dictionary, personal glossary, group glossary', async () => {
    const { orgId, userId } = caller;
    const group = await newGroup(room.store, orgId, [userId]);
    const ours = await glossary(caller, 'ours', ['犬', 'canine']);
    const mine = await glossary(caller, 'mine', ['犬', 'hound']);
    await room.bindings.bind(orgId, 'glossary', ours, { groupId: group });
    await room.bindings.bind(orgId, 'glossary', mine, { userId });
    await room.dictionary.put(caller, [{ fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' }]);
    const all = ['犬=dog dictionary', '犬=hound personal-glossary', '犬=canine group-glossary'];
    expect(await terms(wish(caller))).toEqual(all);
    expect(await terms(wish(caller, { glossaries: `${ours},${mine}` }))).toEqual(all);
    expect(await terms(wish(caller, { glossaries: String(ours) }))).toEqual([all[0], all[2]]);
    expect(await terms(wish(caller, { glossaries: '-1' }))).toEqual([all[0]]);
    expect(await terms(wish(caller, { engine: 'real-time' }))).toEqual([all[0]]);
  });
});

describe('versions', () => {
  async function versions() {
    const chosen = await room.selector.choose(wish(caller));
    return { terms: chosen.terms?.version, phrases: chosen.phrases?.version };
  }

  it('change with every change, and only then', async () => {
    const { orgId, userId } = caller;
    const id = await phrasebook(caller, 'versioned', ['犬', 'dog']);
    await room.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
    const before = await versions();
    expect(await versions()).toEqual(before);
    await room.imports.submit(orgId, 'phrase-dictionary', id, {
      format: 'tsv',
      from: 'ja',
      to: 'en',
      bytes: tsv(['犬', 'hound']),
    });
    const imported = await versions();
    expect(imported.phrases).not.toBe(before.phrases);
    expect(imported.terms).toBe(before.terms);
    expect(await answer(wish(caller), '犬')).toBe('hound');
    await room.lists.clear(orgId, 'phrase-dictionary', id);
    expect((await versions()).phrases).not.toBe(imported.phrases);
    expect(await answer(wish(caller), '犬')).toBeUndefined();
    await room.dictionary.put(caller, [{ fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' }]);
    expect((await versions()).terms).not.toBe(before.terms);
  });

  it('reach another process on the same database', async () => {
    const { orgId, userId } = caller;
    const other = await Room.open(room.store);
    try {
      const id = await phrasebook(caller, 'two processes', ['犬', 'dog']);
      await room.bindings.bind(orgId, 'phrase-dictionary', id, { userId });
      await expect.poll(() => answer(wish(caller), '犬', 'en', other)).toBe('dog');
      const bytes = tsv(['犬', 'hound']);
      await room.imports.submit(orgId, 'phrase-dictionary', id, {
        format: 'tsv',
        from: 'ja',
        to: 'en',
        bytes,
      });
      await expect.poll(() => answer(wish(caller), '犬', 'en', other), { timeout: 2000 }).toBe('hound');
    } finally {
      await other.close();
    }
  });
});

describe('another organization', () => {
  it.each(['0', '999999999', 'abc', '1e3', '-2', '1,-1'])('and unknown ids are one: %s', async (ids) => {
    await expect(room.selector.choose(wish(caller, { categories: ids }))).rejects.toMatchObject({
      code: 40203,
    });
    await expect(room.selector.choose(wish(caller, { glossaries: ids }))).rejects.toMatchObject({
      code: 40203,
    });
  });

  it('cannot name, see, change or bind lists that are not its own', async () => {
    const stranger = await newCaller(room.store);
    const book = await phrasebook(caller, 'secret', ['犬', 'dog']);
    const words = await glossary(caller, 'secret', ['犬', 'dog']);
    const unknown = { code: 40203 };
    const { orgId, userId } = stranger;
    await expect(room.selector.choose(wish(stranger, { categories: String(book) }))).rejects.toMatchObject(
      unknown,
    );
    await expect(room.selector.choose(wish(stranger, { glossaries: String(words) }))).rejects.toMatchObject(
      unknown,
    );
    for (const [kind, id] of [
      ['phrase-dictionary', book],
      ['glossary', words],
    ] as const) {
      expect(await room.lists.all(orgId, kind)).toEqual([]);
      await expect(room.lists.find(orgId, kind, id)).rejects.toMatchObject(unknown);
      await expect(room.lists.rename(orgId, kind, id, 'x')).rejects.toMatchObject(unknown);
      await expect(room.lists.clear(orgId, kind, id)).rejects.toMatchObject(unknown);
      await expect(room.lists.remove(orgId, kind, id)).rejects.toMatchObject(unknown);
      await expect(room.bindings.bind(orgId, kind, id, { userId })).rejects.toMatchObject(unknown);
      expect(await room.bindings.of(orgId, kind, id)).toEqual([]);
      const foreign = room.bindings.bind(caller.orgId, kind, id, { userId });
      await expect(foreign).rejects.toMatchObject(unknown);
      const bytes = tsv(['猫', 'cat']);
      await expect(
        room.imports.submit(orgId, kind, id, { format: 'tsv', from: 'ja', to: 'en', bytes }),
      ).rejects.toMatchObject(unknown);
      const rows = [];
      for await (const row of room.lists.walk(orgId, kind, id)) rows.push(row);
      expect(rows).toEqual([]);
      expect((await room.lists.find(caller.orgId, kind, id)).entries).toBe(1);
    }
    const [report] = await room.imports.all(caller.orgId);
    await expect(room.imports.find(orgId, report?.importId ?? '')).rejects.toMatchObject(unknown);
    expect(await room.imports.all(orgId)).toEqual([]);
  });

  it('has dictionary entries of its own, as every user has', async () => {
    await room.dictionary.put(caller, [{ fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' }]);
    const [entry] = await room.dictionary.list(caller);
    for (const other of [await newCaller(room.store), await colleague(room.store, caller.orgId)]) {
      expect(await room.dictionary.list(other)).toEqual([]);
      expect(await terms(wish(other))).toEqual([]);
      const pair = { fromLang: 'ja', fromText: 'x', toLang: 'en', toText: 'y' };
      await expect(room.dictionary.remove(other, entry?.id ?? 0)).rejects.toMatchObject({ code: 40203 });
      await expect(room.dictionary.update(other, entry?.id ?? 0, pair)).rejects.toMatchObject({
        code: 40203,
      });
      await room.dictionary.clear(other);
    }
    expect(await room.dictionary.list(caller)).toHaveLength(1);
  });
});
