import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from '#src/model/fair-queue.js';

const arrival = fc.record({
  caller: fc.constantFrom('a', 'b', 'c', 'd'),
  priority: fc.constantFrom('interactive' as const, 'background' as const),
});

function drain<Item>(queue: FairQueue<Item>): Item[] {
  const items: Item[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

test('everything comes out once, interactive first but for every eighth place, each caller in order', () => {
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
      const queue = new FairQueue<{ caller: string; priority: string; index: number }>(1000);
      for (const [index, { caller, priority }] of arrivals.entries()) {
        queue.push(caller, priority, { caller, priority, index });
      }
      const out = drain(queue);
      expect(out.map(({ index }) => index).sort((a, b) => a - b)).toEqual(arrivals.map((_, i) => i));
      const waiting = out.map(({ priority }, i) => ({
        priority,
        interactive: out.slice(i).some((item) => item.priority === 'interactive'),
        background: out.slice(i).some((item) => item.priority === 'background'),
      }));
      let inARow = 0;
      for (const { priority, interactive, background } of waiting) {
        if (interactive && background) expect(priority).toBe(inARow < 7 ? 'interactive' : 'background');
        inARow = priority === 'interactive' ? inARow + 1 : 0;
      }
      for (const caller of ['a', 'b', 'c', 'd']) {
        for (const kind of ['interactive', 'background']) {
          const own = out
            .filter((item) => item.caller === caller && item.priority === kind)
            .map(({ index }) => index);
          expect(own).toEqual(own.toSorted((a, b) => a - b));
        }
      }
    }),
  );
});

test('between two turns of one caller every other waiting caller has one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 60 }), (callers) => {
      const queue = new FairQueue<string>(1000);
      for (const caller of callers) queue.push(caller, 'interactive', caller);
      const out = drain(queue);
      for (const [i, caller] of out.entries()) {
        const next = out.indexOf(caller, i + 1);
        if (next === -1) continue;
        const waiting = new Set(out.slice(next).filter((other) => other !== caller));
        const served = new Set(out.slice(i + 1, next));
        for (const other of waiting) expect(served.has(other)).toBe(true);
      }
    }),
  );
});

test('who may not have a turn is passed over and keeps the place', () => {
  const queue = new FairQueue<string>(1000);
  for (const caller of ['a', 'a', 'b', 'b']) queue.push(caller, 'interactive', caller);
  queue.push('c', 'background', 'c');
  expect(queue.shift((caller) => caller !== 'a')).toBe('b');
  expect(queue.shift((caller) => caller === 'c')).toBe('c');
  expect(queue.shift(() => false)).toBeUndefined();
  expect(queue.size).toBe(3);
  expect(drain(queue)).toEqual(['a', 'b', 'a']);
});

test('what is removed leaves room', () => {
  const queue = new FairQueue<number>(10);
  for (let i = 0; i < 10; i++) queue.push('a', 'background', i);
  expect(queue.room).toBe(0);
  queue.remove((item) => item % 2 === 0);
  expect(queue.room).toBe(5);
  expect(drain(queue)).toEqual([1, 3, 5, 7, 9]);
});
