import { expect, test } from 'vitest';
import { GroupCommit } from '#src/store/group-commit.js';

/** A promise that the test resolves when it wants to. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

test('what is handed in while a group gathers is written with it, and each hears its own result', async () => {
  const written: (readonly number[])[] = [];
  const door = gate();
  const group = new GroupCommit<number, string>(
    async (items) => {
      written.push(items);
      return items.map((item) => `wrote ${item}`);
    },
    () => door.opened,
  );
  const first = group.add(1);
  await new Promise((resolve) => setImmediate(resolve));
  const second = group.add(2);
  door.open();
  expect(await Promise.all([first, second])).toEqual(['wrote 1', 'wrote 2']);
  expect(written).toEqual([[1, 2]]);
});

test('what is handed in while a group is written goes into the next one', async () => {
  const written: (readonly number[])[] = [];
  const door = gate();
  const group = new GroupCommit<number, number>(async (items) => {
    written.push(items);
    if (written.length === 1) await door.opened;
    return items;
  });
  const first = group.add(1);
  while (written.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const others = [group.add(2), group.add(3)];
  door.open();
  await Promise.all([first, ...others]);
  expect(written).toEqual([[1], [2, 3]]);
});

test('a group that cannot be written fails for all of it, and the next one is written', async () => {
  let broken = true;
  const group = new GroupCommit<number, number>(async (items) => {
    if (broken) throw new Error('The database is away.');
    return items;
  });
  const failed = await Promise.allSettled([group.add(1), group.add(2)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await group.add(3)).toBe(3);
});
