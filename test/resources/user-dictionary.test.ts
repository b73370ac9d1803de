import { describe, expect, it } from 'vitest';
import type { Pair } from '#src/interchange/pair.js';
import { caller, resources, withResources } from './fixture.js';
import { dictionaryOf } from './resource-module.js';

withResources();

/** What `freshResources` allows one user. */
const LIMIT = 100;

function pair(fromText: string, toText: string): Pair {
  return { fromLang: 'ja', fromText, toLang: 'en', toText };
}

async function entries(): Promise<string[]> {
  return (await resources.entries.all(dictionaryOf(caller))).map(
    (entry) => `${entry.fromText}=${entry.toText}`,
  );
}

describe('a user dictionary', () => {
  it('replaces the target when the same text comes again, under the same id', async () => {
    await resources.entries.put(dictionaryOf(caller), [pair('犬', 'dog')]);
    const [before] = await resources.entries.all(dictionaryOf(caller));
    await resources.entries.put(dictionaryOf(caller), [pair(' 犬 ', 'hound')]);
    expect(await resources.entries.all(dictionaryOf(caller))).toEqual([{ ...before, toText: 'hound' }]);
  });

  it('keeps the same text apart by languages', async () => {
    await resources.entries.put(dictionaryOf(caller), [
      pair('犬', 'dog'),
      { ...pair('犬', '狗'), toLang: 'zh-CN' },
    ]);
    expect(await entries()).toEqual(['犬=dog', '犬=狗']);
  });

  it('takes all entries of a bulk or none, and says which one is wrong', async () => {
    const bulk = [pair('犬', 'dog'), pair('猫', ''), pair('鳥', 'bird')];
    await expect(resources.entries.put(dictionaryOf(caller), bulk)).rejects.toMatchObject({
      code: 40202,
      detail: { index: 1 },
    });
    expect(await entries()).toEqual([]);
    await resources.entries.put(dictionaryOf(caller), [
      pair('犬', 'dog'),
      pair('犬', 'hound'),
      pair('鳥', 'bird'),
    ]);
    expect(await entries()).toEqual(['犬=hound', '鳥=bird']);
  });

  it.each([
    ['empty', pair('', 'x'), 40202],
    ['blank', pair('x', ' \t '), 40202],
    ['too long', pair('犬'.repeat(256), 'x'), 40202],
    ['on two lines', pair('a\nb', 'x'), 40202],
    ['in an unknown language', { ...pair('a', 'x'), fromLang: 'xx' }, 40201],
    ['in "auto"', { ...pair('a', 'x'), fromLang: 'auto' }, 40201],
    ['in one language twice', { ...pair('a', 'x'), toLang: 'ja' }, 40201],
  ])('refuses a text that is %s', async (_, wrong, code) => {
    await expect(resources.entries.put(dictionaryOf(caller), [wrong])).rejects.toMatchObject({ code });
  });

  it('counts characters, not bytes or halves of pairs', async () => {
    await resources.entries.put(dictionaryOf(caller), [pair('𠮷'.repeat(255), 'x')]);
    expect(await entries()).toHaveLength(1);
  });

  it('holds no more than its limit, also under parallel requests', async () => {
    await resources.entries.put(
      dictionaryOf(caller),
      Array.from({ length: LIMIT - 2 }, (_, index) => pair(`語${index}`, 'x')),
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        resources.entries.put(dictionaryOf(caller), [pair(`さらに${index}`, 'x')]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2);
    expect(await entries()).toHaveLength(LIMIT);
    await resources.entries.put(dictionaryOf(caller), [pair('語1', 'replaced')]);
    expect(await entries()).toHaveLength(LIMIT);
  });

  it('refuses to change an entry into another for the same text', async () => {
    await resources.entries.put(dictionaryOf(caller), [pair('犬', 'dog'), pair('猫', 'cat')]);
    const before = await resources.entries.all(dictionaryOf(caller));
    const change = resources.entries.update(dictionaryOf(caller), before[1]?.id ?? 0, pair('犬', 'hound'));
    await expect(change).rejects.toMatchObject({ code: 40205 });
    expect(await resources.entries.all(dictionaryOf(caller))).toEqual(before);
  });

  it('forgets what is deleted, and knows no id twice', async () => {
    await resources.entries.put(dictionaryOf(caller), [pair('犬', 'dog'), pair('猫', 'cat')]);
    const [first] = await resources.entries.all(dictionaryOf(caller));
    await resources.entries.remove(dictionaryOf(caller), first?.id ?? 0);
    expect(await entries()).toEqual(['猫=cat']);
    await expect(resources.entries.remove(dictionaryOf(caller), first?.id ?? 0)).rejects.toMatchObject({
      code: 40203,
    });
    await resources.entries.clear(dictionaryOf(caller));
    expect(await entries()).toEqual([]);
  });
});
