import type { TermFinder, TermMatch } from './matcher.js';

/** Two finders as one: where both have something to say about a stretch of text, the first is heard. */
export function inOrder(first: TermFinder, second: TermFinder): TermFinder {
  const { length } = first.lists;
  return {
    size: first.size + second.size,
    lists: [...first.lists, ...second.lists],
    whole: (text) => first.whole(text) ?? second.whole(text),
    find: (text, protectedSpans) =>
      joined(first.find(text, protectedSpans), second.find(text, protectedSpans)),
    matches: (text, hits) =>
      joined(first.matches(text, hits.slice(0, length)), second.matches(text, hits.slice(length))),
  };
}

/** Both are in the order of the text, and none overlaps another of its own list. */
function joined(own: readonly TermMatch[], others: readonly TermMatch[]): TermMatch[] {
  let next = 0;
  const free = others.filter(({ start, end }) => {
    while ((own[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (own[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
  return [...own, ...free].sort((a, b) => a.start - b.start);
}
