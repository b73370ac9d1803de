/** A rectangle on the upright page, in points; the origin is the lower left corner. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The smallest extent that holds both. */
export function around(one: Extent, other: Extent): Extent {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

export function extentOfPoints(points: readonly (readonly [number, number])[]): Extent {
  const start = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity };
  return points.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })).reduce(around, start);
}

/** What both hold; of no size where they do not touch. */
export function common(one: Extent | undefined, other: Extent): Extent {
  if (one === undefined) return other;
  const [left, bottom] = [Math.max(one.left, other.left), Math.max(one.bottom, other.bottom)];
  return {
    left,
    bottom,
    right: Math.max(left, Math.min(one.right, other.right)),
    top: Math.max(bottom, Math.min(one.top, other.top)),
  };
}

/** Whether one extent reaches no more than `slack` points beyond another. */
export function holds(outer: Extent, inner: Extent, slack: number): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top <= outer.top + slack &&
    inner.bottom >= outer.bottom - slack
  );
}
