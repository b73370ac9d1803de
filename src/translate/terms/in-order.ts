import type { TermFinder } from './matcher.js';

/** Two lists as one: where both have something to say about a stretch of text, the first is heard. */
export function inOrder(first: TermFinder, second: TermFinder): TermFinder {
  return {
    size: first.size + second.size,
    whole: (text) => first.whole(text) ?? second.whole(text),
    find(text, protectedSpans) {
      const own = first.find(text, protectedSpans);
      const others = second
        .find(text, protectedSpans)
        .filter(({ start, end }) => !own.some((match) => match.start < end && match.end > start));
      return [...own, ...others].sort((a, b) => a.start - b.start);
    },
  };
}
